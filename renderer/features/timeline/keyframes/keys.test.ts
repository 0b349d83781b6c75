import { describe, expect, test } from 'vitest';
import { type AnimatedProperty, animatedProperties } from '#shared/editing/keyframes/animated.ts';
import { elementId, film } from '#shared/editing/model/testing/editing.ts';
import { curveOf, easingAfterHandleDrag, handlesOf, numbersOf, rangeOf, valueOfY, yOfValue } from './curves.ts';
import { markAt, marksBetween, marksOf, segmentAt } from './keyframe-marks.ts';
import { draggedValue, stepOf } from './lane-pointer.ts';
import { diamondX, isScaleRight } from './paint-keyframes.ts';
import { keyDrag } from './property-lane.tsx';

const WHOLE = { width: 100, height: 50 };

function moving(name: string, ...keys: readonly string[]): AnimatedProperty {
  const source = film('<scene duration="100"><solid><animation>', ...keys, '</animation></solid></scene>');
  const context = { document: source.document, values: new Map<string, string>() };
  const found = animatedProperties(context, elementId(source, 'solid'), 100).find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} is not animated`);
  return found;
}

const fading = moving(
  'opacity',
  '<key time="0" opacity="0" easing="cubic-bezier(0.2, 0.5, 0.6, 1)"/>',
  '<key time="10" opacity="1"/>',
  '<key time="12" opacity="0.5"/>',
);

describe('the keyframes of a lane', () => {
  test('form one band if they are less than six pixels apart', () => {
    expect(marksOf(fading.keys, (frame) => frame * 2).map(({ x, end, keys }) => [x, end, keys.length])).toEqual([
      [0, 0, 1],
      [20, 24, 2],
    ]);
    expect(marksOf(fading.keys, (frame) => frame * 3)).toHaveLength(3);
  });

  test('are found at the pointer and in a box', () => {
    const marks = marksOf(fading.keys, (frame) => frame * 10);
    expect(markAt(marks, 106)?.keys[0]?.frame).toBe(10);
    expect(markAt(marks, 50)).toBeNull();
    expect(marksBetween(marks, 130, 90).map(({ frame }) => frame)).toEqual([10, 12]);
  });

  test('have a segment only between two adjacent keyframes', () => {
    expect(segmentAt(fading.keys, 4)?.frame).toBe(0);
    expect(segmentAt(fading.keys, 11)?.frame).toBe(10);
    expect(segmentAt(fading.keys, 12)).toBeNull();
  });
});

describe('a keyframe on screen', () => {
  test('stays completely visible at the first visible frame', () => {
    expect([0, 3, 5.5, 40, -8].map(diamondX)).toEqual([5.5, 5.5, 5.5, 40, -8]);
  });

  test('shows its new frame and value during a drag', () => {
    const tip = { frame: 30, difference: -4, value: '0.5', atPlayhead: true, clientY: 500 };
    const lanes = { top: 400, pixelsPerFrame: 2, atPlayhead: 'at the playhead' };
    expect(keyDrag(tip, lanes)).toMatchObject({
      ...{ top: 100, snapFrame: 30 },
      tip: { left: 60, frames: 30, difference: -4, note: '0.5 · at the playhead', tone: 'snapped' },
    });
    expect(keyDrag({ ...tip, value: null, atPlayhead: false }, lanes)).toMatchObject({
      snapFrame: null,
      tip: { note: null, tone: 'plain' },
    });
  });
});

describe('the curve of a property', () => {
  test('fits into its graph with 14 % padding above and below', () => {
    const range = rangeOf(curveOf(fading, WHOLE, { from: 0, to: 100, most: 50 }));
    expect(range.least).toBeCloseTo(-0.14);
    expect(range.most).toBeCloseTo(1.14);
    expect(yOfValue(range.most, range, 148)).toBeCloseTo(0);
    expect(valueOfY(yOfValue(0.3, range, 148), range, 148)).toBeCloseTo(0.3);
  });

  test('has two lines for a position and no line for a color', () => {
    const moved = moving('position', '<key time="0" position="0, 0"/>', '<key time="10" position="10%, 20"/>');
    expect(curveOf(moved, WHOLE, { from: 5, to: 5, most: 1 })).toEqual([{ frame: 5, numbers: [5, 10] }]);
    expect(numbersOf({ red: 1, green: 2, blue: 3, alpha: 1 }, WHOLE)).toEqual([]);
  });

  test('has two handles per segment that bend it', () => {
    const [first, second] = handlesOf(fading, fading.keys.slice(0, 1), 0, WHOLE);
    expect(first).toMatchObject({ which: 1, frame: 2, value: 0.5 });
    expect(second).toMatchObject({ which: 2, frame: 6, value: 1 });
    if (first === undefined) throw new Error('there is no point');
    const drag = (isLevel: boolean, isBoth: boolean) =>
      easingAfterHandleDrag(fading, first, 0, WHOLE, { frame: 4, value: 0.25, isLevel, isBoth });
    expect(drag(false, false)).toBe('cubic-bezier(0.4, 0.25, 0.6, 1)');
    expect(drag(true, false)).toBe('cubic-bezier(0.4, 0, 0.6, 1)');
    expect(drag(false, true)).toBe('cubic-bezier(0.4, 0.25, 0.6, 0.75)');
  });

  test('changes the values of dragged keyframes in rounded steps', () => {
    const [, , last] = fading.keys;
    const at = { part: 0, step: stepOf(1.28 / 147), whole: WHOLE };
    const raised = (by: number) => (last === undefined ? null : draggedValue(fading, last, { ...at, by }));
    expect(stepOf(1.28 / 147)).toBe(0.01);
    expect([raised(0.204), raised(9), raised(-9)]).toEqual(['0.7', '1', '0']);
    const moved = moving('position', '<key time="0" position="10%, 20"/>', '<key time="9" position="${x, 1}, 0"/>');
    const [place, bound] = moved.keys;
    if (place === undefined || bound === undefined) throw new Error('no keys');
    const by = { by: 5.4, step: stepOf(3), whole: WHOLE };
    expect(draggedValue(moved, place, { ...by, part: 1 })).toBe('10%, 25');
    expect(draggedValue(moved, place, { ...by, part: 0 })).toBe('15%, 20');
    expect(draggedValue(moved, bound, { ...by, part: 0 })).toBeNull();
  });
});

test('the scale moves right if only the left edge has keyframes', () => {
  expect(isScaleRight([200, 300], 400)).toBe(false);
  expect(isScaleRight([10, 300], 400)).toBe(true);
  expect(isScaleRight([10, 390], 400)).toBe(false);
  expect(isScaleRight([-40, 500], 400)).toBe(false);
});
