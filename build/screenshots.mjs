import path from 'node:path';
import process from 'node:process';
import { provideChromium } from './chromium.mjs';
import { root, toolProgram } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { setUp } from './set-up.mjs';
import { runMain } from './set-up-error.mjs';

/**
 * `npm run screenshots`: takes pictures of every screen into docs/screenshots. `SCENEWRIGHT_SCREENSHOT_MEDIA` names a
 * folder of videos that replace the sample media.
 */
await runMain(async () => {
  const node = await setUp({ build: false, bundles: ['service', 'renderer'] });
  const config = path.join(root, 'e2e', 'screenshots', 'playwright.config.ts');
  const env = { ...process.env, SCENEWRIGHT_HOST: 'chromium', SCENEWRIGHT_CHROMIUM: await provideChromium() };
  const { code } = await runProgram(node, [toolProgram('playwright'), 'test', '--config', config], { env, show: true });
  return code;
});
