import { describe, expect, test } from 'vitest';
import { limits } from '#shared/template/document/limits.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { KeyCommand } from '../model/commands.ts';
import { attempt, edited, elementId, film, linesOf } from '../model/testing/editing.ts';
import { animatedProperties, keyAt, neighborsOf, textAt } from './animated.ts';
import { setValueAt } from './plan-set-keyframes.ts';

const WHOLE = { width: 100, height: 50 };
const LENGTH = 100;

/** Returns a movie with one text that contains these lines. */
function filmWithText(...inside: readonly string[]): TemplateSource {
  return film('<scene duration="100">', '<text content="Hi" opacity="0.5">', ...inside, '</text>', '</scene>');
}

function animated(source: TemplateSource, element = 'text', values: Readonly<Record<string, string>> = {}) {
  const context = { document: source.document, values: new Map(Object.entries(values)) };
  return animatedProperties(context, elementId(source, element), LENGTH);
}

function property(source: TemplateSource, name: string, element = 'text') {
  const found = animated(source, element).find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} is not animated`);
  return found;
}

/** Returns the keyframes of a property at these frames. Without frames, returns all of its keyframes. */
function refs(source: TemplateSource, name: string, ...frames: readonly number[]) {
  const { keys } = property(source, name);
  return keys.filter(({ frame }) => frames.length === 0 || frames.includes(frame)).map(({ ref }) => ref);
}

/** Returns the lines inside the text element. */
function inside(source: TemplateSource): readonly string[] {
  return linesOf(source).slice(2, -2);
}

function linesAfter(source: TemplateSource, command: KeyCommand): readonly string[] {
  return inside(edited(source, command).source);
}

function setIn(source: TemplateSource, name: string, frame: number, value: string): KeyCommand {
  return { type: 'key/set', node: elementId(source, 'text'), property: name, frame, length: LENGTH, value };
}

const TWO = ['<animation>', '<key time="10" opacity="0"/>', '<key time="30" opacity="1"/>', '</animation>'] as const;
const SHARED = [
  '<animation>',
  '<key time="0" opacity="0" rotation="5" easing="ease"/>',
  '<key time="20" opacity="1" rotation="9"/>',
  '<key time="40" opacity="0" rotation="0"/>',
  '</animation>',
] as const;

describe('setting a keyframe', () => {
  test('creates an animation for the property’s first keyframe', () => {
    const source = filmWithText();
    const { label, source: result } = edited(source, setIn(source, 'opacity', 12, '0.25'));
    expect(label).toBe('Set keyframe for opacity');
    expect(inside(result)).toEqual(['<animation>', '<key time="12" opacity="0.25"/>', '</animation>']);
  });

  test('keeps the easings of the adjacent keyframes', () => {
    const eased = filmWithText(
      '<animation>',
      '<key time="10" opacity="0" easing="ease-in"/>',
      '<key time="30" opacity="1"/>',
      '</animation>',
    );
    expect(linesAfter(eased, setIn(eased, 'opacity', 20, '0.7'))).toContain(
      '<key time="20" opacity="0.7" easing="ease-in"/>',
    );
    const twoKeys = filmWithText(...TWO);
    expect(linesAfter(twoKeys, setIn(twoKeys, 'opacity', 50, '0'))).toEqual([
      ...TWO.slice(0, -1),
      '<key time="50" opacity="0"/>',
      '</animation>',
    ]);
  });

  test('replaces the value of an existing keyframe', () => {
    const source = filmWithText(...TWO);
    expect(linesAfter(source, setIn(source, 'opacity', 30, '0.8'))[2]).toBe('<key time="30" opacity="0.8"/>');
  });

  test('uses the notation of the adjacent keyframes', () => {
    const seconds = filmWithText(
      '<animation>',
      '<key time="0.4s" opacity="0"/>',
      '<key time="2s" opacity="1"/>',
      '</animation>',
    );
    expect(linesAfter(seconds, setIn(seconds, 'opacity', 37, '0.8'))[2]).toBe('<key time="1.48s" opacity="0.8"/>');
    const parts = filmWithText(
      '<animation>',
      '<key time="0%" opacity="0"/>',
      '<key time="100%" opacity="1"/>',
      '</animation>',
    );
    expect(linesAfter(parts, setIn(parts, 'opacity', 25, '0.8'))[2]).toBe('<key time="25%" opacity="0.8"/>');
  });

  test('starts the animation earlier if needed', () => {
    const source = filmWithText('<animation offset="10">', ...TWO.slice(1));
    const { source: result } = edited(source, setIn(source, 'opacity', 4, '0.3'));
    expect(inside(result).slice(0, 4)).toEqual([
      '<animation offset="4">',
      '<key time="0" opacity="0.3"/>',
      '<key time="16" opacity="0"/>',
      '<key time="36" opacity="1"/>',
    ]);
    expect(property(result, 'opacity').keys.map(({ frame }) => frame)).toEqual([4, 20, 40]);
  });

  test('ends the animation later if needed', () => {
    const source = filmWithText('<animation duration="40">', '<key time="50%" opacity="0"/>', '</animation>');
    expect(linesAfter(source, setIn(source, 'opacity', 60, '1'))).toEqual([
      '<animation>',
      '<key time="20" opacity="0"/>',
      '<key time="60" opacity="1"/>',
      '</animation>',
    ]);
  });

  test('changes every repetition of a repeated animation', () => {
    const source = filmWithText('<animation duration="20" repeat="forever">', ...TWO.slice(1, 2), '</animation>');
    expect(linesAfter(source, setIn(source, 'opacity', 45, '1'))[1]).toBe('<key time="5" opacity="1"/>');
  });

  test('keeps the alias under which the attribute is written', () => {
    const source = filmWithText('<animation><key time="0" size="20"/></animation>');
    const { source: result } = edited(source, setIn(source, 'size', 0, '30'));
    expect(inside(result)).toEqual(['<animation><key time="0" size="30"/></animation>']);
  });

  test('changes the default of a variable with no other uses', () => {
    const source = filmWithText('<animation>', '<key time="0" opacity="${dim, 0.2}"/>', '</animation>');
    expect(linesAfter(source, setIn(source, 'opacity', 0, '0.9'))[1]).toBe('<key time="0" opacity="${dim, 0.9}"/>');
    const refused = attempt(source, setIn(source, 'opacity', 0, '0.9'), { dim: '1' });
    expect(refused.ok ? '' : refused.error).toContain('the variable `dim`, which the data set sets');
  });

  test('refuses invalid values and properties without animation', () => {
    const source = filmWithText();
    expect(attempt(source, setIn(source, 'opacity', 0, 'much')).ok).toBe(false);
    expect(attempt(source, setIn(source, 'blendmode', 0, 'screen'))).toEqual({
      ok: false,
      error: '`blendmode` can’t be animated here.',
    });
  });
});

test('setting a value creates a keyframe if the property is animated', () => {
  const context = ({ document }: TemplateSource) => ({ document, values: new Map<string, string>() });
  const still = filmWithText();
  const at = (source: TemplateSource) => ({
    node: elementId(source, 'text'),
    property: 'opacity',
    frame: 5,
    length: LENGTH,
  });
  expect(setValueAt(context(still), at(still), '1')).toMatchObject({ type: 'attribute/set', name: 'opacity' });
  expect(setValueAt(context(still), at(still), '1', { animate: true })).toMatchObject({ type: 'key/set', frame: 5 });
  const moving = filmWithText(...TWO);
  expect(setValueAt(context(moving), at(moving), '1')).toMatchObject({ type: 'key/set', frame: 5 });
});

describe('removing keyframes', () => {
  test('writes the value of the last keyframe to the attribute', () => {
    const source = filmWithText(...TWO);
    const one = edited(source, { type: 'key/remove', keys: refs(source, 'opacity', 10), length: LENGTH });
    expect(inside(one.source)).toEqual(['<animation>', '<key time="30" opacity="1"/>', '</animation>']);
    const none = edited(one.source, { type: 'key/remove', keys: refs(one.source, 'opacity'), length: LENGTH });
    expect(linesOf(none.source)[1]).toBe('<text content="Hi" opacity="1"/>');
  });

  test('keeps other properties in the keyframe’s element', () => {
    const source = filmWithText(...SHARED);
    expect(linesAfter(source, { type: 'key/remove', keys: refs(source, 'opacity', 20), length: LENGTH })[2]).toBe(
      '<key time="20" rotation="9"/>',
    );
  });

  test('clearing a property writes its value to the attribute', () => {
    const source = filmWithText(...SHARED);
    const node = elementId(source, 'text');
    const { source: result } = edited(source, {
      type: 'key/clear',
      node,
      property: 'opacity',
      length: LENGTH,
      value: '0.4',
    });
    expect(linesOf(result)[1]).toBe('<text content="Hi" opacity="0.4">');
    expect(inside(result)[1]).toBe('<key time="0" rotation="5" easing="ease"/>');
    expect(animated(result).map(({ name }) => name)).toEqual(['rotation']);
  });
});

describe('moving keyframes', () => {
  const moved = (source: TemplateSource, name: string, from: number, to: number, copies = false): KeyCommand => ({
    type: 'key/move',
    moves: refs(source, name, from).map((key) => ({ key, frame: to })),
    length: LENGTH,
    copies,
  });

  test('changes only the times of the keyframes', () => {
    const source = filmWithText(...TWO);
    const { label, source: result } = edited(source, moved(source, 'opacity', 10, 14));
    expect(label).toBe('Move 1 keyframe');
    expect(inside(result)).toEqual(['<animation>', '<key time="14" opacity="0"/>', ...TWO.slice(2)]);
  });

  test('reorders the elements of keyframes whose order changes', () => {
    const source = filmWithText(...TWO);
    expect(linesAfter(source, moved(source, 'opacity', 10, 44)).slice(1, 3)).toEqual([
      '<key time="30" opacity="1"/>',
      '<key time="44" opacity="0"/>',
    ]);
  });

  test('separates a keyframe from an element that several properties share', () => {
    const source = filmWithText(...SHARED);
    const { source: result } = edited(source, moved(source, 'opacity', 20, 25));
    expect(inside(result).slice(1, 4)).toEqual([
      SHARED[1],
      '<key time="20" rotation="9"/>',
      '<key time="25" opacity="1"/>',
    ]);
  });

  test('creates an animation if properties can no longer share elements', () => {
    const source = filmWithText(...SHARED);
    const { source: result } = edited(source, moved(source, 'opacity', 0, 20));
    expect(property(result, 'opacity').keys.map(({ frame, ownEasing }) => [frame, ownEasing])).toEqual([
      [20, 'ease'],
      [40, null],
    ]);
    expect(property(result, 'rotation').keys.map(({ frame, ownEasing }) => [frame, ownEasing])).toEqual([
      [0, 'ease'],
      [20, null],
      [40, null],
    ]);
  });

  test('copies replace existing keyframes', () => {
    const source = filmWithText(...TWO);
    const { source: result, label } = edited(source, moved(source, 'opacity', 10, 30, true));
    expect(label).toBe('Copy 1 keyframe');
    expect(inside(result).slice(1, 3)).toEqual(['<key time="10" opacity="0"/>', '<key time="30" opacity="0"/>']);
  });

  test('keeps comments before their keyframes', () => {
    const source = filmWithText(TWO[0], '<!-- dark -->', TWO[1], '<!-- light -->', TWO[2], TWO[3]);
    expect(linesAfter(source, moved(source, 'opacity', 10, 44)).slice(1, 5)).toEqual([
      '<!-- light -->',
      '<key time="30" opacity="1"/>',
      '<!-- dark -->',
      '<key time="44" opacity="0"/>',
    ]);
  });
});

describe('easings of keyframes', () => {
  const eased = (source: TemplateSource, name: string, frame: number, easing: string): KeyCommand => ({
    type: 'key/ease',
    keys: refs(source, name, frame),
    length: LENGTH,
    easing,
  });

  test('are omitted if they are the default', () => {
    const source = filmWithText(...TWO);
    const { source: result } = edited(source, eased(source, 'opacity', 10, 'back-out'));
    expect(inside(result)[1]).toBe('<key time="10" opacity="0" easing="back-out"/>');
    expect(linesAfter(result, eased(result, 'opacity', 10, 'linear'))).toEqual([...TWO]);
    expect(attempt(source, eased(source, 'opacity', 10, 'wobbly')).ok).toBe(false);
  });

  test('can differ for properties of a shared element', () => {
    const source = filmWithText(...SHARED);
    const { source: result } = edited(source, eased(source, 'opacity', 0, 'step'));
    expect(property(result, 'opacity').keys[0]?.easing).toEqual({ kind: 'steps', count: 1 });
    expect(property(result, 'rotation').keys[0]?.ownEasing).toBe('ease');
  });

  test('replace the curve of the animation', () => {
    const handled = filmWithText('<animation easein="true">', ...SHARED.slice(1));
    const { source: result } = edited(handled, eased(handled, 'opacity', 20, 'ease-out'));
    expect(inside(result).some((line) => line.includes('easein'))).toBe(false);
    expect(property(result, 'opacity').keys.map(({ ownEasing }) => ownEasing)).toEqual([
      'cubic-bezier(0.333, 0, 0.25, 1)',
      'ease-out',
      null,
    ]);
  });
});

test('reversing keyframes reverses their playback', () => {
  const source = filmWithText(
    '<animation>',
    '<key time="0" opacity="0" easing="ease-in"/>',
    '<key time="30" opacity="1"/>',
    '</animation>',
  );
  const command: KeyCommand = { type: 'key/reverse', keys: refs(source, 'opacity'), length: LENGTH };
  const { source: result } = edited(source, command);
  expect(inside(result).slice(1, 3)).toEqual([
    '<key time="0" opacity="1" easing="ease-out"/>',
    '<key time="30" opacity="0"/>',
  ]);
  const back = edited(result, { ...command, keys: refs(result, 'opacity') });
  expect(inside(back.source)).toEqual(inside(source));
});

test('a reversed keyframe replaces only the keyframe at its new frame', () => {
  const source = filmWithText(
    '<animation>',
    '<key time="20" opacity="0" easing="ease-in"/>',
    '<key time="22" opacity="0.5"/>',
    '<key time="60" opacity="0.7" easing="ease-in"/>',
    '<key time="62" opacity="1" rotation="0"/>',
    '</animation>',
  );
  const all = refs(source, 'opacity');
  const keys = [0, 1, 3].flatMap((at) => all[at] ?? []);
  const { source: result } = edited(source, { type: 'key/reverse', keys, length: LENGTH });
  const opacities = [...result.text.matchAll(/time="(\d+)" opacity="([\d.]+)"/g)].map(([, time, value]) => [
    time,
    value,
  ]);
  expect(opacities).toEqual([
    ['20', '1'],
    ['60', '0.5'],
    ['62', '0'],
  ]);
});

test('reversing keyframes at fractional times swaps them exactly', () => {
  const source = filmWithText(
    '<animation duration="95">',
    '<key time="16.6666%" opacity="0" rotation="0"/>',
    '<key time="28.8888%" opacity="1" rotation="1"/>',
    '</animation>',
  );
  expect(linesAfter(source, { type: 'key/reverse', keys: refs(source, 'opacity'), length: LENGTH })).toEqual([
    '<animation duration="95">',
    '<key time="16.6666%" opacity="1" rotation="0"/>',
    '<key time="28.8888%" opacity="0" rotation="1"/>',
    '</animation>',
  ]);
});

test('keyframes whose times cannot be written exactly stay unchanged', () => {
  const source = filmWithText(
    '<animation offset="7">',
    '<key time="36.6666%" position="-40, 12" easing="back-out"/>',
    '<key time="37.7777%" position="0, 0"/>',
    '<key time="60" rotation="5"/>',
    '</animation>',
  );
  const moves = refs(source, 'rotation').map((key) => ({ key, frame: 2 }));
  expect(linesAfter(source, { type: 'key/move', moves, length: LENGTH })).toEqual([
    '<animation offset="7">',
    '<key time="36.6666%" position="-40, 12" easing="back-out"/>',
    '<key time="37.7777%" position="0, 0"/>',
    '</animation>',
    '<animation offset="2">',
    '<key time="0" rotation="5"/>',
    '</animation>',
  ]);
});

test('a keyframe that requires too many animations is refused', () => {
  const others = Array.from({ length: limits.animations - 1 }, () => [
    '<animation>',
    '<key time="0" opacity="1"/>',
    '</animation>',
  ]);
  const source = filmWithText(
    '<animation offset="7">',
    '<key time="37.7777%" position="0, 0"/>',
    '<key time="60" rotation="5"/>',
    '</animation>',
    ...others.flat(),
  );
  const moves = refs(source, 'rotation').map((key) => ({ key, frame: 2 }));
  const refused = attempt(source, { type: 'key/move', moves, length: LENGTH });
  expect(refused).toEqual({ ok: false, error: 'A layer can have up to 32 animations. Remove one first.' });
});

test('keyframes paste into another property with their easings', () => {
  const source = filmWithText(...TWO);
  const keys = [
    { after: 0, value: '10', easing: 'ease-in' },
    { after: 15, value: '90', easing: null },
  ];
  const node = elementId(source, 'text');
  expect(
    linesAfter(source, { type: 'key/paste', node, property: 'rotation', frame: 5, length: LENGTH, keys }).slice(4),
  ).toEqual([
    '<animation>',
    '<key time="5" rotation="10" easing="ease-in"/>',
    '<key time="20" rotation="90"/>',
    '</animation>',
  ]);
});

test('effects and sounds can have keyframes', () => {
  const source = film(
    '<scene duration="100"><video src="a.mp4"><filter type="blur" radius="4"/></video><audio src="b.mp3"/></scene>',
  );
  const blurred = edited(source, {
    type: 'key/set',
    node: elementId(source, 'filter'),
    property: 'radius',
    frame: 3,
    length: LENGTH,
    value: '8',
  }).source;
  expect(property(blurred, 'radius', 'filter').keys.map(({ frame, written }) => [frame, written])).toEqual([[3, '8']]);
  const loud = edited(blurred, {
    type: 'key/set',
    node: elementId(blurred, 'audio'),
    property: 'volume',
    frame: 9,
    length: LENGTH,
    value: '-6dB',
  }).source;
  expect(property(loud, 'volume', 'audio').keys.map(({ frame, written }) => [frame, written])).toEqual([[9, '-6dB']]);
});

test('an interpolated value is written in the notation of the attribute', () => {
  const source = filmWithText(
    '<animation>',
    '<key time="0" position="0, 10%" color="#000"/>',
    '<key time="30" position="10, 20%" color="#ffffff80"/>',
    '</animation>',
  );
  expect(textAt(property(source, 'position'), 10, WHOLE)).toBe('3.333, 13.333%');
  expect(textAt(property(source, 'color'), 15, WHOLE)).toBe('#808080c0');
});

test('the keyframe at a frame is found with its neighbors', () => {
  const opacity = property(filmWithText(...TWO), 'opacity');
  expect(keyAt(opacity, 30)?.written).toBe('1');
  expect(keyAt(opacity, 29)).toBeNull();
  expect(neighborsOf(opacity.keys, 30)).toEqual({ previous: 10, next: null });
  expect(neighborsOf(opacity.keys, 5)).toEqual({ previous: null, next: 10 });
});
