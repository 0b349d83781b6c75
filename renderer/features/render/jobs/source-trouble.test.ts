import { expect, it } from 'vitest';
import { isSourceTrouble } from './use-job-commands.ts';

const issue = (code: string, severity: 'error' | 'warning' = 'error') => ({
  ...{ code, severity, message: '', path: '' },
  line: null,
  column: null,
});

it('what failed of its sources can be relinked, and nothing else', () => {
  expect(isSourceTrouble({ issues: [issue('value/range'), issue('source/not-found')] })).toBe(true);
  expect(isSourceTrouble({ issues: [issue('source/unreadable')] })).toBe(true);
  expect(isSourceTrouble({ issues: [issue('font/not-found')] })).toBe(true);
  expect(isSourceTrouble({ issues: [issue('font/family')] })).toBe(false);
  expect(isSourceTrouble({ issues: [issue('source/hdr', 'warning')] })).toBe(false);
  expect(isSourceTrouble({ issues: [] })).toBe(false);
  expect(isSourceTrouble({})).toBe(false);
  expect(isSourceTrouble(null)).toBe(false);
});
