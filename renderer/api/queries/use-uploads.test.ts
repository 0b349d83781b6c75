import { expect, test } from 'vitest';
import { noSpeed } from '../uploads/speed.ts';
import type { UploadPhase } from '../uploads/upload-row.ts';
import { comingIn } from './use-uploads.ts';

const row = (phase: UploadPhase, project = 'p') => ({
  ...{ id: 'u', project, name: 'A.jpg', size: 1, bytesDone: 0, speed: noSpeed },
  phase,
});

test('a running upload adds its name, and a failure removes it', () => {
  expect(comingIn([row({ type: 'running' })], 'p')).toEqual(['+a.jpg']);
  expect(comingIn([row({ type: 'failed', error: null })], 'p')).toEqual(['-a.jpg']);
  expect(comingIn([row({ type: 'running' }, 'other')], 'p')).toEqual([]);
  expect(comingIn([], 'p')).toEqual([]);
});
