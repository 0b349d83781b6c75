import { describe, expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { fc } from '#shared/testing/properties.ts';
import { placeParts, textPartsAt, textUnitOffsets, unitAt } from './text-parts.ts';

function read(layer: string) {
  const { source } = readTemplate(
    `<movie width="640" height="360" framerate="25"><scene duration="50">${layer}</scene></movie>`,
  );
  if (source === null) throw new Error('the template cannot be read');
  const { movie, findings } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  const [text] = movie?.scenes[0]?.layers ?? [];
  return { text: text?.kind === 'text' ? text : null, problems: locateFindings(findings, source) };
}

const lineOf = (start: number, end: number) => ({ start, end, left: 0, width: 10, baseline: 10 });

/** Returns the visible parts of a text in each frame; `all` for a text without movement. */
function partsOf(content: string, animations: string, length: number, most = 200) {
  const { text } = read(`<text content="${content}">${animations}</text>`);
  if (text === null) throw new Error('there is no text');
  const layout = { lines: [lineOf(0, text.content.length)] };
  return Array.from({ length }, (_, frame) => {
    const parts = textPartsAt(text, layout, frame, { length, rate: frameRate(25), most });
    return parts === null ? 'all' : parts.map(({ start, end }) => text.content.slice(start, end));
  });
}

describe('units of a text', () => {
  test('are graphemes, words, or laid-out lines', () => {
    const content = 'e\u0301 👩‍👩‍👧‍👦🇩🇪 ok\nb';
    const parts = (unit: 'letter' | 'word' | 'line', lines = [lineOf(0, 24), lineOf(25, content.length)]) => {
      const starts = textUnitOffsets(content, { lines }, unit, 200);
      return starts.map((start, index) => content.slice(start, starts[index + 1] ?? content.length));
    };
    expect(parts('letter')).toEqual(['e\u0301 ', '👩‍👩‍👧‍👦', '🇩🇪 ', 'o', 'k\n', 'b']);
    expect(parts('word')).toEqual(['e\u0301 ', '👩‍👩‍👧‍👦🇩🇪 ', 'ok\n', 'b']);
    const feed = content.indexOf('\n');
    expect(parts('line', [lineOf(0, feed), lineOf(feed + 1, content.length)])).toEqual([
      `${content.slice(0, feed + 1)}`,
      'b',
    ]);
  });

  test('are absent in blank texts and omitted lines', () => {
    expect(textUnitOffsets('  ', { lines: [lineOf(0, 2)] }, 'letter', 200)).toEqual([]);
    expect(textUnitOffsets('a b c', { lines: [lineOf(0, 3)] }, 'word', 200)).toEqual([0, 2]);
  });

  test('have offsets that start at 0, increase, and stay within the limit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
        fc.constantFrom('letter', 'word', 'line'),
        fc.integer({ min: 1, max: 20 }),
        (content, unit, most) => {
          const starts = textUnitOffsets(content, { lines: [lineOf(0, content.length)] }, unit, most);
          expect(starts.length).toBeLessThanOrEqual(most);
          expect([...new Set(starts)].sort((left, right) => left - right)).toEqual(starts);
          if (starts.length > 0) expect(starts[0]).toBe(0);
          for (const [index, start] of starts.entries()) expect(unitAt(starts, start)).toBe(index);
        },
      ),
    );
  });
});

describe('a typewriter', () => {
  test('shows one more unit after each step of its time', () => {
    expect(partsOf('abc', '<animation type="typewriter" duration="3"/>', 5)).toEqual([
      ['a'],
      ['a', 'b'],
      ['a', 'b', 'c'],
      'all',
      'all',
    ]);
    expect(partsOf('a b', '<animation type="typewriter" unit="word" duration="2" offset="1"/>', 4)).toEqual([
      [],
      ['a '],
      ['a ', 'b'],
      'all',
    ]);
  });

  test('shows several letters per frame and restarts if it repeats', () => {
    const counts = partsOf('abcdefghij', '<animation type="typewriter" duration="2" repeat="2"/>', 5).map(
      (part) => part.length,
    );
    expect(counts).toEqual([3, 7, 3, 7, 3]);
    expect(partsOf('abcdefghij', '<animation type="typewriter" duration="2"/>', 3, 2)).toEqual([
      ['abcde'],
      ['abcde', 'fghij'],
      'all',
    ]);
  });
});

describe('units with an entrance', () => {
  test('begin one after another, overlapping, or all together', () => {
    const counts = (overlap: number) =>
      partsOf('a b c', `<animation type="textin" duration="8" overlap="${overlap}"/>`, 9).map((part) =>
        part === 'all' ? 3 : part.length,
      );
    expect(counts(0)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect(counts(1)).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3]);
    expect(counts(0.5)).toEqual([1, 1, 2, 2, 3, 3, 3, 3, 3]);
  });

  test('finish their entrance in order, the last one at the end', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 20 }),
        (count, overlap, duration) => {
          const { text } = read(
            `<text content="${Array(count).fill('a').join(' ')}"><animation type="textin" effect="slidein" duration="${duration}" overlap="${overlap.toFixed(6)}" easing="linear"/></text>`,
          );
          if (text === null) throw new Error('there is no text');
          let before = -1;
          for (let frame = 0; frame <= duration; frame++) {
            const parts = textPartsAt(text, { lines: [lineOf(0, text.content.length)] }, frame, {
              length: 50,
              rate: frameRate(25),
              most: 200,
            });
            if (frame === duration) expect(parts).toBeNull();
            const opacities = parts?.map(({ moves }) => moves[0]?.change.opacity ?? 0) ?? [];
            // Earlier units have more progress than later units, and the progress never decreases.
            expect([...opacities].sort((left, right) => right - left)).toEqual(opacities);
            const sum = parts === null ? count : opacities.reduce((all, opacity) => all + opacity, 0);
            expect(sum).toBeGreaterThanOrEqual(before - 1e-9);
            before = sum;
          }
        },
      ),
    );
  });

  test('exit as a mirror of their entrance', () => {
    const out = partsOf('a b', '<animation type="textout" duration="4" overlap="0"/>', 6);
    expect(out).toEqual(['all', 'all', ['a ', 'b'], ['a ', 'b'], ['b'], ['b']]);
    const both =
      '<animation type="typewriter" duration="4"/><animation type="textout" unit="word" duration="4" overlap="0"/>';
    expect(partsOf('ab cd', both, 4)).toEqual([['a'], ['a', 'b '], ['c'], ['c', 'd']]);
  });
});

test('a unit rotates around its center and slides by its font size', () => {
  const { text } = read(
    '<text content="a"><animation type="textin" effect="slidein" direction="bottom" duration="1" easing="linear"/></text>',
  );
  if (text === null) throw new Error('there is no text');
  const layout = { lines: [lineOf(0, 1)] };
  const context = { length: 50, rate: frameRate(25), most: 200 };
  const [part] = textPartsAt(text, layout, 0, context) ?? [];
  if (part === undefined) throw new Error('nothing is seen');
  const ink = { left: 10, top: 20, width: 6, height: 8 };
  const box = { width: 100, height: 50 };
  expect(placeParts([{ part, ink }], box, 40)).toEqual([
    { matrix: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 20 }, opacity: 0.5 },
  ]);
  const grown = {
    ...part,
    moves: part.moves.map((move) => ({ ...move, change: { opacity: 1, scale: 0.5, rotation: 90, slide: null } })),
  };
  const [placed] = placeParts([{ part: grown, ink }], box, 40);
  const { a, b, c, d, e, f } = placed?.matrix ?? { a: 0, b: 0, c: 0, d: 0, e: 0, f: 0 };
  // The center of the ink, at x = 13 and y = 24, stays in place.
  expect([a * 13 + c * 24 + e, b * 13 + d * 24 + f]).toEqual([13, 24]);
});

describe('presets that divide a text into units', () => {
  const codes = (layer: string) => read(layer).problems.map(({ code, path }) => [code, path]);

  test('refuse other layers, reverse effects, and invalid attributes', () => {
    const at = 'movie/scene/solid/animation@type';
    expect(codes('<solid><animation type="typewriter"/></solid>')).toEqual([['template/not-animatable', at]]);
    const effect = 'movie/scene/text/animation@effect';
    expect(codes('<text content="a"><animation type="textin" effect="fadeout"/></text>')).toEqual([
      ['template/invalid-value', effect],
    ]);
    expect(codes('<text content="a"><animation type="textout" effect="pop"/></text>')).toEqual([
      ['template/invalid-value', effect],
    ]);
    expect(codes('<text content="a"><animation type="textin" effect="slidein" direction="in"/></text>')).toEqual([
      ['template/invalid-value', 'movie/scene/text/animation@direction'],
    ]);
    expect(codes('<text content="a"><animation type="textin" overlap="1.5"/></text>')).toEqual([
      ['template/invalid-value', 'movie/scene/text/animation@overlap'],
    ]);
  });

  test('have defaults for effect, unit, and duration', () => {
    const { text } = read('<text content="a"><animation type="textin"/><animation type="typewriter"/></text>');
    expect(text?.animations).toMatchObject([
      { preset: { type: 'textin', unit: 'word', overlap: 0.5, each: { type: 'fade' } }, duration: null },
      { preset: { type: 'typewriter', unit: 'letter' } },
    ]);
    const lengths = partsOf('a', '<animation type="typewriter"/>', 50).indexOf('all');
    expect(lengths).toBe(25);
  });
});
