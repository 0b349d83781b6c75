import { expect, it } from 'vitest';
import { batchRow } from '../testing/batch-rows.ts';
import { newlyFinished } from './use-new-films.ts';

const [one, other] = [batchRow({ render: 'a' }), batchRow({ render: 'b' })];

it('a film is returned once, when it is done', () => {
  const running = new Set<string>();
  expect(
    newlyFinished(
      [
        { kind: 'queued', row: one },
        { kind: 'running', row: other, share: 0 },
      ],
      running,
    ),
  ).toEqual([]);
  expect([...running]).toEqual(['a', 'b']);
  const later = [{ kind: 'done', row: one } as const, { kind: 'failed', row: other } as const];
  expect(newlyFinished(later, running)).toEqual([one]);
  expect([...running]).toEqual([]);
  expect(newlyFinished(later, running)).toEqual([]);
});

it('films that were done before the first call are not returned', () => {
  expect(newlyFinished([{ kind: 'done', row: one }, { kind: 'ready' }], new Set())).toEqual([]);
});
