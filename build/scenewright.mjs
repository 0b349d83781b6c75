#!/usr/bin/env node
import path from 'node:path';
import process from 'node:process';
import { serviceBundles } from './bundles.mjs';
import { provideExampleMedia } from './example-media.mjs';
import { root } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { setUp } from './set-up.mjs';
import { runMain } from './set-up-error.mjs';

const OWN_SCRIPTS = ['render', 'batch', 'table', 'validate', 'variables', 'new', 'worker', 'agents'];

/** The command `scenewright` of a checkout: completes the set-up, and then runs the built command. */
await runMain(async () => {
  const typed = process.argv.slice(2);
  const args =
    typed[0] === 'help' && ['service', 'worker', 'mcp', 'agents'].includes(typed[1] ?? '')
      ? [typed[1] ?? '', '--help']
      : typed;
  const folder = startFolder();
  if (args[0] === 'service') {
    const node = await setUp({ build: false, bundles: serviceBundles(args) });
    return await runCommand(node, args.slice(1), folder, 'service');
  }
  if (args[0] === 'worker') {
    const asksForHelp = args.includes('--help') || args.includes('-h');
    const node = await setUp({ build: false, ffmpeg: !asksForHelp, bundles: ['service'] });
    return await runCommand(node, args.slice(1), folder, 'worker');
  }
  if (args[0] === 'mcp' || args[0] === 'agents') {
    const node = await setUp({ build: false, ffmpeg: args[0] === 'mcp', bundles: ['service'] });
    return await runCommand(node, args, folder, 'agents');
  }
  const readsSources =
    ['render', 'batch', 'watch', 'check', 'frame', 'sheet', 'test'].includes(args[0] ?? '') &&
    !args.includes('--help') &&
    !args.includes('-h');
  const examples = path.join(root, 'examples');
  const argumentPaths = args.map((argument) => path.resolve(folder, argument));
  const showsExamples =
    readsSources && argumentPaths.some((file) => file === examples || path.dirname(file) === examples);
  // The bundle of the service contains the recipes of the clips in the examples.
  const bundles = showsExamples ? /** @type {const} */ (['command', 'service']) : /** @type {const} */ (['command']);
  const node = await setUp({ build: false, ffmpeg: readsSources, bundles });
  if (showsExamples) await provideExampleMedia();
  return await runCommand(node, args, folder);
});

/**
 * Returns the folder to which relative paths refer: the folder in which the user ran npm. npm itself runs `npm run
 * render` in the folder of the package.
 */
function startFolder() {
  const { INIT_CWD: typedIn, npm_package_json: packageFile, npm_lifecycle_event: script = '' } = process.env;
  const isOwnScript = packageFile === path.join(root, 'package.json') && OWN_SCRIPTS.includes(script);
  return isOwnScript && typedIn !== undefined ? typedIn : process.cwd();
}
