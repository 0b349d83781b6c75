import { describe, expect, test } from 'vitest';
import { refusal } from '#service/errors/issues.ts';
import { issueOf, ServiceError } from '#service/errors/service-error.ts';
import { type ErrorCode, errorCodes } from '#shared/contract/shapes/error-codes.ts';
import { message } from '#shared/messages/message.ts';
import { refusalIn } from './job-processor.ts';

const RETRIED_CODES: readonly ErrorCode[] = [
  'ffmpeg/not-found',
  'ffmpeg/interrupted',
  'ffmpeg/stalled',
  'ffmpeg/memory',
  'render/format-unavailable',
  'render/memory',
  'render/encoder-unavailable',
  'storage/full',
  'storage/unwritable',
  'storage/missing',
  'storage/read-only',
  'storage/busy',
  'storage/away',
  'storage/lost',
  'workspace/in-use',
  'workspace/newer',
  'workspace/damaged',
  'workspace/foreign-store',
  'destination/refused',
  'destination/failed',
  'farm/lacking',
];

describe('a failed job', () => {
  test('is retried if the machine or the store is at fault', () => {
    const codes = Object.keys(errorCodes) as readonly ErrorCode[];
    const retried = codes.filter((code) => refusalIn(new ServiceError(code)) === null);
    expect(retried.toSorted()).toEqual(RETRIED_CODES.toSorted());
  });

  test('is answered with all issues of its template', () => {
    const issues = [issueOf('source/not-found', message('source/lacking-asset', { name: 'a.mp4' }), {})];
    expect(refusalIn(refusal('render/invalid', issues))).toMatchObject({ code: 'render/invalid', issues });
  });

  test('is retried after a system error and answered after a bug', () => {
    const full = Object.assign(new Error('too many files'), { code: 'EMFILE', syscall: 'open' });
    expect(refusalIn(full)).toBeNull();
    expect(refusalIn(new TypeError('a bug'))).toMatchObject({ code: 'request/internal' });
  });
});
