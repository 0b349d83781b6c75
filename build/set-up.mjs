import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildBundles } from './bundles.mjs';
import { installDependencies } from './dependencies.mjs';
import { provideDesigns } from './designs.mjs';
import { provideFfmpeg } from './ffmpeg.mjs';
import { provideFonts } from './fonts.mjs';
import { buildKernels } from './kernels.mjs';
import { withLock } from './lock.mjs';
import { nodeProgram, root, toolProgram } from './paths.mjs';
import { provideRedis } from './redis.mjs';
import { runProgram } from './run-program.mjs';
import { SetUpError } from './set-up-error.mjs';
import { provideSvgDrawer } from './svg-drawer.mjs';

/**
 * Does whatever is missing for Scenewright to run from this checkout, and nothing that is there already: the
 * dependencies, the compositor's kernels, the module that draws SVG, the build, fonts, the bundles that are named, designs, FFmpeg, and for tests
 * Redis. Says in a line what takes time. Throws {@link SetUpError} with what to do.
 * @param {{ build?: boolean, ffmpeg?: boolean, redis?: boolean, bundles?: readonly import('./bundles.mjs').BundleName[] }} [parts]
 * @returns {Promise<string>} the Node program to run everything else with
 */
export function setUp({ build = true, ffmpeg = true, redis = false, bundles = [] } = {}) {
  return withLock(async () => {
    await installDependencies();
    const node = nodeProgram();
    if (node === null) throw new SetUpError('Node 24 is missing. Remove the folder node_modules and try again.');
    await buildKernels(node);
    provideSvgDrawer();
    if (build) await buildStale(node);
    // The editor's bundle takes the fonts along: built before they are there, it has none, and shows no text.
    await provideFonts(node);
    await buildBundles(node, bundles);
    provideDesigns();
    if (ffmpeg) await provideFfmpeg();
    if (redis) await provideRedis();
    return node;
  });
}

/** @param {string} node */
async function buildStale(node) {
  const { code, output } = await runProgram(node, [toolProgram('tsc'), '-b', 'electron/service']);
  if (code !== 0) throw new SetUpError('The build failed:', output.trim());
  // The compiled modules import `#shared/….ts`: tsc rewrites the extensions of relative imports only.
  const manifest = { type: 'module', imports: { '#shared/*.ts': './shared/*.js' } };
  writeFileSync(path.join(root, 'out', 'package.json'), `${JSON.stringify(manifest)}\n`);
}
