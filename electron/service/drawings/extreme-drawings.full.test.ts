// @module-tag full-scale
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';
import { ink, shape, text } from '#shared/drawings/testing/some-drawings.ts';
import { createDrawings, type Drawings } from './drawings.ts';

const signal = new AbortController().signal;
/**
 * The maximum additional memory. The limit of CanvasKit is 1 GiB, and the rest is for the drawn pixels in this process.
 */
const MAX_ADDITIONAL_MEBIBYTES = 1536;
const NOTHING = () => Promise.reject(new Error('there is nothing but what is bundled'));

let drawings: Drawings;
let before: number;
beforeAll(async () => {
  drawings = createDrawings();
  await drawings.draw(text('a'), NOTHING, signal);
  before = mostMebibytes();
});
afterAll(() => drawings[Symbol.asyncDispose]());

/** Returns the peak memory of this process. */
function mostMebibytes(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}

const words = 'word '.repeat(2000);
const shadow = (blur: number, away = 3) => ({ across: away, down: away, blur, color: ink('000000') });
const path = (count: number, command: (index: number) => string): Drawing =>
  shape({
    width: 4000,
    height: 4000,
    stroke: { width: 9, color: ink('ff0000') },
    outline: { kind: 'path', data: `M0 0${Array.from({ length: count }, (_, index) => command(index)).join('')}` },
  });

const extremes: Readonly<Record<string, Drawing>> = {
  'a shadow that is blurred over 10,000 pixels': text('Hello', { shadow: shadow(10_000) }),
  'a shadow ten million pixels away': text('Hello', { shadow: shadow(1e6, 1e7) }),
  'ten thousand characters of the largest size': text(words, { size: 2000 }),
  'ten thousand characters that are shrunk to a box': text(words, {
    ...{ size: 2000, width: 1920, height: 1080, autosize: 'shrink', minSize: 1 },
  }),
  'an outline of a million pixels around ten thousand characters': text(words, {
    width: 1000,
    outline: { width: 1e6, color: ink('ff0000') },
  }),
  'five thousand lines': text('a\n'.repeat(5000)),
  'five thousand lines that fill a box': text('a\n'.repeat(5000), {
    ...{ width: 500, height: 500, autosize: 'fill', minSize: 1 },
  }),
  'a letter with ten thousand marks': text(`a${'\u0301'.repeat(9999)}`, { width: 1000 }),
  'nine hundred families in a box that they fill': text('👨‍👩‍👧‍👦'.repeat(900), {
    ...{ width: 1000, height: 1000, autosize: 'fill', minSize: 1 },
  }),
  'directions within directions': text('a\u202eb\u202c'.repeat(2500), { width: 1000 }),
  'a padding of a million pixels': text('Hello', {
    padding: { top: 1e6, right: 1e6, bottom: 1e6, left: 1e6 },
    background: ink('ff0000'),
  }),
  'a path of 100,000 commands': path(50_000, () => 'h1v1'),
  'a path of 100,000 commands that stand on one another': path(50_000, () => 'm0 1z'),
  'a path of arcs that go around and around': path(10_000, (index) => `a9 9 0 1 1 ${index % 9} 1`),
  'a shadow that is blurred over 10,000 pixels, of a large text with an outline, enlarged': text('Hello', {
    ...{ size: 400, scale: 4, color: ink('ffffff', 0.5), background: ink('204060', 0.5) },
    ...{ shadow: shadow(10_000), outline: { width: 50, color: ink('ff0000', 0.5) } },
  }),
};

/** The faults that a drawing may return: it is too slow, or its path is invalid. */
const FAULTS = ['text/too-slow', 'template/path'];

test.each(Object.entries(extremes))('an extreme drawing is drawn or refused by code: %s', async (_, drawing) => {
  const laidOut = await drawings.layOut(drawing, NOTHING, signal);
  if (!laidOut.ok) return expect(FAULTS).toContain(laidOut.error.code);
  const drawn = await drawings.draw(drawing, NOTHING, signal);
  if (!drawn.ok) return expect(FAULTS).toContain(drawn.error.code);
  expect(Math.max(drawn.value.width, drawn.value.height)).toBeLessThanOrEqual(8192);
});

test('wide shadow blurs and paths of 100,000 commands are drawn', async () => {
  for (const drawing of [
    extremes['a shadow that is blurred over 10,000 pixels'],
    extremes['a path of 100,000 commands'],
  ]) {
    if (drawing === undefined) throw new Error('there is no such drawing');
    expect(await drawings.draw(drawing, NOTHING, signal)).toMatchObject({ ok: true });
  }
});

test('a second drawing follows within the memory limit', async () => {
  expect(await drawings.draw(text('a'), NOTHING, signal)).toMatchObject({ ok: true });
  expect(mostMebibytes() - before).toBeLessThan(MAX_ADDITIONAL_MEBIBYTES);
});
