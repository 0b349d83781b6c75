import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { runBrowserTests } from './browser-tests.mjs';
import { buildBundles, testedBundles } from './bundles.mjs';
import { provideShell } from './chromium.mjs';
import { root, toolProgram } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { setUp } from './set-up.mjs';
import { runMain, SetUpError, say } from './set-up-error.mjs';
import { printOutcome, readVitestReport } from './test-reports.mjs';

/** @typedef {import('./test-reports.mjs').Outcome} Outcome */

/**
 * The duration of each step as text.
 * @type {string[]}
 */
const times = [];

const reportFile = path.join(root, 'out', 'test-report.json');

/**
 * The number of type checkers: one for each processor, but not more than the default of the compiler. Additional
 * checkers would only read the same files repeatedly.
 */
const checkers = Math.min(4, availableParallelism());

/**
 * `npm run check`. With --everything (`npm test`), it also runs the tests that render films or start programs, and the
 * tests in a browser. --full (`npm run test:full`) sets `TEST_SCALE`. It prints the failures, and then the counts.
 */
await runMain(async () => {
  const everything = process.argv.includes('--everything');
  if (process.argv.includes('--full')) process.env['TEST_SCALE'] = 'full';
  // The type check below builds the whole solution.
  const node = await timed('set-up', () => setUp({ build: false, ffmpeg: true, redis: true }));
  // These checks are independent. Bundling for the tests uses one core, and the compiler leaves some cores idle.
  const [bundled, ...outcomes] = await timed('checks', () =>
    Promise.all([
      everything ? bundle(node) : null,
      check(node, 'types', 'tsc', ['-b', '--checkers', String(checkers)]),
      check(node, 'lint', 'biome', ['check', '--error-on-warnings']),
      check(node, 'dead code', 'knip', []),
      ...(everything ? [] : [runTests(node, ['--project', 'unit'])]),
    ]),
  );
  if (bundled !== null) outcomes.push(bundled);
  // Some of these tests start programs in the output of the type check, and some start a browser.
  if (everything) outcomes.push(await timed('unit and full tests', () => checkFully(node)));
  if (everything) outcomes.push(await timed('tests in a browser', () => checkEditor(node)));
  say(`Time: ${times.join(', ')}.`);
  return printOutcome(outcomes);
});

/**
 * Runs a step and records its duration.
 * @template Value
 * @param {string} step
 * @param {() => Promise<Value>} run
 * @returns {Promise<Value>}
 */
async function timed(step, run) {
  const start = performance.now();
  const value = await run();
  times.push(`${step} ${((performance.now() - start) / 60_000).toFixed(1)} min`);
  return value;
}

/**
 * Builds the bundles before the tests run in parallel; otherwise, each test would build them. Returns null on success.
 * @param {string} node
 * @returns {Promise<Outcome | null>}
 */
async function bundle(node) {
  try {
    await buildBundles(node, [...testedBundles, 'renderer', 'main', 'preload']);
    return null;
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * Runs all projects of Vitest. Their tests can open a browser; a missing browser is a failure.
 * @param {string} node
 * @returns {Promise<Outcome>}
 */
async function checkFully(node) {
  try {
    return await runTests(node, [], { ...process.env, SCENEWRIGHT_CHROMIUM: await provideShell() });
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * Runs the tests of the editor in a browser. The quick scale leaves out the tests with the tag `@full`. A missing
 * program is a failure.
 * @param {string} node
 * @returns {Promise<Outcome>}
 */
async function checkEditor(node) {
  const selection = process.env['TEST_SCALE'] === 'full' ? [] : ['--grep-invert', '@full'];
  try {
    return await runBrowserTests(node, { selection });
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * Returns a set-up error as a failure. Throws any other error again.
 * @param {unknown} error
 * @returns {Outcome}
 */
function failureOf(error) {
  if (!(error instanceof SetUpError)) throw error;
  say(error.message);
  return { passed: 0, skipped: 0, failures: [error.message] };
}

/**
 * @param {string} node
 * @param {string} name
 * @param {'tsc' | 'biome' | 'knip'} tool
 * @param {readonly string[]} args
 * @returns {Promise<Outcome>}
 */
async function check(node, name, tool, args) {
  const { code, output, seconds } = await runProgram(node, [toolProgram(tool), ...args]);
  say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
  if (code === 0) return { passed: 1, skipped: 0, failures: [] };
  say(output.trim());
  return { passed: 0, skipped: 0, failures: [name] };
}

/**
 * @param {string} node
 * @param {readonly string[]} selection
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Outcome>}
 */
async function runTests(node, selection, env = process.env) {
  mkdirSync(path.dirname(reportFile), { recursive: true });
  rmSync(reportFile, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const { code } = await runProgram(node, [toolProgram('vitest'), 'run', ...selection, ...reporters], {
    env,
    show: true,
  });
  return readVitestReport(reportFile, code);
}
