import { expect, test } from 'vitest';
import type { RenderProgress } from '#service/engine/make/render-types.ts';
import { displayWidth } from './display-width.ts';
import { durationText, progressBar, progressDisplay, progressLine, sizeText } from './progress-text.ts';

const halfway: RenderProgress = { stage: 'rendering', done: 450, total: 900, framesPerSecond: 54.4, etaSeconds: 8.2 };

test('the bar shows stage, share, frames, time left, and speed', () => {
  expect(progressBar(halfway, 100)).toBe(
    'Rendering ████████████████████░░░░░░░░░░░░░░░░░░░░   50 %  450/900 frames    9 s left   54 fps',
  );
});

test.each([10, 20, 30, 40, 60, 80, 200])('the bar leaves the last column free: %i columns', (columns) => {
  expect(displayWidth(progressBar(halfway, columns))).toBeLessThan(columns);
});

test('the least important details are omitted first', () => {
  expect(progressBar(halfway, 50)).toBe('Rendering ████████░░░░░░░░   50 %  450/900 frames');
  expect(progressBar(halfway, 12)).toBe(' 50 %');
});

test('a log line has the same details', () => {
  expect(progressLine(halfway)).toBe('Rendering: 50 %, 450/900 frames, 9 s left, 54 fps');
  expect(progressLine({ stage: 'fetching', done: 0, total: 0, framesPerSecond: null, etaSeconds: null })).toBe(
    'Fetching: 0 %',
  );
});

test('durations and sizes have suitable units', () => {
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

test('a log gets a line at intervals', () => {
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

test('a bar is redrawn in place and erased', () => {
  const { written } = show(true, [
    [0, 0],
    [10, 1],
    [100, 100],
  ]);
  expect(written).toHaveLength(3);
  expect(written.every((text) => text.includes('\r') && !text.includes('\n'))).toBe(true);
});

test('erasing the bar shows the cursor again', () => {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text), interactive: true, columns: () => 80, now: () => 0 };
  {
    using display = progressDisplay(output);
    display.show(halfway);
  }
  expect(written.at(-1)).toBe('\r\u001B[K\u001B[?25h');
});
