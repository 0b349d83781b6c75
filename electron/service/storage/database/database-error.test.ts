import { expect, test } from 'vitest';
import { createHealth } from '../health.ts';
import { refuseDatabaseError } from './database-error.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Returns the error of a failed write of SQLite, and the state of the workspace afterward. */
function refused(errcode: number, hasNoRoom: boolean): { readonly code: unknown; readonly state: string } {
  const health = createHealth(quiet);
  try {
    refuseDatabaseError(Object.assign(new Error('disk I/O error'), { errcode }), health, () => hasNoRoom);
  } catch (error) {
    return { code: error instanceof Error && 'code' in error ? error.code : null, state: health.state() };
  }
}

const WRITE = 778;
const SYNC = 1034;

test('an exhausted quota is treated as a full disk without stopping changes', {
  tags: ['promise:F12'],
}, () => {
  expect(refused(WRITE, true)).toEqual({ code: 'storage/full', state: 'ok' });
});

test('an unexplained write error or failed sync stops all changes', () => {
  expect(refused(WRITE, false)).toEqual({ code: 'storage/read-only', state: 'read-only' });
  expect(refused(SYNC, true)).toEqual({ code: 'storage/read-only', state: 'read-only' });
});
