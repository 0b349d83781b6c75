import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layerStatesAt } from '#shared/timeline/boxes.ts';
import type { PlannableCommand } from './commands.ts';
import { cutPart, movedParts, type PartTimes, slippedParts, trimmedEnds, trimmedStarts } from './layer-moves.ts';
import { edited, elementId, film, linesOf, movieOf } from './testing/editing.ts';
import { type PlacedPart, placedParts } from './timeline.ts';

type Source = ReturnType<typeof film>;

function scene(...layers: readonly string[]): Source {
  return film('<scene duration="50">', ...layers, '</scene>');
}

function parts(source: Source, ...names: readonly string[]): readonly PlacedPart[] {
  const ids = new Set(names.map((name) => elementId(source, name)));
  return placedParts(movieOf(source), ids, () => 60);
}

function withTimes(source: Source, times: readonly PartTimes[], as: 'move' | 'trim' | 'slip' = 'trim'): Source {
  const command: PlannableCommand = { type: 'layer/set-times', times, as };
  return times.length === 0 ? source : edited(source, command).source;
}
const layerLine = (source: Source) => linesOf(source)[1];

describe('moving a layer', () => {
  test('changes only the offset and stops at the scene’s beginning', () => {
    const source = scene('<text content="x" duration="20"/>', '<solid color="#000000" offset="5"/>');
    const moved = withTimes(source, movedParts(parts(source, 'text', 'solid'), 7), 'move');
    expect(linesOf(moved).slice(1, 3)).toEqual([
      '<text content="x" duration="20" offset="7"/>',
      '<solid color="#000000" offset="12"/>',
    ]);
    // Both layers move together, so neither can move when one of them is at the beginning.
    expect(movedParts(parts(source, 'text', 'solid'), -3)).toEqual([]);
    expect(movedParts(parts(source, 'solid'), -30)).toEqual([{ part: elementId(source, 'solid'), offset: 0 }]);
  });
});

describe('trimming the beginning of a layer', () => {
  test('changes only the offset of a layer without a duration', () => {
    const source = scene('<text content="x"/>');
    expect(layerLine(withTimes(source, trimmedStarts(parts(source, 'text'), 6)))).toBe(
      '<text content="x" offset="6"/>',
    );
  });

  test('moves the in-point of a video', () => {
    const source = scene('<video src="a.mp4" offset="10" duration="30" skip="8" speed="2"/>');
    const trim = (by: number) => layerLine(withTimes(source, trimmedStarts(parts(source, 'video'), by)));
    expect(trim(5)).toBe('<video src="a.mp4" offset="15" duration="25" skip="18" speed="2"/>');
    expect(trim(-9)).toBe('<video src="a.mp4" offset="6" duration="34" skip="0" speed="2"/>');
    expect(trim(500)).toBe('<video src="a.mp4" offset="39" duration="1" skip="66" speed="2"/>');
  });

  test('keeps keyframes at their frames in the movie', () => {
    const keys = '<animation type="custom"><key time="10" opacity="0"/><key time="20" opacity="1"/></animation>';
    const source = scene(`<text content="x" offset="4">${keys}</text>`);
    const trimmed = withTimes(source, trimmedStarts(parts(source, 'text'), 6));
    expect(layerLine(trimmed)).toContain('offset="10" overlap="6"');
    expect(visibleState(trimmed, 22)).toEqual(visibleState(source, 22));
    expect(layerLine(withTimes(trimmed, trimmedStarts(parts(trimmed, 'text'), -4)))).toContain(
      'offset="6" overlap="2"',
    );
  });
});

describe('trimming the end of a layer', () => {
  test('sets a duration, which can exceed the scene', () => {
    const source = scene('<text content="x" offset="10"/>');
    const trim = (by: number) => layerLine(withTimes(source, trimmedEnds(parts(source, 'text'), by)));
    expect([trim(-5), trim(0), trim(-500)]).toEqual([
      '<text content="x" offset="10" duration="35"/>',
      '<text content="x" offset="10"/>',
      '<text content="x" offset="10" duration="1"/>',
    ]);
    expect(trim(12)).toBe('<text content="x" offset="10" duration="52"/>');
  });

  test('stops at the end of a video’s source', () => {
    const source = scene('<video src="a.mp4" duration="20" skip="30"/>');
    expect(layerLine(withTimes(source, trimmedEnds(parts(source, 'video'), 25)))).toContain('duration="30"');
    const looped = scene('<video src="a.mp4" duration="20" skip="30" end="loop"/>');
    expect(layerLine(withTimes(looped, trimmedEnds(parts(looped, 'video'), 25)))).toContain('duration="45"');
  });
});

test('a slip moves the in-point within the source', () => {
  const source = scene('<video src="a.mp4" duration="20" skip="30"/>', '<text content="x"/>');
  const slip = (by: number) => layerLine(withTimes(source, slippedParts(parts(source, 'video', 'text'), by), 'slip'));
  expect([slip(4), slip(-50), slip(50)]).toEqual([
    '<video src="a.mp4" duration="20" skip="34"/>',
    '<video src="a.mp4" duration="20" skip="0"/>',
    '<video src="a.mp4" duration="20" skip="40"/>',
  ]);
  expect(slippedParts(parts(source, 'text'), 4)).toEqual([]);
});

describe('splitting a layer', () => {
  const split = (source: Source, name: string, at: number) => {
    const cuts = parts(source, name).flatMap((part) => cutPart(part, at, part.hasMotion) ?? []);
    return edited(source, { type: 'layer/split', cuts });
  };

  test('makes two layers and selects the second', () => {
    const source = scene('<video src="a.mp4" offset="10" skip="5"/>');
    const result = split(source, 'video', 30);
    expect(linesOf(result.source).slice(1, 3)).toEqual([
      '<video src="a.mp4" offset="10" skip="5" duration="20"/>',
      '<video src="a.mp4" offset="30" skip="25"/>',
    ]);
    expect(result.selection?.primary).toBe(elementId(result.source, 'video', 1));
    expect(cutPart(parts(source, 'video')[0] ?? never(), 10, false)).toBeNull();
  });

  test('preserves every frame, including animated frames', () => {
    const moving =
      '<animation type="fadein" duration="12"/><animation type="fadeout" duration="8"/>' +
      '<animation type="custom"><key time="0" position="0,0"/><key time="40" position="40,0"/></animation>';
    const source = scene(`<text content="x" offset="4">${moving}</text>`);
    const result = split(source, 'text', 20).source;
    for (let frame = 0; frame < 50; frame++)
      expect([frame, visibleState(result, frame)]).toEqual([frame, visibleState(source, frame)]);
  });

  test('keeps fades only at the outer ends of a sound', () => {
    const source = scene('<audio src="a.mp3" duration="40" fadein="6" fadeout="9"/>');
    expect(linesOf(split(source, 'audio', 10).source).slice(1, 3)).toEqual([
      '<audio src="a.mp3" duration="10" fadein="6"/>',
      '<audio src="a.mp3" duration="30" fadeout="9" offset="10" skip="10"/>',
    ]);
  });
});

test('reversing a trim restores the layer exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 19 }), fc.boolean(), (by, hasKeys) => {
      const keys = '<animation type="custom"><key time="3" opacity="0"/></animation>';
      const source = scene(
        `<video src="a.mp4" offset="20" duration="25" skip="30" overlap="0">${hasKeys ? keys : ''}</video>`,
      );
      const trimmed = withTimes(source, trimmedStarts(parts(source, 'video'), by));
      expect(withTimes(trimmed, trimmedStarts(parts(trimmed, 'video'), -by)).text).toBe(source.text);
    }),
  );
});

/** Returns the visible state of the first scene at a frame. */
function visibleState(source: Source, frame: number) {
  const { scenes, frameRate, width, height } = movieOf(source);
  const [scene] = scenes;
  if (scene === undefined) throw new Error('there is no scene');
  const size = { width: 20, height: 10 };
  const rows = layerStatesAt(scene.layers, frame, {
    ...{ frame: { width, height }, rate: frameRate, sceneLength: scene.duration },
    ...{ sizeOf: () => size, sizeAfter: () => size },
  });
  return rows.map(({ matrix, opacity, window, look }) => ({ matrix, opacity, window, look }));
}

function never(): never {
  throw new Error('there is no part');
}
