import process from 'node:process';
import { runBrowserTests } from './browser-tests.mjs';
import { allBundles } from './bundles.mjs';
import { findElectron } from './electron-program.mjs';
import { setUp } from './set-up.mjs';
import { runMain, SetUpError } from './set-up-error.mjs';
import { printOutcome } from './test-reports.mjs';

/** `npm run test:e2e`, and with --electron `npm run test:electron`. Passes other arguments to Playwright. */
await runMain(async () => {
  const args = process.argv.slice(2);
  const inWindow = args.includes('--electron');
  const node = await setUp({ build: inWindow, bundles: inWindow ? allBundles : ['service', 'pages', 'renderer'] });
  if (inWindow && findElectron() === null) {
    throw new SetUpError('The Electron program is missing; `npx install-electron` downloads it.');
  }
  const selection = args.filter((argument) => argument !== '--electron');
  return printOutcome([await runBrowserTests(node, { selection, inWindow })]);
});
