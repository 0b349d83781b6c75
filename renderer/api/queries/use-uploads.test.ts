import { expect, test } from 'vitest';
import { unmeasuredSpeed } from '../uploads/speed.ts';
import type { UploadPhase } from '../uploads/upload-row.ts';
import { namesOfNewAssets } from './use-uploads.ts';

const row = (phase: UploadPhase, project = 'p') => ({
  ...{ id: 'u', project, name: 'A.jpg', size: 1, bytesDone: 0, speed: unmeasuredSpeed },
  phase,
});

test('the name of a running upload is new until the upload fails', () => {
  expect(namesOfNewAssets([row({ type: 'running' })], 'p')).toEqual(['+a.jpg']);
  expect(namesOfNewAssets([row({ type: 'failed', error: null })], 'p')).toEqual(['-a.jpg']);
  expect(namesOfNewAssets([row({ type: 'running' }, 'other')], 'p')).toEqual([]);
  expect(namesOfNewAssets([], 'p')).toEqual([]);
});
