import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { COUNTER_FILTERS, COUNTER_HEIGHT, COUNTER_WIDTH, counterIn } from '#service/testing/measure-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { toBt709 } from '#shared/template/values/color.ts';
import { full } from '#shared/testing/full.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

const WIDTH = 64;
const HEIGHT = 48;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(join(folder.path, 'clip.mp4'), { width: WIDTH, height: HEIGHT });
  const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, filters: COUNTER_FILTERS, seconds: 4 };
  await makeClip(join(folder.path, 'counted.mp4'), {
    ...counted,
    codecs: ['-c:v', 'libx264', '-crf', '10', '-c:a', 'aac'],
  });
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Returns the frames of a scene with these layers over blue. */
function framesOf(layers: string, duration = 2): Promise<readonly Buffer[]> {
  const scene = `<scene duration="${duration}" background="#0000ff">${layers}</scene>`;
  const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25">${scene}</movie>`;
  return composedFrames(xml, { folder: folder.path });
}

async function frameOf(layers: string): Promise<Buffer> {
  return required((await framesOf(layers))[1], 'a frame');
}

const BLUE = toBt709({ red: 0, green: 0, blue: 255 }).luma;
const RED = toBt709({ red: 255, green: 0, blue: 0 }).luma;
const GREEN = toBt709({ red: 0, green: 255, blue: 0 }).luma;
const lumaAt = (frame: Buffer, x: number, y: number): number => frame[y * WIDTH + x] ?? 0;
const between = (one: number, other: number, part: number): number => one + (other - one) * part;

describe('a group', () => {
  test('fades as one flattened picture', async () => {
    const frame = await frameOf(
      `<group opacity="0.5">
        <solid color="#00ff00" width="40" height="20"/>
        <solid color="#ff0000" width="20" height="20"/>
      </group>`,
    );
    expect(Math.abs(lumaAt(frame, 32, 24) - between(BLUE, RED, 0.5))).toBeLessThanOrEqual(1);
    expect(Math.abs(lumaAt(frame, 16, 24) - between(BLUE, GREEN, 0.5))).toBeLessThanOrEqual(1);
    expect(lumaAt(frame, 5, 24)).toBe(BLUE);
  });

  test('is placed from its center together with its layers', async () => {
    const frame = await frameOf(
      `<group width="20" height="20" position="-10, 4"><solid color="#ff0000" width="10" height="100%" position="25%, 0"/></group>`,
    );
    // The box of the group is from 12 to 32 across and from 18 to 38 down. The solid is its right half.
    const red = [
      [22, 18],
      [31, 37],
    ] as const;
    expect(red.map(([x, y]) => lumaAt(frame, x, y))).toEqual([RED, RED]);
    const around = [
      [21, 20],
      [32, 20],
      [25, 17],
      [25, 38],
    ] as const;
    expect(around.map(([x, y]) => lumaAt(frame, x, y))).toEqual([BLUE, BLUE, BLUE, BLUE]);
  });

  test('clips its layers only if it has a size', async () => {
    const inside = '<solid color="#ff0000" width="30" height="10" position="60, 0"/>';
    const open = await frameOf(`<group position="-50, 0">${inside}</group>`);
    expect([28, 40, 55].map((x) => lumaAt(open, x, 24))).toEqual([RED, RED, RED]);
    const cut = await frameOf(`<group width="100%" position="-50, 0">${inside}</group>`);
    expect([20, 40].map((x) => lumaAt(cut, x, 24))).toEqual([BLUE, BLUE]);
  });

  full.test('has a local clock that also applies to its videos', async () => {
    const scene = `<scene duration="20"><group offset="3" duration="10"><video src="counted.mp4" skip="5" offset="2"/></group></scene>`;
    const xml = `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="25">${scene}</movie>`;
    const counters = (await composedFrames(xml, { folder: folder.path })).map(counterIn);
    const visible = Array.from({ length: 8 }, (_, at) => 5 + at);
    expect(counters).toEqual([...Array(5).fill(-1), ...visible, ...Array(7).fill(-1)]);
    const piece = await composedFrames(xml, { folder: folder.path, piece: { from: 7, length: 8 } });
    expect(piece.map(counterIn)).toEqual(counters.slice(7, 15));
  });

  full.test('shows the right frames inside another group with an overlap', async () => {
    const video = '<video src="counted.mp4"/>';
    const scene = `<scene duration="12"><group offset="2" overlap="4"><group offset="1">${video}</group></group></scene>`;
    const xml = `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="25">${scene}</movie>`;
    const counters = (await composedFrames(xml, { folder: folder.path })).map(counterIn);
    // Frame 4 of the outer group is visible at frame 2, and the inner group starts at frame 1 of the outer group.
    expect(counters).toEqual([-1, -1, ...Array.from({ length: 10 }, (_, at) => 3 + at)]);
  });

  test('moves and rotates with all its layers', async () => {
    const frame = await frameOf(
      '<group rotation="90"><solid color="#ff0000" width="20" height="6" position="20, 0"/></group>',
    );
    // A solid to the right of the center is now below it.
    expect([lumaAt(frame, 32, 40), lumaAt(frame, 52, 24)]).toEqual([RED, BLUE]);
  });
});

describe('a mask', () => {
  const red = (mask: string, attributes = '') =>
    frameOf(`<solid color="#ff0000" width="40" height="20" ${attributes}>${mask}</solid>`);

  test('shows white, hides black, and halves gray', async () => {
    const frame = await red(
      '<mask><solid color="#ffffff" width="10" height="20" position="-15, 0"/><solid color="#808080" width="10" height="20" position="-5, 0"/><solid color="#000000" width="10" height="20" position="5, 0"/></mask>',
    );
    const [white, grey, black, nothing] = [16, 26, 36, 46].map((x) => lumaAt(frame, x, 24));
    expect([white, black, nothing]).toEqual([RED, BLUE, BLUE]);
    expect(Math.abs((grey ?? 0) - between(BLUE, RED, 128 / 255))).toBeLessThanOrEqual(1);
  });

  test('shows the hidden part when it is inverted', async () => {
    const frame = await red(
      '<mask invert="true"><solid color="#fff" width="20" height="20" position="-10, 0"/></mask>',
    );
    expect([16, 26, 36, 46].map((x) => lumaAt(frame, x, 24))).toEqual([BLUE, BLUE, RED, RED]);
  });

  test.each([
    ['alpha', '#00000080', 128 / 255],
    ['3', '#ffffff40', 64 / 255],
    ['red', '#4000ff', 64 / 255],
    ['1', '#00c0ff', 192 / 255],
    ['blue', '#ff0020', 32 / 255],
    ['luma', '#00ff00', 0.7152],
  ])('uses the channel %s of %s', async (channel, color, part) => {
    const frame = await red(`<mask channel="${channel}"><solid color="${color}"/></mask>`);
    expect(Math.abs(lumaAt(frame, 32, 24) - between(BLUE, RED, part))).toBeLessThanOrEqual(1);
    expect(lumaAt(frame, 5, 24)).toBe(BLUE);
  });

  full.test('combines with other masks and can be nested', async () => {
    const left = '<mask><solid color="#fff" width="50%" height="100%" position="-25%, 0"/></mask>';
    const upper = '<mask><solid color="#fff" width="100%" height="50%" position="0, -25%"/></mask>';
    const corners = (frame: Buffer) =>
      [
        [14, 16],
        [48, 16],
        [14, 32],
        [48, 32],
      ].map(([x = 0, y = 0]) => lumaAt(frame, x, y));
    expect(corners(await red(`${left}${upper}`))).toEqual([RED, BLUE, BLUE, BLUE]);
    const nested = `<mask><solid color="#fff">${left}${upper}</solid></mask>`;
    expect(corners(await red(nested))).toEqual([RED, BLUE, BLUE, BLUE]);
  });

  test('moves with its layer', async () => {
    const frame = await red(
      '<mask><solid color="#fff" width="20" height="20" position="-10, 0"/></mask>',
      'position="10, 0"',
    );
    expect([20, 24, 40, 44].map((x) => lumaAt(frame, x, 24))).toEqual([BLUE, RED, RED, BLUE]);
  });

  full.test('applies to a video, which is then composed', async () => {
    const plain = await frameOf('<video src="clip.mp4"/>');
    const frame = await frameOf(
      '<video src="clip.mp4"><mask><shape type="ellipse" width="50%" height="50%"/></mask></video>',
    );
    expect(Math.abs(lumaAt(frame, 32, 24) - lumaAt(plain, 32, 24))).toBeLessThanOrEqual(1);
    expect([lumaAt(frame, 1, 1), lumaAt(frame, 62, 46), lumaAt(frame, 4, 24)]).toEqual([BLUE, BLUE, BLUE]);
  });

  full.test('shows a picture through the letters of a text', async () => {
    const frame = await frameOf(
      '<solid color="#ff0000"><mask><text content="I" size="40" weight="700"/></mask></solid>',
    );
    const values = new Set(Array.from({ length: WIDTH }, (_, x) => lumaAt(frame, x, 24)));
    expect(values.has(RED)).toBe(true);
    expect(lumaAt(frame, 5, 24)).toBe(BLUE);
  });

  test('hides nothing when it is disabled', async () => {
    expect(lumaAt(await red('<mask enabled="false"/>'), 32, 24)).toBe(RED);
    expect(lumaAt(await red('<mask/>'), 32, 24)).toBe(BLUE);
  });
});

test("effects of a group precede the group's masks", async () => {
  const group = (inside: string) => frameOf(`<group><solid color="#ff0000" width="20" height="20"/>${inside}</group>`);
  const blurred = await group('<filter type="blur" radius="3"/>');
  expect(lumaAt(blurred, 32, 24)).toBe(RED);
  expect(lumaAt(blurred, 42, 24)).toBeGreaterThan(BLUE);
  const masked = await group(
    '<filter type="blur" radius="3"/><mask><solid color="#fff" width="20" height="20"/></mask>',
  );
  expect(lumaAt(masked, 44, 24)).toBe(BLUE);
});
