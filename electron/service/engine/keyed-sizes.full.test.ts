// @module-tag full-scale
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

const WIDTH = 64;
const HEIGHT = 48;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const filmOf = (layer: string) =>
  composedFrames(
    `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25"><scene duration="5">${layer}</scene></movie>`,
    { folder: folder.path },
  );
const growing = '<animation><key time="0" width="10" height="25%"/><key time="4" width="50%" height="24"/></animation>';

test.each([
  ['solid', 'color="#ff8000"'],
  ['solid', 'gradient="90, #ff0000, #0000ff"'],
  ['shape', 'type="ellipse" fill="#ff8000" stroke="#ffffff" linewidth="2"'],
  ['shape', 'type="rectangle" radius="3" fill="#ff8000"'],
])('a %s with animated size equals one of that size: %s', async (kind, attributes) => {
  // Absolute lengths, and percentages of the frame. The scale prevents snapping to whole pixels.
  const rest = `${attributes} scale="1.1" position="-12, 5" anchor="-50%, 0"`;
  const frames = await filmOf(`<${kind} ${rest} width="3" height="3">${growing}</${kind}>`);
  for (const [frame, width, height] of [
    [0, 10, 12],
    [2, 21, 18],
    [4, 32, 24],
  ] as const) {
    const still = await filmOf(`<${kind} ${rest} width="${width}" height="${height}"/>`);
    expect(frames[frame]?.equals(required(still[frame], 'a frame'))).toBe(true);
  }
});

test('an animated size keeps its center, and masks follow it', async () => {
  const mask = '<mask><solid width="50%" height="50%" color="#ffffff"/></mask>';
  const frames = await filmOf(`<solid width="10" height="10" color="#ffffff">${growing}${mask}</solid>`);
  const lit = (frame: Buffer | undefined) => {
    let [sum, weightedX] = [0, 0];
    for (let at = 0; at < WIDTH * HEIGHT; at++) {
      sum += (frame?.[at] ?? 16) - 16;
      weightedX += ((frame?.[at] ?? 16) - 16) * ((at % WIDTH) + 0.5);
    }
    return { area: sum / 219, middle: weightedX / sum };
  };
  for (const frame of frames) expect(Math.abs(lit(frame).middle - WIDTH / 2)).toBeLessThanOrEqual(0.5);
  expect(lit(frames[0]).area).toBeCloseTo(5 * 6, -1);
  expect(lit(frames[4]).area).toBeCloseTo(16 * 12, -1);
});
