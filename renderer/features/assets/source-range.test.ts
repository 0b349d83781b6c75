import { expect, test } from 'vitest';
import { applyCommand } from '#shared/editing/apply-command.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { insertRangeCommand, markedRange, markIn, markOut } from './source-range.ts';
import { viewerKey } from './source-viewer.tsx';

const LENGTH = 100;

test('in and out points at the ends of a video are removed', () => {
  expect(markedRange({}, LENGTH)).toEqual({ from: 0, to: 100 });
  expect(markIn({}, 0)).toEqual({});
  expect(markOut({}, 99, LENGTH)).toEqual({});
});

test('the frames at the in and out points are included', () => {
  const marks = markOut(markIn({}, 20), 59, LENGTH);
  expect(marks).toEqual({ in: 20, out: 60 });
  expect(markedRange(marks, LENGTH)).toEqual({ from: 20, to: 60 });
});

test('a point that would reverse the range removes the other point', () => {
  expect(markIn({ in: 10, out: 30 }, 40)).toEqual({ in: 40 });
  expect(markOut({ in: 40, out: 60 }, 20, LENGTH)).toEqual({ out: 21 });
});

test('the marked range becomes a scene that starts at the in-point', () => {
  const source = sourceOf('<movie width="64" height="36" framerate="25"/>');
  const made = (from: number, to: number) => {
    const applied = applyCommand({ source, values: new Map() }, insertRangeCommand('a.mp4', { from, to }, 0));
    return applied.ok ? applied.value.source.text : applied.error;
  };
  expect(made(20, 60)).toMatch(/<scene duration="40">\s*<video src="a.mp4" skip="20"\/>/);
  expect(made(0, 60)).toMatch(/<scene duration="60">\s*<video src="a.mp4"\/>/);
});

test('the source viewer uses the editor’s keys and no system shortcuts', () => {
  const pressed = (key: string, held: object = {}) =>
    viewerKey({ key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held });
  expect([' ', 'I', 'o', 'Enter', 'Home', 'End'].map((key) => pressed(key))).toEqual([
    'toggle',
    'in',
    'out',
    'take',
    'start',
    'end',
  ]);
  expect(pressed('ArrowLeft')).toEqual({ step: -1 });
  expect(pressed('ArrowRight', { shiftKey: true })).toEqual({ step: 10 });
  expect(['j', 'k', 'l'].map((key) => pressed(key))).toEqual([{ shuttle: -1 }, { shuttle: 0 }, { shuttle: 1 }]);
  expect(pressed('x', { altKey: true })).toBe('clear');
  expect([pressed('i', { ctrlKey: true }), pressed('Tab'), pressed('Escape')]).toEqual([null, null, null]);
});
