import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { provideShell } from './chromium.mjs';
import { displayCommand } from './display.mjs';
import { provideExampleMedia } from './example-media.mjs';
import { root, toolProgram } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { readPlaywrightReport } from './test-reports.mjs';

const reportFile = path.join(root, 'out', 'e2e-report.json');

/**
 * Runs the tests of the editor in a browser or in the desktop app. The caller must have built everything.
 * @param {string} node
 * @param {{ selection?: readonly string[], inWindow?: boolean }} [options] `inWindow` selects the desktop app, which
 * must be installed
 * @returns {Promise<import('./test-reports.mjs').Outcome>}
 */
export async function runBrowserTests(node, { selection = [], inWindow = false } = {}) {
  // The tests import pictures and fonts of the examples.
  await provideExampleMedia();
  const host = inWindow
    ? { SCENEWRIGHT_HOST: 'electron' }
    : { SCENEWRIGHT_HOST: 'chromium', SCENEWRIGHT_CHROMIUM: await provideShell() };
  mkdirSync(path.dirname(reportFile), { recursive: true });
  rmSync(reportFile, { force: true });
  const env = { ...process.env, ...host, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile };
  const args = ['test', '--config', path.join(root, 'e2e', 'playwright.config.ts'), '--reporter=list,json'];
  const command = [node, toolProgram('playwright'), ...args, ...selection];
  const [program = node, ...rest] = inWindow ? displayCommand(command) : command;
  const { code } = await runProgram(program, rest, { env, show: true });
  return readPlaywrightReport(reportFile, code);
}
