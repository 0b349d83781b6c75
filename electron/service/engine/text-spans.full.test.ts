import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { toBt709 } from '#shared/template/values/color.ts';
import { full } from '#shared/testing/full.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

const WIDTH = 320;
const HEIGHT = 96;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Returns the frames of a black scene with this text. */
function framesOf(text: string, duration = 2): Promise<readonly Buffer[]> {
  const scene = `<scene duration="${duration}">${text}</scene>`;
  return composedFrames(`<movie width="${WIDTH}" height="${HEIGHT}" framerate="25">${scene}</movie>`, {
    folder: folder.path,
  });
}

async function frameOf(text: string): Promise<Buffer> {
  return required((await framesOf(text))[1], 'a frame');
}

/** Returns the columns of a frame that contain the luma of a color. */
function columnsOf(frame: Buffer, color: Parameters<typeof toBt709>[0]): readonly number[] {
  const { luma } = toBt709(color);
  const columns = new Set<number>();
  for (let at = 0; at < WIDTH * HEIGHT; at++) if (frame[at] === luma) columns.add(at % WIDTH);
  return [...columns].sort((left, right) => left - right);
}

const RED = { red: 255, green: 0, blue: 0 };
const GREEN = { red: 0, green: 255, blue: 0 };

test('a span can differ from its text in color', async () => {
  const frame = await frameOf(
    '<text size="48" color="#00ff00"><content>HH<span color="#ff0000">HH</span></content></text>',
  );
  const [green, red] = [columnsOf(frame, GREEN), columnsOf(frame, RED)];
  expect(green.length).toBeGreaterThan(10);
  expect(red.length).toBeGreaterThan(10);
  expect(Math.max(...green)).toBeLessThan(Math.min(...red));
});

full.test('a span with default values does not change the picture', async () => {
  const plain = await frameOf('<text size="40" content="سلام fine &#x1F44D;"/>');
  const spanned = await frameOf(
    '<text size="40"><content>س<span color="#ffffff">لا</span>م f<span size="40">in</span>e &#x1F44D;</content></text>',
  );
  expect(spanned.equals(plain)).toBe(true);
});

test('keyframes of a text change spans that inherit its style', async () => {
  const keys = '<animation><key time="0" color="#00ff00" fontsize="20"/></animation>';
  const moved = await framesOf(
    `<text size="40" width="300" color="#0000ff">${keys}<content>HH<span color="#ff0000" size="60">HH</span></content></text>`,
  );
  const still = await framesOf(
    '<text size="20" width="300" color="#00ff00"><content>HH<span color="#ff0000" size="30">HH</span></content></text>',
  );
  expect(moved[1]?.equals(required(still[1], 'a frame'))).toBe(true);
});
