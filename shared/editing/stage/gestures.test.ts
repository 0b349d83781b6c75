import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { LayerBox } from '#shared/timeline/boxes.ts';
import { multiplyAffine, placeAt, type Vector } from '#shared/timeline/placement.ts';
import { type KnownSizes, NOTHING_KNOWN } from '#shared/timeline/timeline-kinds.ts';
import { createHistory, recordStep, undo } from '../model/history.ts';
import { MOVIE_SELECTION } from '../model/selection.ts';
import { edited } from '../model/testing/editing.ts';
import { clampCornerOffset, cropChange, croppable, isShapedByEffects } from './crop.ts';
import {
  HANDLES,
  handleInPicture,
  handlePlace,
  isCorner,
  type LayerChange,
  moveChange,
  moveToChange,
  pivotChange,
  pivotPlace,
  rotateChange,
  rotateToChange,
  type StageHandle,
} from './layer-change.ts';
import { keyMoved, motionPath } from './motion-path.ts';
import { factorsOf, scaleChange } from './scale.ts';
import { stageStep } from './stage-command.ts';
import { boxAt, SOME_SIZES, sceneOf } from './testing/boxes.ts';

const values = new Map<string, string>();

function applyChange(source: TemplateSource, box: LayerBox, change: LayerChange): TemplateSource {
  const { layer, localFrame, length } = box;
  const step = stageStep({ document: source.document, values }, [{ layer, localFrame, length, change }]);
  if (!step.ok) throw new Error(inEnglish(step.error));
  return step.value === null ? source : edited(source, step.value.command).source;
}

/** Returns the line of the only layer of the scene after a gesture. */
const lineAfter = (layer: string, make: (box: LayerBox) => LayerChange, known: KnownSizes = SOME_SIZES) => {
  const source = sceneOf(layer);
  const lines = applyChange(source, boxAt(source, 0, 0, known), make(boxAt(source, 0, 0, known))).text.split('\n');
  return lines[2]?.trim();
};

test('a move keeps units and the notation of unchanged coordinates', () => {
  const by = (x: number, y: number) => (box: LayerBox) => moveChange(box, { x, y });
  expect(lineAfter('<solid width="10"/>', by(12, -3))).toBe('<solid width="10" position="12, -3"/>');
  expect(lineAfter('<solid position="1%, 10"/>', by(20, 5))).toBe('<solid position="3%, 15"/>');
  expect(lineAfter('<solid position="1%,   5%"/>', by(0, 0))).toBe('<solid position="1%,   5%"/>');
  expect(lineAfter('<solid position="12, -3"/>', by(-12, 3))).toBe('<solid/>');
  expect(lineAfter('<solid origin="topleft" position="50, 50"/>', (box) => moveToChange(box, 80, null))).toBe(
    '<solid origin="topleft" position="80, 50"/>',
  );
});

test('an unmoved coordinate keeps its interpolated value between two keyframes', () => {
  const keys = '<key time="0" position="-50, 10%"/><key time="10" position="50, 10%"/>';
  const source = sceneOf(`<solid width="10" height="10"><animation>${keys}</animation></solid>`);
  const box = boxAt(source, 0, 5);
  expect(applyChange(source, box, moveChange(box, { x: 0, y: -1 })).text).toMatch(
    /<key time="5" position="0, [\d.]+%"\/>/,
  );
});

test('a layer in a scaled, rotated group follows the pointer', () => {
  const source = sceneOf('<group scale="2" rotation="90"><solid width="10" height="10"/></group>');
  const after = applyChange(source, boxAt(source, 1), moveChange(boxAt(source, 1), { x: 40, y: 0 }));
  expect(after.text).toContain('position="0, -20"');
});

test('a handle changes the box, the scale, or the font size', () => {
  const drag =
    (across: -1 | 0 | 1, down: -1 | 0 | 1, offset: Vector, keepsShape = false) =>
    (box: LayerBox) => {
      const options = { keepsShape, aboutPivot: false };
      return scaleChange(box, { across, down }, factorsOf(box, { across, down }, offset, options), options);
    };
  expect(lineAfter('<solid width="100" height="50"/>', drag(1, 0, { x: 20, y: 9 }))).toBe(
    '<solid width="120" height="50" position="10, 0"/>',
  );
  expect(lineAfter('<solid width="10%" height="50"/>', drag(-1, 0, { x: -20, y: 9 }))).toBe(
    '<solid width="12%" height="50" position="-10, 0"/>',
  );
  expect(lineAfter('<image src="a.png"/>', drag(1, 1, { x: 40, y: 20 }))).toBe(
    '<image src="a.png" position="20, 10" scale="1.1"/>',
  );
  expect(lineAfter('<image src="a.png"/>', drag(0, 1, { x: 0, y: 20 }))).toBe(
    '<image src="a.png" position="0, 10" scale="1, 1.1"/>',
  );
  expect(lineAfter('<text content="a" width="300"/>', drag(1, 0, { x: 50, y: 0 }))).toBe(
    '<text content="a" width="350" position="25, 0"/>',
  );
  expect(lineAfter('<text content="a" fontsize="40"/>', drag(1, 1, { x: 300, y: 60 }))).toBe(
    '<text content="a" fontsize="80" position="150, 30"/>',
  );
});

test('moving the pivot does not move the picture', () => {
  const source = sceneOf('<solid width="100" height="50" rotation="30"/>');
  const box = boxAt(source);
  const corner = handlePlace(box, { across: -1, down: -1 });
  const after = applyChange(source, box, pivotChange(box, { x: corner.x + 3, y: corner.y }, 5));
  expect(after.text).toContain('anchor="-50%, -50%"');
  expect(boxAt(after).matrix.e).toBeCloseTo(box.matrix.e, 1);
});

test('a rotation in steps ends at a step', () => {
  expect(
    lineAfter('<solid rotation="7"/>', (box) => rotateChange(box, { x: 600, y: 250 }, { x: 600, y: 281 }, true)),
  ).toBe('<solid rotation="30"/>');
});

test('a gesture changes the default of a variable if possible', () => {
  const by = (box: LayerBox) => moveChange(box, { x: 5, y: 0 });
  const one = sceneOf('<solid position="${place, \'10, 0\'}"/>');
  expect(applyChange(one, boxAt(one), by(boxAt(one))).text).toContain("${place, '15, 0'}");
  const composed = sceneOf('<solid position="${x, 10}, 0"/>');
  expect(() => applyChange(composed, boxAt(composed), by(boxAt(composed)))).toThrow(
    'The position is composed of variables. Convert it to a fixed value first.',
  );
});

test('a gesture sets keyframes only for animated attributes', () => {
  const keys = '<animation><key time="0" position="0, 0"/><key time="20" position="100, 0"/></animation>';
  const source = sceneOf(`<solid width="100" height="100">${keys}</solid>`);
  const box = boxAt(source, 0, 8);
  const after = applyChange(source, box, { ...moveChange(box, { x: 4, y: 0 }), ...rotateToChange(box, 10) });
  expect(after.text).toContain('<solid width="100" height="100" rotation="10">');
  expect(after.text).toContain('<key time="8" position="44, 0"/>');
  expect(
    boxAt(after, 0, 8).matrix.e - boxAt(sceneOf('<solid width="100" height="100" rotation="10"/>')).matrix.e,
  ).toBeCloseTo(44);
});

test('dragging a keyframe of the motion path moves only that keyframe', () => {
  const keys = '<animation><key time="0" position="0, 0"/><key time="20" position="10%, 0"/></animation>';
  const source = sceneOf(`<solid width="100" height="100">${keys}</solid>`);
  const box = boxAt(source, 0, 5);
  const path = required(motionPath(box), 'a way');
  expect(path.keys).toEqual([
    { x: 500, y: 250, localFrame: 0 },
    { x: 600, y: 250, localFrame: 20 },
  ]);
  expect(path.dots).toHaveLength(21);
  const laterBox = { ...box, localFrame: 20 };
  const after = applyChange(source, laterBox, keyMoved(box, 20, { x: 50, y: 10 }));
  expect(after.text).toContain('<key time="0" position="0, 0"/><key time="20" position="15%, 10"/>');
});

const anyLayer = fc
  .record({
    element: fc.constantFrom('solid', 'shape', 'image', 'text', 'video'),
    x: fc.integer({ min: -300, max: 300 }),
    unit: fc.constantFrom('', '%'),
    anchor: fc.constantFrom('', ' anchor="-50%, 20%"', ' anchor="13, -7"'),
    scale: fc.constantFrom('', ' scale="1.5"', ' scale="-0.5, 2"'),
    rotation: fc.constantFrom(0, 30, 90, -135),
    width: fc.constantFrom('', ' width="200" height="80"', ' width="20%" height="30%"'),
    group: fc.boolean(),
  })
  .map(({ element, x, unit, anchor, scale, rotation, width, group }) => {
    const place = unit === '%' ? `${x / 10}%` : String(x);
    const content = element === 'text' ? ' content="Hello" autosize="none"' : '';
    const file = element === 'image' || element === 'video' ? ' src="a.bin"' : '';
    const layer = `<${element}${content}${file} position="${place}, 20"${anchor}${scale} rotation="${rotation}"${width}/>`;
    return group ? `<group scale="0.5" rotation="20" position="10, 10">${layer}</group>` : layer;
  });

const anyPlace = fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -200, max: 200 }) });
const known: KnownSizes = {
  ...SOME_SIZES,
  ofText: ({ style, box }) => ({
    width: box.width?.amount ?? style.size * 6,
    height: box.height?.amount ?? style.size,
  }),
};
const boxIn = (source: TemplateSource) => {
  const first = boxAt(source, 0, 0, known);
  return first.layer.kind === 'group' ? boxAt(source, 1, 0, known) : first;
};
const distance = (one: Vector, other: Vector) => Math.hypot(one.x - other.x, one.y - other.y);
/**
 * The tolerance in pixels. Layers that are neither rotated nor scaled are at whole pixels, and boxes have whole sides.
 */
const TOLERANCE = 1.6;

test('a random move follows the pointer and can be undone exactly', () => {
  fc.assert(
    fc.property(anyLayer, anyPlace, (layer, by) => {
      const source = sceneOf(layer);
      const after = applyChange(source, boxIn(source), moveChange(boxIn(source), by));
      const [from, to] = [placeAt(boxIn(source).matrix, { x: 0, y: 0 }), placeAt(boxIn(after).matrix, { x: 0, y: 0 })];
      expect(distance(to, { x: from.x + by.x, y: from.y + by.y })).toBeLessThan(TOLERANCE);
      if (after === source) return;
      const label = { code: 'step/format-xml', values: {} } as never;
      const step = { label, source: after, before: MOVIE_SELECTION, after: MOVIE_SELECTION, at: 0 };
      const history = recordStep(createHistory(source), step);
      expect(required(undo(history), 'a step').history.source.text).toBe(source.text);
    }),
  );
});

test('scaling keeps the opposite handle or the pivot in place', () => {
  fc.assert(
    fc.property(anyLayer, fc.constantFrom(...HANDLES), anyPlace, fc.boolean(), (layer, handle, offset, aboutPivot) => {
      const source = sceneOf(layer);
      const box = boxIn(source);
      const options = { keepsShape: false, aboutPivot };
      const { across, down } = factorsOf(box, handle, offset, options);
      // Limit the factors: a box cannot have negative sides, and a font size is at least one pixel.
      const factors = { across: Math.min(4, Math.max(0.3, across)), down: Math.min(4, Math.max(0.3, down)) };
      const after = boxIn(applyChange(source, box, scaleChange(box, handle, factors, options)));
      if (
        aboutPivot &&
        box.layer.placement.anchor.across.unit === 'px' &&
        box.layer.placement.anchor.across.amount !== 0
      )
        return;
      const opposite = { across: -handle.across, down: -handle.down } as typeof handle;
      const [before, now] = aboutPivot
        ? [pivotPlace(box), pivotPlace(after)]
        : [handlePlace(box, opposite), handlePlace(after, opposite)];
      expect(distance(before, now)).toBeLessThan(TOLERANCE);
    }),
  );
});

test('a dragged handle follows the pointer', () => {
  fc.assert(
    fc.property(anyLayer, fc.constantFrom(...HANDLES), anyPlace, (layer, handle, offset) => {
      const source = sceneOf(layer);
      const box = boxIn(source);
      // Skip the corners of a text, because they scale the letters instead of the box.
      if (box.layer.kind === 'text' && isCorner(handle)) return;
      const options = { keepsShape: false, aboutPivot: false };
      const { across, down } = factorsOf(box, handle, offset, options);
      if (Math.min(across, down) < 0.1 || Math.max(across, down) > 20) return;
      const after = boxIn(applyChange(source, box, scaleChange(box, handle, { across, down }, options)));
      const from = handleInPicture(box, handle);
      const expected = {
        x: from.x + (handle.across === 0 ? 0 : offset.x),
        y: from.y + (handle.down === 0 ? 0 : offset.y),
      };
      expect(distance(placeAt(box.matrix, expected), handlePlace(after, handle))).toBeLessThan(TOLERANCE * 2);
    }),
  );
});

test('rotating back around the pivot restores the layer', () => {
  fc.assert(
    fc.property(anyLayer, fc.integer({ min: -720, max: 720 }), (layer, degrees) => {
      const source = sceneOf(layer);
      const box = boxIn(source);
      const after = applyChange(source, box, rotateToChange(box, degrees));
      expect(distance(pivotPlace(boxIn(after)), pivotPlace(box))).toBeLessThan(TOLERANCE);
      const back = applyChange(after, boxIn(after), rotateToChange(boxIn(after), box.layer.placement.rotation));
      expect(boxIn(back).matrix.a).toBeCloseTo(box.matrix.a, 3);
    }),
  );
});

describe('cropping a corner', () => {
  const LOWER_RIGHT = { across: 1, down: 1 } as const;
  const UPPER_LEFT = { across: -1, down: -1 } as const;
  const cut = (handle: StageHandle, x: number, y: number) => (box: LayerBox) =>
    cropChange(box, croppableOf(box), handle, { x, y });
  const croppableOf = (box: LayerBox) => required(croppable(box, SOME_SIZES), 'a picture of a file');
  const visiblePartOf = (box: LayerBox) => croppableOf(box).visiblePart;

  test.each([
    // Cropping makes a picture without a fit smaller. The opposite corner stays in place.
    ['<image src="a.png"/>', LOWER_RIGHT, -100, -50, '<image src="a.png" position="-50, -25" crop="0, 25%, 25%, 0"/>'],
    ['<image src="a.png"/>', UPPER_LEFT, 40, 20, '<image src="a.png" position="20, 10" crop="10%, 0, 0, 10%"/>'],
    // The units stay the same, and the picture cannot extend beyond its source.
    [
      '<image src="a.png" crop="0, 40, 0, 0"/>',
      LOWER_RIGHT,
      20,
      0,
      '<image src="a.png" crop="0, 20, 0, 0" position="10, 0"/>',
    ],
    ['<image src="a.png" crop="0, 40, 0, 0"/>', LOWER_RIGHT, 90, 0, '<image src="a.png" position="20, 0"/>'],
    // A picture that fills the frame gets a box of the size of its remaining part. Otherwise, the frame would crop it
    // further.
    [
      '<video src="a.mp4"/>',
      LOWER_RIGHT,
      -250,
      0,
      '<video src="a.mp4" position="-125, 0" width="750" height="500" crop="0, 25%, 0, 0"/>',
    ],
    [
      '<video src="a.mp4" width="100" height="100" fit="cover"/>',
      UPPER_LEFT,
      50,
      0,
      '<video src="a.mp4" width="50" height="100" fit="cover" position="25, 0" crop="0, 25%, 0, 50%"/>',
    ],
    // Cropping a mirrored or rotated picture applies to the side that the user sees.
    [
      '<image src="a.png"><transform type="flip" axis="x"/></image>',
      LOWER_RIGHT,
      -100,
      -50,
      '<image src="a.png" position="-50, -25" crop="0, 0, 25%, 25%"><transform type="flip" axis="x"/></image>',
    ],
    [
      '<image src="a.png"><transform type="rotate" angle="90"/></image>',
      LOWER_RIGHT,
      -50,
      -100,
      '<image src="a.png" position="-25, -50" crop="25%, 25%, 0, 0"><transform type="rotate" angle="90"/></image>',
    ],
  ] as const)('crops %s by %o, %i, and %i pixels', (layer, handle, x, y, after) => {
    expect(lineAfter(layer, cut(handle, x, y))).toBe(after);
  });

  test('keeps the position and the scale of the remaining picture', () => {
    const layers = [
      '<image src="a" rotation="30" scale="1.5"/>',
      '<video src="a" anchor="10, 20%"/>',
      '<video src="a" width="300" fit="cover" height="90"/>',
      '<image src="a" width="50%" crop="10%, 0, 5, 20"/>',
      '<image src="a" rotation="20"><transform type="flip" axis="y"/></image>',
      '<video src="a" width="300"><transform type="rotate" angle="-90"/><transform type="flip" axis="x"/></video>',
      '<image src="a"><transform type="crop" left="30" bottom="10"/><transform type="rotate" angle="450"/></image>',
    ];
    const anyLayer = fc.constantFrom(...layers);
    const corner = fc.constantFrom(...HANDLES.filter(isCorner));
    // Limit the offsets, because some pixels must remain after sides are rounded to whole pixels.
    const anyWay = fc.integer({ min: -60, max: 60 });
    fc.assert(
      fc.property(anyLayer, corner, anyWay, anyWay, (layer, handle, x, y) => {
        const source = sceneOf(layer);
        const before = boxAt(source, 0, 0, SOME_SIZES);
        const after = boxAt(applyChange(source, before, cut(handle, x, y)(before)), 0, 0, SOME_SIZES);
        const { left, top, right, bottom } = visiblePartOf(after);
        for (const place of [
          [left, top],
          [right, bottom],
        ] as const) {
          const [one, other] = [shownAt(before, place), shownAt(after, place)];
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeLessThan(2);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('stops at the edge of the picture', () => {
    const picture = croppableOf(boxAt(sceneOf('<image src="a" crop="0, 40, 0, 0"/>'), 0, 0, SOME_SIZES));
    expect(clampCornerOffset(picture, LOWER_RIGHT, { x: 90, y: -500 })).toEqual({ x: 40, y: -199 });
    expect(clampCornerOffset(picture, UPPER_LEFT, { x: -5, y: 20 })).toEqual({ x: 0, y: 20 });
  });

  test('is refused for a layer without a picture file', () => {
    expect(croppable(boxAt(sceneOf('<solid width="10" height="10"/>')), SOME_SIZES)).toBe(null);
    expect(croppable(boxAt(sceneOf('<image src="a"/>')), NOTHING_KNOWN)).toBe(null);
  });

  test('is refused for a layer whose effects reshape the picture', () => {
    const layer = (effects: string) => boxAt(sceneOf(`<image src="a">${effects}</image>`), 0, 0, SOME_SIZES);
    const isRefused = (box: LayerBox) => [croppable(box, SOME_SIZES) === null, isShapedByEffects(box, SOME_SIZES)];
    expect(isRefused(layer('<transform type="crop" left="10%"/>'))).toEqual([true, true]);
    expect(isRefused(layer('<transform type="rotate" angle="30"/>'))).toEqual([true, true]);
    expect(isRefused(layer('<transform type="perspective" upperright="90%, 10%"/>'))).toEqual([true, true]);
    expect(isRefused(layer('<transform type="crop" left="100"/>'))).toEqual([false, false]);
    expect(isRefused(layer('<filter type="saturation" intensity="2"/>'))).toEqual([false, false]);
    expect(isShapedByEffects(boxAt(sceneOf('<image src="a"/>')), NOTHING_KNOWN)).toBe(false);
  });

  /** Converts a position in the file to a position in the frame of the movie. The position can be in a cropped part. */
  function shownAt(box: LayerBox, [x, y]: readonly [number, number]): Vector {
    const { visiblePart, scale, matrix } = croppableOf(box);
    return placeAt(multiplyAffine(box.matrix, matrix), {
      x: (x - visiblePart.left) * scale.x,
      y: (y - visiblePart.top) * scale.y,
    });
  }
});
