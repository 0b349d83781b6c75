import path from 'node:path';
import process from 'node:process';
import { allBundles } from './bundles.mjs';
import { provideChromium } from './chromium.mjs';
import { provideExampleMedia } from './example-media.mjs';
import { root } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { setUp } from './set-up.mjs';
import { runMain } from './set-up-error.mjs';

/**
 * `npm run bench`: builds the programs and finds the tools for the benchmark. Passes its arguments to the benchmark.
 */
await runMain(async () => {
  const node = await setUp({ ffmpeg: true, bundles: allBundles });
  const args = process.argv.slice(2);
  const drivesBrowser =
    !['--only', '--scale'].some((option) => args.includes(option)) ||
    ['editor', 'layers', 'playing'].some((row) => args.includes(row));
  // The benchmark of layers needs the logo of the examples.
  if (drivesBrowser) await provideExampleMedia();
  const browser = drivesBrowser ? { SCENEWRIGHT_CHROMIUM: await provideChromium() } : {};
  const env = { ...process.env, ...browser };
  const { code } = await runProgram(node, [path.join(root, 'bench', 'bench.ts'), ...args], { env, show: true });
  return code;
});
