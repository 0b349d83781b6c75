import { describe, expect, test } from 'vitest';
import { idAt, sourceOf } from '../testing/read-source.ts';
import { nodesOf } from './node-ids.ts';

/** Returns a template with a scene for each name. */
function movie(...scenes: readonly string[]): string {
  return `<movie>\n${scenes.map((name) => `  <scene name="${name}"><video url="${name}"/></scene>\n`).join('')}</movie>`;
}

describe('parsing a changed text', () => {
  test('preserves all ids if only the formatting changes', () => {
    const before = sourceOf(movie('a', 'b'));
    const after = sourceOf(movie('a', 'b').replaceAll('\n', '\r\n\t'), before);
    expect(after.document).toEqual(before.document);
    expect([...after.ranges.keys()].sort()).toEqual([...before.ranges.keys()].sort());
  });

  test('preserves ids if other scenes are inserted, removed, or moved', () => {
    const before = sourceOf(movie('a', 'b', 'c', 'd'));
    const after = sourceOf(movie('new', 'd', 'a', 'c'), before);
    for (const name of ['a', 'c', 'd'])
      expect(idAt(after, `<scene name="${name}"`)).toBe(idAt(before, `<scene name="${name}"`));
    const known = new Set([...nodesOf(before.document)].map((node) => node.id));
    expect(known.has(idAt(after, '<scene name="new"'))).toBe(false);
    expect(known.has(idAt(after, '<video url="new"'))).toBe(false);
  });

  test('preserves the id of an element with changed attributes', () => {
    const before = sourceOf(movie('a', 'b', 'c'));
    const after = sourceOf(movie('a', 'b', 'c').replace('<scene name="b"', '<scene duration="7" name="x"'), before);
    expect(idAt(after, '<scene duration="7"')).toBe(idAt(before, '<scene name="b"'));
    expect(idAt(after, '<video url="b"')).toBe(idAt(before, '<video url="b"'));
  });

  test('preserves the ids of identical siblings if one changes', () => {
    const before = sourceOf('<movie><a/><a/><a/></movie>');
    const after = sourceOf('<movie><a/><a b="1"/><a/></movie>', before);
    expect(after.document.root.children.map(({ id }) => id)).toEqual(before.document.root.children.map(({ id }) => id));
  });

  test('assigns a unique id to every node', () => {
    const before = sourceOf('<movie><a/><b/><a/></movie>');
    const after = sourceOf('<movie><a/><a/><a/><b/><b/><!--c--></movie>', before);
    const ids = [...nodesOf(after.document)].map((node) => node.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('preserves the ids of 10,000 scenes', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `s${index}`);
    const before = sourceOf(movie(...names));
    const after = sourceOf(movie(...names.toReversed()), before);
    expect(idAt(after, '<scene name="s77"')).toBe(idAt(before, '<scene name="s77"'));
  });
});
