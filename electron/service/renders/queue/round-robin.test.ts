import { describe, expect, it } from 'vitest';
import type { ProjectUid } from '#service/storage/ports.ts';
import type { RenderId } from '../records/render-record.ts';
import { type Candidate, isCrowded, NO_TURNS, nextTurn, type Waiting } from './round-robin.ts';

/**
 * Returns the ids of the next `count` renders if every project always has further renders. Ids of batches are in
 * capitals.
 */
function turnsOf(count: number, ...names: readonly string[]): string {
  const candidates = names.map(
    (name, sequence): Candidate => ({
      id: name as RenderId,
      project: name.toLowerCase() as ProjectUid,
      batched: name !== name.toLowerCase(),
      sequence,
    }),
  );
  let turns = NO_TURNS;
  let order = '';
  for (let turn = 0; turn < count; turn++) {
    const next = nextTurn({ candidates }, turns);
    if (next === null) break;
    order += next.chosen.id;
    turns = next.turns;
  }
  return order;
}

describe('the next render', () => {
  it('alternates between the projects', () => {
    expect(turnsOf(6, 'a', 'b', 'c')).toBe('abcabc');
  });

  it('is a single render, but every fifth is from a batch', () => {
    expect(turnsOf(10, 'A', 'b')).toBe('bbbbAbbbbA');
  });

  it('alternates between batches without single renders', () => {
    expect(turnsOf(4, 'A', 'B')).toBe('ABAB');
  });

  it('is the render that a user moved to the front', () => {
    const candidate = (name: string, sequence: number): Candidate => ({
      id: name as RenderId,
      project: name.slice(0, 1) as ProjectUid,
      batched: false,
      sequence,
    });
    const [first, other, requested] = [candidate('a1', 1), candidate('b1', 2), candidate('a9', 9)];
    const candidates = [first, other];
    const turn = nextTurn({ candidates, requested }, NO_TURNS);
    expect(turn?.chosen).toBe(requested);
    expect(nextTurn({ candidates }, turn?.turns ?? NO_TURNS)?.chosen).toBe(other);
  });

  it('is not a row that would slow a single render', () => {
    const candidate = (id: string, batched: boolean): Candidate => ({
      id: id as RenderId,
      project: id as ProjectUid,
      batched,
      sequence: 0,
    });
    const [batch, single] = [candidate('batch', true), candidate('single', false)];
    const chosen = (waiting: Waiting, singles = 0) => nextTurn(waiting, { ...NO_TURNS, singles }, true)?.chosen ?? null;
    expect(chosen({ candidates: [batch] })).toBeNull();
    expect(chosen({ candidates: [batch, single] })).toBe(single);
    expect(chosen({ candidates: [batch, single] }, 4)).toBe(batch);
    expect(chosen({ candidates: [batch, single], requested: batch })).toBe(batch);
  });

  it('is null if nothing waits', () => {
    expect(turnsOf(3)).toBe('');
  });
});

it('a machine is crowded if another film would slow a single film', () => {
  const [single, row] = [{ batch: null }, { batch: 'b1' }];
  const small = { most: 2, withTwoCores: 1 };
  const making = [[], [row], [single], [row, single]];
  expect(making.map((films) => isCrowded(films, small))).toEqual([false, false, true, true]);
  expect(isCrowded([row, row, single], { most: 4, withTwoCores: 4 })).toBe(false);
});
