import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/**
 * The result of a test run.
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} skipped
 * @property {readonly string[]} failures the file, the name, and the beginning of the message of each failed test;
 * other failures as text
 */

/** The maximum characters of a message, enough for the expected and the actual value. */
const MAX_CHARACTERS = 400;

/**
 * Reads the report of Vitest's JSON reporter. If the run failed, the result has at least one failure. For example, a
 * file that does not load is a failure, and so is an error outside of tests.
 * @param {string} file
 * @param {number} code of Vitest's process
 * @returns {Outcome}
 */
export function readVitestReport(file, code) {
  /** @param {VitestReport} report */
  const read = (report) => ({
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(vitestFailures),
  });
  return readReport(file, code, 'Vitest', read);
}

/**
 * Reads the report of Playwright's JSON reporter. A test that passes only on a retry counts as failed.
 * @param {string} file
 * @param {number} code of Playwright's process
 * @returns {Outcome}
 */
export function readPlaywrightReport(file, code) {
  /** @param {PlaywrightReport} report */
  const read = (report) => ({
    passed: report.stats.expected,
    skipped: report.stats.skipped,
    failures: report.suites.flatMap(playwrightFailures),
  });
  return readReport(file, code, 'Playwright', read);
}

/**
 * Prints the failures, and then the line with the counts.
 * @param {readonly Outcome[]} outcomes
 * @returns {number} the exit code
 */
export function printOutcome(outcomes) {
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0);
  const skipped = outcomes.reduce((total, outcome) => total + outcome.skipped, 0);
  const counts = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  process.stdout.write(`${[...failures.map((failure) => `FAILED ${failure}`), counts].join('\n')}\n`);
  return failures.length === 0 ? 0 : 1;
}

/**
 * @template Report
 * @param {string} file
 * @param {number} code
 * @param {string} name of the program, for a failure without a report
 * @param {(report: Report) => Outcome} read
 * @returns {Outcome}
 */
function readReport(file, code, name, read) {
  /** @type {Outcome} */
  let outcome = { passed: 0, skipped: 0, failures: [] };
  try {
    outcome = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { ...outcome, failures: [`${name} left no report (exit code ${code})`] };
  }
  const isSilent = code !== 0 && outcome.failures.length === 0;
  return isSilent ? { ...outcome, failures: [`${name} failed outside its tests (exit code ${code})`] } : outcome;
}

/** @typedef {{ status: string, fullName: string, failureMessages?: readonly string[] }} VitestTest */
/** @typedef {{ name: string, status: string, assertionResults: readonly VitestTest[] }} TestFile */
/** @typedef {{ numPassedTests: number, numPendingTests: number, numTodoTests: number, testResults: readonly TestFile[] }} VitestReport */

/** @param {TestFile} file */
function vitestFailures(file) {
  const name = path.relative(root, file.name);
  const failed = file.assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && file.status === 'failed') return [`${name} does not load`];
  return failed.map((test) => `${name} › ${test.fullName}${why(test.failureMessages?.[0])}`);
}

/** @typedef {{ status: string, results?: readonly { error?: { message?: string } }[] }} PlaywrightTest */
/** @typedef {{ tests: readonly PlaywrightTest[], title: string, file: string, line: number }} Spec */
/** @typedef {{ specs?: readonly Spec[], suites?: readonly Suite[] }} Suite */
/** @typedef {{ stats: { expected: number, skipped: number }, suites: readonly Suite[] }} PlaywrightReport */

/**
 * @param {Suite} suite
 * @returns {readonly string[]}
 */
function playwrightFailures({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) => {
    const failed = tests.find(({ status }) => status === 'unexpected' || status === 'flaky');
    if (failed === undefined) return [];
    const messages = failed.results?.flatMap(({ error }) => error?.message ?? []);
    return [`e2e/${file}:${line} › ${title}${why(messages?.[0])}`];
  });
  return [...own, ...suites.flatMap(playwrightFailures)];
}

/**
 * Returns the beginning of the message of a failure on one line; empty if there is none.
 * @param {string | undefined} message
 * @returns {string}
 */
function why(message) {
  const words = stripVTControlCharacters(message ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (words === '') return '';
  return `: ${words.length > MAX_CHARACTERS ? `${words.slice(0, MAX_CHARACTERS)}…` : words}`;
}
