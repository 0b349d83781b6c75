import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './paths.mjs';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reports-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function reportOf(report: unknown): Promise<string> {
  const file = path.join(folder, 'report.json');
  await writeFile(file, JSON.stringify(report));
  return file;
}

test('reports failed unit tests, and files that do not load', async () => {
  const testResults = [
    {
      name: path.join(root, 'shared/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'adds' },
        { status: 'failed', fullName: 'takes away', failureMessages: ['\u001B[31mexpected 1\u001B[39m\n\n  to be 2'] },
        { status: 'failed', fullName: 'says much', failureMessages: ['much '.repeat(1000)] },
      ],
    },
    { name: path.join(root, 'shared/b.test.ts'), status: 'failed', assertionResults: [] },
  ];
  const file = await reportOf({ numPassedTests: 1, numPendingTests: 2, numTodoTests: 0, testResults });
  const failures = [
    'shared/a.test.ts › takes away: expected 1 to be 2',
    expect.stringMatching(/^shared\/a\.test\.ts › says much: much .{380,400}…$/),
    'shared/b.test.ts does not load',
  ];
  expect(readVitestReport(file, 1)).toEqual({ passed: 1, skipped: 2, failures });
});

test('reports browser tests that failed or passed only on a retry', async () => {
  const results = [{ error: { message: 'Timed out\n\nReceived: hidden' } }];
  const spec = (title: string, status: string) => ({
    ...{ title, file: 'a.spec.ts', line: 7 },
    tests: [{ status, results: status === 'unexpected' ? results : [] }],
  });
  const suites = [
    { specs: [spec('opens', 'expected')], suites: [{ specs: [spec('closes', 'unexpected'), spec('waits', 'flaky')] }] },
  ];
  const file = await reportOf({ stats: { expected: 1, skipped: 0 }, suites });
  const failures = ['e2e/a.spec.ts:7 › closes: Timed out Received: hidden', 'e2e/a.spec.ts:7 › waits'];
  expect(readPlaywrightReport(file, 1)).toEqual({ passed: 1, skipped: 0, failures });
});

test('a failed run is reported as a failure without a failed test', async () => {
  const silent = await reportOf({ stats: { expected: 3, skipped: 0 }, suites: [] });
  const outside = ['Playwright failed outside its tests (exit code 1)'];
  expect(readPlaywrightReport(silent, 1)).toEqual({ passed: 3, skipped: 0, failures: outside });
  const none = { passed: 0, skipped: 0, failures: ['Vitest left no report (exit code 137)'] };
  expect(readVitestReport(path.join(folder, 'nothing.json'), 137)).toEqual(none);
});
