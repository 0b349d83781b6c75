import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildBundles } from './bundles.mjs';
import { installDependencies } from './dependencies.mjs';
import { provideDesigns, provideReference } from './designs.mjs';
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
 * Provides the missing parts of the set-up: the dependencies, the kernels of the compositor, the module that draws SVG,
 * the build, fonts, the named bundles, designs, FFmpeg, and, for tests, Redis. Prints a line before each slow step.
 * Throws {@link SetUpError} with instructions.
 * @param {{ build?: boolean, ffmpeg?: boolean, redis?: boolean, bundles?: readonly import('./bundles.mjs').BundleName[]
 * }} [parts]
 * @returns {Promise<string>} the Node program for everything else
 */
export function setUp({ build = true, ffmpeg = true, redis = false, bundles = [] } = {}) {
  return withLock(async () => {
    await installDependencies();
    const node = nodeProgram();
    if (node === null) throw new SetUpError('Node 24 is missing. Remove the folder node_modules and try again.');
    await buildKernels(node);
    provideSvgDrawer();
    if (build) await buildStale(node);
    // Provide the fonts before bundling the editor. Otherwise, the editor draws no text.
    await provideFonts(node);
    await buildBundles(node, bundles);
    provideDesigns();
    provideReference();
    if (ffmpeg) await provideFfmpeg();
    if (redis) await provideRedis();
    return node;
  });
}

/** @param {string} node */
async function buildStale(node) {
  const { code, output } = await runProgram(node, [toolProgram('tsc'), '-b', 'electron/service']);
  if (code !== 0) throw new SetUpError('The build failed:', output.trim());
  // The compiled modules import `#shared/….ts`, because tsc rewrites only the extensions of relative imports.
  const manifest = { type: 'module', imports: { '#shared/*.ts': './shared/*.js' } };
  writeFileSync(path.join(root, 'out', 'package.json'), `${JSON.stringify(manifest)}\n`);
}
