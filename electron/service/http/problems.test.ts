import { expect, test } from 'vitest';
import { problemOf, serviceErrorOf } from './problems.ts';

function answerTo(code: string) {
  const { document, headers } = problemOf(serviceErrorOf(Object.assign(new Error('inner words'), { code })));
  return [document.status, document.code, headers['retry-after'] ?? null, document.detail.includes('inner words')];
}

test('F12, F14: a machine that lacks something is told as such, and when to try again', () => {
  expect(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EROFS', 'EIO'].map(answerTo)).toEqual([
    [507, 'storage/full', null, false],
    [507, 'storage/full', null, false],
    [503, 'storage/busy', '1', false],
    [503, 'storage/busy', '1', false],
    [503, 'storage/busy', '1', false],
    [503, 'storage/read-only', '1', false],
    [500, 'request/internal', null, false],
  ]);
});
