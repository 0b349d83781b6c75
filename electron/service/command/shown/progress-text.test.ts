import { expect, test } from 'vitest';
import type { RenderProgress } from '#service/render/make/render-types.ts';
import { displayWidth } from './display-width.ts';
import { progressDisplay } from './progress-display.ts';
import { durationText, progressBar, progressLine, sizeText } from './progress-text.ts';

const halfway: RenderProgress = { stage: 'rendering', done: 450, total: 900, framesPerSecond: 54.4, etaSeconds: 8.2 };

test('the bar shows stage, share, frames, time left and speed', () => {
  expect(progressBar(halfway, 100)).toBe(
    'Rendering ████████████████████░░░░░░░░░░░░░░░░░░░░   50 %  450/900 frames    9 s left   54 fps',
  );
});

test.each([10, 20, 30, 40, 60, 80, 200])('the bar fits into %i columns and leaves the last one free', (columns) => {
  expect(displayWidth(progressBar(halfway, columns))).toBeLessThan(columns);
});

test('what does not fit is left out, the least telling first', () => {
  expect(progressBar(halfway, 50)).toBe('Rendering ████████░░░░░░░░   50 %  450/900 frames');
  expect(progressBar(halfway, 12)).toBe(' 50 %');
});

test('a log line holds the same', () => {
  expect(progressLine(halfway)).toBe('Rendering: 50 %, 450/900 frames, 9 s left, 54 fps');
  expect(progressLine({ stage: 'fetching', done: 0, total: 0, framesPerSecond: null, etaSeconds: null })).toBe(
    'Fetching: 0 %',
  );
});

test('durations and sizes are told in the unit that suits them', () => {
  expect([0, 7.2, 65, 3723].map(durationText)).toEqual(['0 s', '8 s', '1:05', '1:02:03']);
  expect([812, 3400, 34_200_000, 999_600].map(sizeText)).toEqual(['812 B', '3.4 kB', '34 MB', '1.0 MB']);
});

interface Shown {
  readonly written: readonly string[];
}

function show(interactive: boolean, steps: readonly (readonly [at: number, done: number])[]): Shown {
  const written: string[] = [];
  let now = 0;
  using display = progressDisplay({
    write: (text) => written.push(text),
    interactive,
    columns: () => 80,
    now: () => now,
  });
  for (const [at, done] of steps) {
    now = at;
    display.show({ ...halfway, done });
  }
  return { written };
}

test('a log gets a line for every ten per cent, at most one a second, and one after five seconds at the latest', () => {
  const { written } = show(false, [
    [0, 0],
    [100, 300],
    [1200, 310],
    [2000, 320],
    [6100, 321],
    [6300, 330],
    [11_400, 340],
  ]);
  expect(written.map((line) => /\d+ %/.exec(line)?.[0])).toEqual(['0 %', '34 %', '36 %', '37 %']);
});

test('a bar is redrawn in place, not too often, and taken away at the end', () => {
  const { written } = show(true, [
    [0, 0],
    [10, 1],
    [100, 100],
  ]);
  expect(written).toHaveLength(3);
  expect(written.every((text) => text.includes('\r') && !text.includes('\n'))).toBe(true);
});

test('taking the bar away gives the cursor back', () => {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text), interactive: true, columns: () => 80, now: () => 0 };
  {
    using display = progressDisplay(output);
    display.show(halfway);
  }
  expect(written.at(-1)).toBe('\r\u001B[K\u001B[?25h');
});
