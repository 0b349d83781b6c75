import { describe, expect, test } from 'vitest';
import { message } from '#shared/messages/message.ts';
import {
  createHistory,
  type History,
  historyLabels,
  jump,
  MAX_STEPS,
  recordStep,
  redo,
  sealHistory,
  undo,
} from './history.ts';
import { MOVIE_SELECTION, selectNodes } from './selection.ts';
import { edited, film, sceneId } from './testing/editing.ts';

const MOVIE = MOVIE_SELECTION;
const start = () => createHistory(film('<scene duration="1"/>', '<scene duration="2"/>'));

function step(
  history: History,
  duration: number,
  { key, at = 0, joins = false }: { key?: string; at?: number; joins?: boolean } = {},
): History {
  const scene = sceneId(history.source, 0);
  const { source } = edited(history.source, { type: 'scene/trim-end', scene, duration });
  const selected = selectNodes([scene]);
  return recordStep(history, { label: trimTo(duration), source, before: MOVIE, after: selected, key, at, joins });
}
/** Returns the label of the step. */
const trimTo = (duration: number) => message('step/restore-revision', { revision: duration });
const durationOf = ({ source }: History) => /duration="(\d+)"/.exec(source.text)?.[1];

describe('a history', () => {
  test('restores the selection with undo and redo', () => {
    const history = step(step(start(), 10), 20);
    expect(historyLabels(history)).toEqual({ undo: trimTo(20), redo: null });
    const back = undo(history);
    expect(back && durationOf(back.history)).toBe('10');
    expect(back?.selection).toEqual(MOVIE);
    expect(back && historyLabels(back.history)).toEqual({ undo: trimTo(10), redo: trimTo(20) });
    const forth = back && redo(back.history);
    expect(forth && durationOf(forth.history)).toBe('20');
    expect(forth?.selection).toEqual(selectNodes([sceneId(history.source, 0)]));
  });

  test('stops at its first and last step', () => {
    expect(undo(start())).toBeNull();
    expect(redo(step(start(), 10))).toBeNull();
    expect(jump(start(), 1)).toBeNull();
  });

  test('moves over many steps in one jump', () => {
    const history = [10, 20, 30, 40].reduce((all, duration) => step(all, duration), start());
    const there = jump(history, 1);
    expect(there && durationOf(there.history)).toBe('10');
    const forth = there && jump(there.history, 4);
    expect(forth && durationOf(forth.history)).toBe('40');
    expect(jump(history, 0)?.history.source.text).toBe(start().source.text);
  });

  test('removes the undone steps when a step is added', () => {
    const back = undo(step(step(start(), 10), 20));
    const other = back && step(back.history, 30);
    expect(other?.entries.map(({ label }) => label)).toEqual([trimTo(10), trimTo(30)]);
    expect(new Set(other?.entries.map(({ id }) => id)).size).toBe(2);
  });

  test('merges quick successive steps with equal keys', () => {
    const typed = step(step(step(start(), 10, { key: 'd', at: 0 }), 11, { key: 'd', at: 1000 }), 12, {
      key: 'd',
      at: 2400,
    });
    expect(typed.entries).toHaveLength(1);
    expect(undo(typed)?.history.source.text).toBe(start().source.text);
    expect(step(typed, 13, { key: 'd', at: 4000 }).entries).toHaveLength(2);
    expect(step(typed, 13, { key: 'e', at: 2500 }).entries).toHaveLength(2);
    expect(step(sealHistory(typed), 13, { key: 'd', at: 2500 }).entries).toHaveLength(2);
  });

  test('merges a later result into its own step', () => {
    const placed = step(step(start(), 5), 10, { key: 'files' });
    const later = step(placed, 20, { key: 'files', at: 60_000, joins: true });
    expect(later.entries.map(({ label }) => label)).toEqual([trimTo(5), trimTo(10)]);
    expect(durationOf(later)).toBe('20');
    const none = step(later, 5, { key: 'files', at: 90_000, joins: true });
    expect(none.entries.map(({ label }) => label)).toEqual([trimTo(5)]);
    expect(none.position).toBe(1);
    expect(step(step(placed, 7), 8, { key: 'files', joins: true }).entries).toHaveLength(4);
  });

  test('ignores a step that changes nothing', () => {
    expect(step(step(start(), 10), 10).entries).toHaveLength(1);
  });

  test('records a swap of identical scenes', () => {
    const before = createHistory(film('<scene duration="2"/>', '<scene duration="2"/>'));
    const [first, second] = [sceneId(before.source, 0), sceneId(before.source, 1)];
    const { source } = edited(before.source, { type: 'scene/move', scenes: [first], to: 2 });
    expect(source.text).toBe(before.source.text);
    const moved = recordStep(before, { label: trimTo(0), source, before: MOVIE, after: MOVIE, at: 0 });
    expect([sceneId(moved.source, 0), sceneId(moved.source, 1)]).toEqual([second, first]);
    const back = undo(moved);
    expect(back?.history.source.document).toBe(before.source.document);
    const forth = back && redo(back.history);
    expect(forth?.history.source.document).toBe(source.document);
  });

  test('drops the oldest steps beyond its limit', () => {
    let history = start();
    for (let count = 1; count <= MAX_STEPS + 5; count++) history = step(history, count + 1);
    expect(history.entries).toHaveLength(MAX_STEPS);
    const oldest = jump(history, 0);
    expect(oldest && durationOf(oldest.history)).toBe('6');
  });
});
