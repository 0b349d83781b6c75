import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runBrowserTests } from './browser-tests.mjs';
import { buildBundles } from './bundles.mjs';
import { root, toolProgram } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { setUp } from './set-up.mjs';
import { runMain, SetUpError, say } from './set-up-error.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const reportFile = path.join(root, 'out', 'test-report.json');

/**
 * `npm run check`, and with --everything `npm test`: the slower tests of the engine and those of the editor in a browser
 * as well. Prints the counts last.
 */
await runMain(async () => {
  const everything = process.argv.includes('--everything');
  // The types of the whole solution are checked below, which builds as well.
  const node = await setUp({ build: false, ffmpeg: true });
  const checks = [await check(node, 'types', 'tsc', ['-b'])];
  checks.push(await check(node, 'lint', 'biome', ['check', '--error-on-warnings']));
  checks.push(await check(node, 'dead code', 'knip', []));
  const runs = [await runTests(node, ['--project', 'unit', ...(everything ? ['--project', 'slow'] : [])])];
  if (everything) runs.push(await checkEditor(node));
  const failed = checks.filter((passed) => !passed).length + sum(runs.map((run) => run.failed));
  const passed = checks.filter((passed) => passed).length + sum(runs.map((run) => run.passed));
  const skipped = sum(runs.map((run) => run.skipped));
  process.stdout.write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  return failed === 0 ? 0 : 1;
});

/**
 * Builds the editor and tries it in a browser; what is missing for that is a failure.
 * @param {string} node
 * @returns {Promise<Counts>}
 */
async function checkEditor(node) {
  try {
    await buildBundles(node, ['renderer', 'main', 'preload']);
    return await runBrowserTests(node);
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    say(error.message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * @param {string} node
 * @param {string} name
 * @param {'tsc' | 'biome' | 'knip'} tool
 * @param {readonly string[]} args
 */
async function check(node, name, tool, args) {
  const { code, output, seconds } = await runProgram(node, [toolProgram(tool), ...args]);
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  if (code !== 0) say(output.trim());
  return code === 0;
}

/**
 * @param {string} node
 * @param {readonly string[]} selection
 * @returns {Promise<Counts>}
 */
async function runTests(node, selection) {
  mkdirSync(path.dirname(reportFile), { recursive: true });
  rmSync(reportFile, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const { code } = await runProgram(node, [toolProgram('vitest'), 'run', ...selection, ...reporters], { show: true });
  const counts = readCounts();
  // A test file that does not load, or an error outside any test, is a failure too.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @returns {Counts} */
function readCounts() {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    const unloaded = report.testResults.filter(
      /** @param {{ status: string, assertionResults: readonly unknown[] }} file */
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length;
    const skipped = report.numPendingTests + report.numTodoTests;
    return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded, skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
