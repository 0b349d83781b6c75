import { expect, it } from 'vitest';
import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { BatchEntry } from '#renderer/api/queries/use-batches.ts';
import { filmsDone, likeNamed, listedBatches, outcomeOf, queueEntries, shareOf } from './queue-entries.ts';

const batch = (id: string, state: BatchEntry['state'], createdAt: string): BatchEntry => ({
  ...{ id, state, createdAt },
  project: 'p',
  movie: 'Card',
  format: 'mp4',
  quality: 'standard',
  counts: { total: 4, queued: 1, running: 1, succeeded: 1, failed: 1, cancelled: 0 },
  statusUrl: '',
});

it('lists active batches and batches that ended within a day', () => {
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

it('batches and films are sorted by the time of their request', () => {
  const entries = queueEntries(
    [],
    [batch('first', 'running', '2026-05-02T09:00:00.000Z'), batch('second', 'running', '2026-05-02T09:00:01.000Z')],
  );
  expect(entries.map(({ id }) => id)).toEqual(['second', 'first']);
});

it('renders with the same name have numbers, oldest first', () => {
  const render = (id: string, name: string, createdAt: string) => ({ id, name, createdAt }) as unknown as RenderEntry;
  const renders = [
    render('third', 'film.mp4', '2026-05-02T09:00:02.000Z'),
    render('other', 'else.mp4', '2026-05-02T09:00:02.000Z'),
    render('first', 'Film.mp4', '2026-05-02T09:00:00.000Z'),
    render('second', 'Film.mp4', '2026-05-02T09:00:01.000Z'),
  ];
  const numbers = likeNamed(renders, ({ name }) => name ?? '');
  expect([...numbers]).toEqual([
    ['first', 1],
    ['second', 2],
    ['third', 3],
  ]);
});

it('the progress of a batch is its share of ended films', () => {
  expect(shareOf(batch('b', 'running', ''))).toBe(0.5);
});

it('a batch has an outcome and a number of finished films', () => {
  const ended = (counts: Partial<BatchEntry['counts']>): BatchEntry => ({
    ...batch('b', 'ended', ''),
    counts: { total: 4, queued: 0, running: 0, succeeded: 0, failed: 0, cancelled: 0, ...counts },
  });
  expect(outcomeOf(ended({ succeeded: 4 }))).toBe('ended');
  expect(outcomeOf(ended({ succeeded: 3, failed: 1 }))).toBe('ended');
  expect(filmsDone(ended({ succeeded: 3, failed: 1 }))).toBe(3);
  expect(outcomeOf(ended({ failed: 4 }))).toBe('failed');
  expect(outcomeOf(ended({ succeeded: 1, cancelled: 3 }))).toBe('cancelled');
  expect(filmsDone(ended({ succeeded: 1, cancelled: 3 }))).toBe(1);
  expect(outcomeOf(batch('b', 'running', ''))).toBe('running');
  expect(filmsDone(batch('b', 'running', ''))).toBe(2);
});
