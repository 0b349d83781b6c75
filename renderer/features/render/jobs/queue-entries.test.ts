import { describe, expect, it } from 'vitest';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { BatchEntry } from '#renderer/api/queries/use-batches.ts';
import {
  batchOutcome,
  batchProgress,
  distinguishingTexts,
  filmsDone,
  listedBatches,
  queueEntries,
} from './queue-entries.ts';

const batch = (id: string, state: BatchEntry['state'], createdAt: string): BatchEntry => ({
  ...{ id, state, createdAt },
  project: 'p',
  movie: 'Card',
  format: 'mp4',
  quality: 'standard',
  counts: { total: 4, queued: 1, running: 1, succeeded: 1, failed: 1, cancelled: 0 },
  statusUrl: '',
});

it('the queue lists batches that are active or ended within a day', () => {
  const now = Date.parse('2026-05-02T12:00:00Z');
  const batches = [
    batch('old but running', 'paused', '2026-01-01T00:00:00Z'),
    batch('ended', 'ended', '2026-05-02T09:00:00Z'),
    batch('taken off', 'ended', '2026-05-02T09:00:00Z'),
    batch('ended long ago', 'ended', '2026-05-01T09:00:00Z'),
  ];
  expect(listedBatches(batches, ['taken off', 'old but running'], now).map(({ id }) => id)).toEqual([
    'old but running',
    'ended',
  ]);
});

it('batches and films are sorted by request time', () => {
  const entries = queueEntries(
    [],
    [batch('first', 'running', '2026-05-02T09:00:00.000Z'), batch('second', 'running', '2026-05-02T09:00:01.000Z')],
  );
  expect(entries.map(({ id }) => id)).toEqual(['second', 'first']);
});

describe('renders with the same name', () => {
  const words = { framesFromTo: (from: string, to: string) => `${from}–${to}`, likeNamed: (at: number) => `no. ${at}` };
  const now = new Date('2026-05-02T20:00:00');
  const at = (time: string) => new Date(`2026-05-02T${time}`).toISOString();
  type Given = Partial<Pick<RenderEntry, 'format' | 'range'>> & { readonly values?: Readonly<Record<string, string>> };
  const render = (id: string, time: string, { values = {}, ...given }: Given = {}) => {
    const listed = Object.entries(values).map(([name, value]) => ({ name, value }));
    const facts = { id, name: 'Film.mp4', format: 'mp4', range: null, createdAt: at(time), values: listed };
    return { ...facts, ...given } as unknown as RenderEntry;
  };
  const labels = (...renders: readonly RenderEntry[]) => [
    ...distinguishingTexts(renders, () => 'Film.mp4', words, now),
  ];

  it('are distinguished by differing values, format, and frames', () => {
    expect(
      labels(
        render('a', '09:00:00', { values: { name: 'Ada', city: 'Porto' } }),
        render('b', '09:00:01', { values: { name: 'Grace', city: 'Porto' }, format: 'webm' }),
        render('c', '09:00:02', { values: { name: 'Grace', city: 'Porto' }, range: { from: 0, to: 9 } }),
      ),
    ).toEqual([
      ['a', 'Ada · MP4'],
      ['b', 'Grace · WEBM'],
      ['c', 'Grace · MP4 · 0–9'],
    ]);
  });

  it('are distinguished by request time, then by a number', () => {
    const same = [render('a', '09:00:00'), render('c', '09:05:10'), render('b', '09:05:00')];
    const [a, b, c] = labels(...same).map(([id, label]) => [id, label.replaceAll(/[^\d:]/g, '')]);
    expect([a, b, c]).toEqual([
      ['a', '09:00'],
      ['b', '09:05:00'],
      ['c', '09:05:10'],
    ]);
    expect(labels(render('b', '09:00:00'), render('a', '09:00:00'))).toEqual([
      ['b', 'no. 1'],
      ['a', 'no. 2'],
    ]);
  });

  it('need no distinction if the name is unique', () => {
    expect([...distinguishingTexts([render('a', '09:00:00')], () => 'Film.mp4', words, now)]).toEqual([]);
  });
});

it('the progress of a batch is the share of ended films', () => {
  expect(batchProgress(batch('b', 'running', ''))).toBe(0.5);
});

it('a finished batch has an outcome and its number of films', () => {
  const ended = (counts: Partial<BatchEntry['counts']>): BatchEntry => ({
    ...batch('b', 'ended', ''),
    counts: { total: 4, queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0, ...counts },
  });
  expect(batchOutcome(ended({ succeeded: 4 }))).toBe('ended');
  expect(batchOutcome(ended({ succeeded: 3, failed: 1 }))).toBe('ended');
  expect(filmsDone(ended({ succeeded: 3, failed: 1 }))).toBe(3);
  expect(batchOutcome(ended({ failed: 4 }))).toBe('failed');
  expect(batchOutcome(ended({ succeeded: 1, cancelled: 3 }))).toBe('cancelled');
  expect(filmsDone(ended({ succeeded: 1, cancelled: 3 }))).toBe(1);
  expect(batchOutcome(batch('b', 'running', ''))).toBe('running');
  expect(filmsDone(batch('b', 'running', ''))).toBe(2);
});
