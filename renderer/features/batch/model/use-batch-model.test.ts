import { expect, it } from 'vitest';
import type { RowStatus } from '#renderer/project/batch-rows.ts';
import { message } from '#shared/messages/message.ts';
import { batchRow } from '../testing/batch-rows.ts';
import { lackingVariables, progressOf, shownLink } from './use-batch-model.ts';

const check = (totalFrames: number | null) => ({ problems: [], totalFrames, size: null });
const row = (render: string) => batchRow({ render });

it('progress is null if no row was sent or all were canceled', () => {
  expect(progressOf([{ kind: 'ready' }], [check(10)], new Map())).toBeNull();
  expect(progressOf([{ kind: 'cancelled', row: row('a') }], [check(10)], new Map())).toBeNull();
});

it('a variable lacks a value if an error of a row names it', () => {
  const says = (variable: string) => message('batch/no-column-no-default', { variable });
  const problem = (severity: 'error' | 'warning', variable: string) => ({
    severity,
    variable: null,
    says: says(variable),
  });
  const rowCheck = { totalFrames: null, size: null, problems: [problem('error', 'Plan'), problem('warning', 'Look')] };
  expect(lackingVariables({ common: [says('City')], ofRows: [null, check(10), rowCheck] })).toEqual(
    new Set(['City', 'Plan']),
  );
});

it('progress adds up the frames of finished and running films', () => {
  const statuses: readonly RowStatus[] = [
    { kind: 'done', row: row('a') },
    { kind: 'running', row: row('b'), share: 0.5 },
    { kind: 'running', row: row('c'), share: 0 },
    { kind: 'queued', row: row('d') },
    { kind: 'ready' },
  ];
  const reported = new Map([
    ['b', { done: 20, total: 40, fps: 6 }],
    ['c', { done: 10, total: 40, fps: 4 }],
  ]);
  const checks = [check(30), check(40), check(40), check(50), check(1000)];
  expect(progressOf(statuses, checks, reported)).toEqual({
    ...{ ended: 1, total: 4, stopped: 0, doneFrames: 60, totalFrames: 160, fps: 10, secondsLeft: 10 },
  });
});

it('a failed film is counted as ended and keeps its frames', () => {
  const statuses: readonly RowStatus[] = [
    { kind: 'failed', row: row('a') },
    { kind: 'running', row: row('b'), share: 1 },
  ];
  const reported = new Map([['b', { done: 99, total: 99, fps: null }]]);
  expect(progressOf(statuses, [check(30), check(40)], reported)).toEqual({
    ...{ ended: 1, total: 2, stopped: 0, doneFrames: 70, totalFrames: 70, fps: null, secondsLeft: null },
  });
});

it('the remaining time is null if all films have ended', () => {
  expect(progressOf([{ kind: 'done', row: row('a') }], [check(null)], new Map())).toEqual({
    ...{ ended: 1, total: 1, stopped: 0, doneFrames: 0, totalFrames: 0, fps: null, secondsLeft: null },
  });
});

it('a stopped batch reports the number of stopped films', () => {
  const stopped: RowStatus = { kind: 'cancelled', row: row('b') };
  const statuses: readonly RowStatus[] = [{ kind: 'done', row: row('a') }, stopped, stopped];
  expect(progressOf(statuses, [check(30), check(30), check(30)], new Map())).toEqual({
    ...{ ended: 1, total: 3, stopped: 2, doneFrames: 30, totalFrames: 90, fps: null, secondsLeft: null },
  });
});

it('a row shows its earlier film if its new render was canceled', () => {
  const film = { batch: 'first', index: 4 };
  const link = { batch: 'second', index: 1, film };
  const shown = (state: 'cancelled' | 'rendering' | 'failed', hasFilm = true) =>
    shownLink(link, ({ batch }) => {
      if (batch === 'second') return [batchRow({ state })];
      return hasFilm ? [batchRow({ state: 'succeeded' })] : [];
    });
  expect(shown('cancelled')).toEqual(film);
  expect([shown('rendering'), shown('failed'), shown('cancelled', false)]).toEqual([link, link, link]);
});
