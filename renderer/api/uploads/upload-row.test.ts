import { expect, test } from 'vitest';
import { unmeasuredSpeed } from './speed.ts';
import { countUploads, firstRows, NO_UPLOADS, rowsToStart, type UploadPhase, type UploadRow } from './upload-row.ts';

function row(id: string, type: 'queued' | 'running' | 'done' | 'paused' | 'failed', size = 1000): UploadRow {
  const phase: UploadPhase = type === 'failed' ? { type, error: null } : { type };
  return { id, project: 'p', name: id, size, bytesDone: 0, speed: unmeasuredSpeed, phase };
}

const LARGE = 100 * 2 ** 20;

test('two small files upload in parallel with two large ones', () => {
  const started = (...rows: readonly UploadRow[]) => rowsToStart(rows, { all: 4, chunked: 2 }).map(({ id }) => id);
  const small = ['a', 'b', 'c', 'd', 'e'].map((id) => row(id, 'queued'));
  expect(started(...small)).toEqual(['a', 'b', 'c', 'd']);
  expect(started(row('x', 'running', LARGE), row('y', 'queued', LARGE), row('z', 'queued', LARGE), ...small)).toEqual([
    ...['y', 'a', 'b'],
  ]);
});

test('finished uploads are counted until the list is empty', () => {
  const size = ({ seen, done }: typeof NO_UPLOADS) => [done.size, seen.size];
  const first = countUploads(NO_UPLOADS, [row('a', 'done'), row('b', 'running'), row('c', 'queued')]);
  expect(size(first)).toEqual([1, 3]);
  const second = countUploads(first, [row('b', 'done'), row('c', 'queued')]);
  expect(size(second)).toEqual([2, 3]);
  expect(countUploads(second, [row('b', 'done'), row('c', 'running')])).toBe(second);
  expect(size(countUploads(second, [row('b', 'done')]))).toEqual([2, 2]);
  expect(size(countUploads(second, []))).toEqual([0, 0]);
});

test('uploads that wait for the user are listed first', () => {
  const rows = [row('a', 'done'), row('b', 'queued'), row('c', 'running'), row('d', 'failed'), row('e', 'queued')];
  expect(firstRows(rows, 4).map(({ id }) => id)).toEqual(['d', 'c', 'b', 'e']);
});
