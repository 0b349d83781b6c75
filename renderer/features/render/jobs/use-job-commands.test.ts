import { expect, it } from 'vitest';
import { isSourceIssue } from './use-job-commands.ts';

const issue = (code: string, severity: 'error' | 'warning' = 'error') => ({
  ...{ code, severity, message: '', path: '' },
  line: null,
  column: null,
});

it('only failures of sources and font files offer a relink', () => {
  expect(isSourceIssue({ issues: [issue('value/range'), issue('source/not-found')] })).toBe(true);
  expect(isSourceIssue({ issues: [issue('source/unreadable')] })).toBe(true);
  expect(isSourceIssue({ issues: [issue('font/not-found')] })).toBe(true);
  expect(isSourceIssue({ issues: [issue('font/family')] })).toBe(false);
  expect(isSourceIssue({ issues: [issue('source/hdr', 'warning')] })).toBe(false);
  expect(isSourceIssue({ issues: [] })).toBe(false);
  expect(isSourceIssue({})).toBe(false);
  expect(isSourceIssue(null)).toBe(false);
});
