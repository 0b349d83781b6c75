import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { allBundles } from './bundles.mjs';
import { root } from './paths.mjs';
import { runInFront } from './run-command.mjs';
import { setUp } from './set-up.mjs';
import { runMain, SetUpError } from './set-up-error.mjs';

/** The parts of the build that each script of `packages/` needs. */
const needs = {
  package: { build: true, bundles: true },
  headless: { build: true, bundles: true },
  'fetch-ffmpeg': { build: false, bundles: false },
  'check-package': { build: false, bundles: false },
  'sign-update': { build: false, bundles: false },
  icons: { build: false, bundles: false },
  docs: { build: false, bundles: false },
  clients: { build: false, bundles: false },
  cldr: { build: false, bundles: false },
  pictures: { build: true, bundles: false },
  designs: { build: false, bundles: false },
};

/**
 * `npm run package` and related scripts: completes the set-up, and then runs a script of `packages/`. The scripts are
 * TypeScript and need Node 24.
 */
await runMain(async () => {
  const [name = '', ...args] = process.argv.slice(2);
  if (!(name in needs)) throw new SetUpError(`Unknown script ${name}. Choose from ${Object.keys(needs).join(', ')}.`);
  const { build, bundles } = needs[/** @type {keyof typeof needs} */ (name)];
  const node = await setUp({ build, ffmpeg: false, bundles: bundles ? allBundles : [] });
  const script = path.join(root, 'build', 'packages', `${name}.ts`);
  return await runInFront(spawn(node, [script, ...args], { cwd: root, stdio: 'inherit' }));
});
