import { expect, it } from 'vitest';
import type { RowCheck } from '#shared/batch/check-row.ts';
import { message } from '#shared/messages/message.ts';
import {
  type BatchRow,
  combinedProgress,
  combinedRow,
  countRows,
  filmsByRow,
  isBusy,
  isRenderable,
  type RowStatus,
  rowsWithFilm,
  statusOf,
  withVerdicts,
} from './batch-rows.ts';

const says = message('source/not-in-project', { name: 'a.mp4' });
const check = (...severities: readonly ('error' | 'warning')[]): RowCheck => ({
  problems: severities.map((severity) => ({ severity, variable: null, says })),
  totalFrames: 10,
  size: null,
});
const row = (state: BatchRow['state']): BatchRow => ({
  ...{ index: 1, filename: 'a.mp4', state, render: 'r', url: null, files: [], error: null, variables: {} },
});

it('a ready row with findings of the film check has a warning', () => {
  const statuses: readonly RowStatus[] = [{ kind: 'ready' }, { kind: 'ready' }, { kind: 'ready' }, { kind: 'invalid' }];
  const verdicts = [{ verdict: 'passed' }, { verdict: 'warned' }, null, { verdict: 'failed' }] as const;
  expect(withVerdicts(statuses, verdicts).map(({ kind }) => kind)).toEqual(['ready', 'warning', 'ready', 'invalid']);
});

it('a row without a render has the status of its check', () => {
  const kinds = [
    null,
    check(),
    check('warning'),
    check('warning', 'error'),
    { problems: [], totalFrames: null, size: null },
  ];
  expect(kinds.map((kind) => statusOf(kind, null, undefined).kind)).toEqual([
    'checking',
    'ready',
    'warning',
    'invalid',
    'invalid',
  ]);
});

it('a row with a render has the status of the render', () => {
  const states = ['queued', 'fetching', 'rendering', 'uploading', 'succeeded', 'failed', 'cancelled'] as const;
  expect(states.map((state) => statusOf(check('error'), row(state), undefined).kind)).toEqual([
    'queued',
    'running',
    'running',
    'running',
    'done',
    'failed',
    'cancelled',
  ]);
});

it('a running row has progress after the first report', () => {
  const share = (progress: Parameters<typeof statusOf>[2]) => statusOf(null, row('rendering'), progress);
  expect(share({ done: 5, total: 20, fps: null })).toMatchObject({ share: 0.25 });
  expect(share({ done: 0, total: 0, fps: null })).toMatchObject({ share: 0 });
  expect(share(undefined)).toMatchObject({ share: 0 });
});

it('each filter shows its number of rows', () => {
  const statuses: readonly RowStatus[] = [
    { kind: 'checking' },
    { kind: 'invalid' },
    { kind: 'running', row: row('rendering'), share: 0 },
    { kind: 'done', row: row('succeeded') },
    { kind: 'failed', row: row('failed') },
    { kind: 'cancelled', row: row('cancelled') },
  ];
  expect(countRows(statuses)).toEqual({ all: 6, done: 1, outdated: 0, todo: 3, invalid: 1, failed: 1 });
  expect(statuses.map(isRenderable)).toEqual([false, false, false, false, true, true]);
  expect(statuses.map(isBusy)).toEqual([false, false, true, false, false, false]);
});

it('the status of an outdated film contains its reasons', () => {
  const good = { problems: [], totalFrames: 5, size: null };
  const bad = { problems: [{ severity: 'error', variable: 'clip', says }], totalFrames: null, size: null } as const;
  const of = (check: RowCheck, state: BatchRow['state'], by: Parameters<typeof statusOf>[3]) =>
    statusOf(check, row(state), undefined, by);
  expect(of(good, 'succeeded', [])).toMatchObject({ kind: 'done' });
  expect(of(good, 'succeeded', ['brand'])).toMatchObject({ kind: 'outdated', by: ['brand'] });
  expect(of(bad, 'succeeded', ['values'])).toEqual({ kind: 'invalid' });
  expect(of(good, 'failed', ['values'])).toEqual({ kind: 'ready' });
  expect(of(good, 'failed', ['template'])).toMatchObject({ kind: 'failed' });
  expect(isRenderable(of(good, 'succeeded', ['format']))).toBe(true);
  expect(countRows([of(good, 'succeeded', ['format'])])).toMatchObject({ done: 0, outdated: 1, todo: 1 });
});

it('an outdated film can be exported', () => {
  const done = row('succeeded');
  const statuses: readonly RowStatus[] = [
    { kind: 'ready' },
    { kind: 'done', row: done },
    { kind: 'outdated', row: done, by: ['values'] },
    { kind: 'failed', row: row('failed') },
  ];
  expect(rowsWithFilm(statuses)).toEqual([1, 2]);
});

it('the films of a run are grouped by row', () => {
  const rows = [1, 2, 3, 4].map((index) => ({ ...row('succeeded'), index, row: Math.ceil(index / 2) }));
  expect([...filmsByRow({ rows })].map(([number, films]) => [number, films.map(({ index }) => index)])).toEqual([
    [1, [1, 2]],
    [2, [3, 4]],
  ]);
  expect([...filmsByRow({ rows: [row('queued')] }).keys()]).toEqual([1]);
});

it('the films of a row in a run are combined into one', () => {
  const stateOf = (...states: readonly BatchRow['state'][]) => combinedRow(states.map(row))?.state;
  expect(stateOf('queued', 'queued')).toBe('queued');
  expect(stateOf('succeeded', 'queued', 'failed')).toBe('rendering');
  expect(stateOf('succeeded', 'uploading')).toBe('rendering');
  expect(stateOf('succeeded', 'failed', 'cancelled')).toBe('failed');
  expect(stateOf('succeeded', 'cancelled')).toBe('cancelled');
  expect(stateOf('succeeded', 'succeeded')).toBe('succeeded');
  const failed = { ...row('failed'), render: 'other', error: 'Broken.' };
  expect(combinedRow([row('succeeded'), failed])).toMatchObject({ render: 'r', state: 'failed', error: 'Broken.' });
});

it('the progress of a row in a run counts the row’s films', () => {
  const running = { ...row('rendering'), render: 'b' };
  const progress = new Map([['b', { done: 5, total: 10, fps: 30 }]]);
  expect(combinedProgress([row('succeeded'), running, row('queued')], progress)).toMatchObject({ done: 1.5, total: 3 });
});

it('a row with a failed film keeps its other films', () => {
  const films = [[row('succeeded'), row('failed')]];
  expect(rowsWithFilm([{ kind: 'failed', row: row('failed') }], films)).toEqual([0]);
});
