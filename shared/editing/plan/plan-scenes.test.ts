import { describe, expect, test } from 'vitest';
import { message } from '#shared/messages/message.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { selectNodes } from '../model/selection.ts';
import { attempt, edited, elementId, film, linesOf, sceneId } from '../model/testing/editing.ts';

const three = () =>
  film('<!-- one -->', '<scene duration="10" name="a"/>', '<scene duration="20"/>', '<scene duration="30"/>');

/** Returns a film of scenes and transitions. Letters are names of scenes, and numbers are durations of transitions. */
const joined = (parts: string) =>
  film(
    ...parts
      .split(' ')
      .map((part) => (/\d/.test(part) ? `<transition duration="${part}"/>` : `<scene duration="10" name="${part}"/>`)),
  );

const partsOf = (source: TemplateSource) =>
  linesOf(source)
    .map((line) => /name="(\w)"/.exec(line)?.[1] ?? /duration="(\d+)"/.exec(line)?.[1])
    .join(' ');

describe('scenes', () => {
  test('are inserted above the comment of the next scene', () => {
    const { source, label, selection } = edited(three(), {
      type: 'scene/add',
      at: 0,
      duration: frames(50),
      source: { kind: 'asset', name: 'clip.mp4' },
    });
    expect(linesOf(source).slice(0, 4)).toEqual([
      '<scene duration="50">',
      '<video src="clip.mp4"/>',
      '</scene>',
      '<!-- one -->',
    ]);
    expect(label).toBe('Add “clip.mp4”');
    expect(selection).toEqual(selectNodes([sceneId(source, 0)]));
  });

  test('can be added to an empty movie', () => {
    const { source } = edited(film(), { type: 'scene/add', at: 3, duration: frames(5), source: null });
    expect(linesOf(source)).toEqual(['<scene duration="5"/>']);
  });

  test('move with the comment directly above them', () => {
    const source = three();
    const moved = edited(source, { type: 'scene/move', scenes: [sceneId(source, 0)], to: 3 });
    expect(linesOf(moved.source)).toEqual([
      '<scene duration="20"/>',
      '<scene duration="30"/>',
      '<!-- one -->',
      '<scene duration="10" name="a"/>',
    ]);
    expect(moved.label).toBe('Move “a”');
  });

  test('move together in the order of the movie', () => {
    const source = three();
    const scenes = [sceneId(source, 2), sceneId(source, 1)];
    const { source: moved, label } = edited(source, { type: 'scene/move', scenes, to: { before: sceneId(source, 0) } });
    expect(linesOf(moved).slice(0, 2)).toEqual(['<scene duration="20"/>', '<scene duration="30"/>']);
    expect(label).toBe('Move 2 scenes');
  });

  test('do not change when moved to their current position', () => {
    const source = three();
    for (const to of [1, 2, { before: sceneId(source, 1) }, { after: sceneId(source, 0) }])
      expect(edited(source, { type: 'scene/move', scenes: [sceneId(source, 1)], to }).source).toBe(source);
  });

  test.each([
    ['between two transitions', [2], 'a 1 c 3 d 4'],
    ['at the start', [1], '0 b 2 c 3 d 4'],
    ['at the end', [4], '0 a 1 b 2 c 4'],
    ['two at once', [2, 3], '0 a 1 d 4'],
    ['all', [1, 2, 3, 4], ''],
  ])('are deleted together with a transition: %s', (_, numbers, left) => {
    const source = joined('0 a 1 b 2 c 3 d 4');
    const nodes = numbers.map((number) => sceneId(source, number - 1));
    const { source: remaining } = edited(source, { type: 'node/remove', nodes });
    expect(partsOf(remaining)).toBe(left.startsWith('a') ? `0 ${left}` : left);
  });

  test('leave the only transition at their cut when deleted', () => {
    const deleted = (parts: string, at: number) => {
      const source = joined(parts);
      return partsOf(edited(source, { type: 'node/remove', nodes: [sceneId(source, at)] }).source);
    };
    expect(deleted('a 1 b c', 1)).toBe('a 1 c');
    expect(deleted('a b 2 c', 1)).toBe('a 2 c');
    expect(deleted('a 1 b c', 0)).toBe('b c');
    expect(deleted('a b 2 c', 2)).toBe('a b');
  });

  test.each([
    ['to the front', '0 a 1 b 2 c 3 d 4', [2], 0, '0 c 3 a 1 b 2 d 4'],
    ['to the end', '0 a 1 b 2 c 3 d 4', [0], 4, '0 b 2 c 3 d 1 a 4'],
    ['between others', 'a 1 b 2 c 3 d', [0], 3, 'b 2 c 3 a 1 d'],
    ['together', 'a 1 b 2 c 3 d', [1, 2], 0, 'b 2 c 3 a 1 d'],
    ['nowhere', 'a 1 b 2 c 3 d', [3], 4, 'a 1 b 2 c 3 d'],
    ['without a transition of their own', 'a 1 b c', [2], 0, 'c a 1 b'],
  ])('move together with the following transition: %s', (_, parts, indexes, to, result) => {
    const source = joined(parts);
    const scenes = indexes.map((index) => sceneId(source, index));
    expect(partsOf(edited(source, { type: 'scene/move', scenes, to }).source)).toBe(result);
  });

  test('leave their comments behind when deleted', () => {
    const source = three();
    const scenes = [sceneId(source, 0), sceneId(source, 1)];
    const { source: remaining, selection, label } = edited(source, { type: 'node/remove', nodes: scenes });
    expect(linesOf(remaining)).toEqual(['<!-- one -->', '<scene duration="30"/>']);
    expect(selection).toMatchObject({ ids: [sceneId(source, 2)] });
    expect(label).toBe('Delete 2 scenes');
  });

  test('are copied with all content after the last original', () => {
    const source = film('<scene duration="10"><!-- in --><odd x="1"/></scene>', '<scene duration="20"/>');
    const { source: result } = edited(source, { type: 'scene/duplicate', scenes: [sceneId(source, 0)] });
    expect(linesOf(result)).toEqual([
      '<scene duration="10"><!-- in --><odd x="1"/></scene>',
      '<scene duration="10">',
      '<!-- in -->',
      '<odd x="1"/>',
      '</scene>',
      '<scene duration="20"/>',
    ]);
  });

  test('keep their text when disabled and enabled again', () => {
    const source = three();
    const scenes = [sceneId(source, 0), sceneId(source, 2)];
    const off = edited(source, { type: 'scene/set-enabled', scenes, enabled: false });
    expect(linesOf(off.source)[1]).toBe('<scene duration="10" name="a" enabled="false"/>');
    expect(edited(off.source, { type: 'scene/set-enabled', scenes, enabled: true }).source.text).toBe(source.text);
  });

  test('lose their name if the new name is empty', () => {
    const source = three();
    const named = edited(source, { type: 'scene/rename', scene: sceneId(source, 1), name: ' Petals <open> ' });
    expect(linesOf(named.source)[2]).toBe('<scene duration="20" name="Petals &lt;open&gt;"/>');
    expect(named.label).toBe('Rename to “Petals <open>”');
    const unnamed = edited(named.source, { type: 'scene/rename', scene: sceneId(source, 1), name: '' });
    expect(unnamed.source.text).toBe(source.text);
  });

  test('are refused if they are missing', () => {
    const source = three();
    const scenes = [sceneId(source, 0)];
    const { source: remaining } = edited(source, { type: 'node/remove', nodes: scenes });
    expect(attempt(remaining, { type: 'node/remove', nodes: scenes })).toEqual({
      ok: false,
      error: 'This element no longer exists.',
    });
    expect(attempt(remaining, { type: 'node/remove', nodes: [] })).toEqual({
      ok: false,
      error: 'Nothing is selected.',
    });
  });

  test('can get one duration together', () => {
    const source = three();
    const scenes = [0, 1, 2].map((index) => sceneId(source, index));
    const { source: result } = edited(source, { type: 'scene/set-duration', scenes, duration: 7.4 });
    expect(linesOf(result).filter((line) => line.includes('duration="7"'))).toHaveLength(3);
  });

  test('change either all or not at all', () => {
    const source = three();
    const [first, second] = [sceneId(source, 0), sceneId(source, 1)];
    const both = (by: typeof first) =>
      attempt(source, {
        type: 'batch',
        label: message('step/edit-xml'),
        commands: [
          { type: 'scene/trim-end', scene: first, duration: 5 },
          { type: 'scene/trim-end', scene: by, duration: 5 },
        ],
      });
    expect(both(second)).toMatchObject({ ok: true, value: { label: 'Edit XML' } });
    expect(both(elementId(source, 'movie'))).toMatchObject({ ok: false });
  });
});

test('a step names a scene by its name, source, or text', () => {
  const source = film(
    '<scene duration="9"><solid color="#000"/><text content=" Good\n ${time, evening} "/></scene>',
    '<scene duration="9"><video src="a.mp4"/><text content="Ada"/></scene>',
    '<scene duration="9"><solid color="#000"/></scene>',
  );
  const label = (at: number) => edited(source, { type: 'scene/duplicate', scenes: [sceneId(source, at)] }).label;
  expect([0, 1, 2].map(label)).toEqual(['Duplicate “Good evening”', 'Duplicate “a.mp4”', 'Duplicate scene 3']);
});

describe('scenes in a sequence', () => {
  const nested = () =>
    film(
      '<scene duration="10" name="a"/>',
      '<scene><scene duration="20" name="b"/><scene duration="30" name="c"/></scene>',
      '<scene duration="40" name="d"/>',
    );

  test('are trimmed and renamed in place', () => {
    const source = nested();
    const b = sceneId(source, 1);
    const renamed = edited(source, { type: 'scene/rename', scene: b, name: 'B' });
    expect(linesOf(renamed.source)).toContain(
      '<scene><scene duration="20" name="B"/><scene duration="30" name="c"/></scene>',
    );
    const shorter = edited(source, { type: 'scene/trim-end', scene: b, duration: frames(15) });
    expect(linesOf(shorter.source)[1]).toContain('<scene duration="15" name="b"/>');
  });

  test('cannot be moved out, copied, or split', () => {
    const source = nested();
    const b = sceneId(source, 1);
    const error = 'This is inside a sequence or a choice of scenes. Arrange it in the XML.';
    const refused = { ok: false, error };
    expect(attempt(source, { type: 'scene/move', scenes: [b], to: 0 })).toMatchObject(refused);
    expect(attempt(source, { type: 'scene/duplicate', scenes: [b] })).toMatchObject(refused);
    expect(attempt(source, { type: 'scene/split', scene: b, at: frames(5) })).toMatchObject(refused);
    expect(attempt(source, { type: 'scene/add', at: 2, duration: frames(5), source: null })).toMatchObject(refused);
  });

  test('keep their order while other scenes move', () => {
    const source = nested();
    const names = (moved: number, to: number) => {
      const result = edited(source, { type: 'scene/move', scenes: [sceneId(source, moved)], to });
      return linesOf(result.source).flatMap((line) => [...line.matchAll(/name="(.)"/g)].map(([, name]) => name));
    };
    expect(names(0, 2)).toEqual(['b', 'c', 'a', 'd']);
    expect(names(3, 2)).toEqual(['a', 'd', 'b', 'c']);
    expect(names(2, 1)).toEqual(['a', 'c', 'b', 'd']);
    expect(names(1, 3)).toEqual(['a', 'c', 'b', 'd']);
  });

  test('stay together when a new scene is added', () => {
    const add = (at: number) =>
      linesOf(edited(nested(), { type: 'scene/add', at, duration: frames(5), source: null }).source);
    expect(add(1)[1]).toBe('<scene duration="5"/>');
    expect(add(3)[2]).toBe('<scene duration="5"/>');
    expect(add(4)[3]).toBe('<scene duration="5"/>');
  });
});
