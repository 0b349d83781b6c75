import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClipOptions, ffprobe, makeAlphaWebm, makeClip, makeRotated, makeSound } from '../testing/make-media.ts';
import {
  COUNTER_FILTERS,
  COUNTER_HEIGHT,
  COUNTER_WIDTH,
  readCounters,
  readRgbFrames,
} from '../testing/measure-film.ts';
import { renderFilm, tryFilm } from '../testing/render-film.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const WIDTH = 320;
const HEIGHT = 180;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Red at the upper left, green at the upper right, blue at the lower left, white at the lower right. */
const QUARTERS = "format=rgb24,geq=r='255*(eq(lt(X,W/2),lt(Y,H/2)))':g='255*gte(X,W/2)':b='255*gte(Y,H/2)'";
const quartered = (options: ClipOptions = {}): ClipOptions => ({
  sound: null,
  seconds: 0.4,
  ...options,
  filters: `${QUARTERS},${options.filters ?? 'null'}`,
});
const TAGGED = { filters: 'scale=out_color_matrix=bt709,setparams=colorspace=bt709' } as const;

const NAMES: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
  white: [255, 255, 255],
  black: [0, 0, 0],
};

/** The name of the colour at a place given in fractions of the frame; what is none of them is told by its values. */
function colorAt(frame: Buffer, across: number, down: number): string {
  const at = (Math.floor(down * HEIGHT) * WIDTH + Math.floor(across * WIDTH)) * 3;
  const seen = [...frame.subarray(at, at + 3)];
  const close = Object.entries(NAMES).find(([, color]) =>
    color.every((value, channel) => Math.abs(value - (seen[channel] ?? 0)) <= 14),
  );
  return close?.[0] ?? seen.join(',');
}

const corners = (frame: Buffer, inset = 0.1): readonly string[] =>
  [
    [inset, inset],
    [1 - inset, inset],
    [inset, 1 - inset],
    [1 - inset, 1 - inset],
  ].map(([across = 0, down = 0]) => colorAt(frame, across, down));

async function firstFrame(layers: string): Promise<Buffer> {
  const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25"><scene duration="2">${layers}</scene></movie>`;
  const { path } = await renderFilm(xml, { folder: folder.path, quality: 'high' });
  const [frame] = await readRgbFrames(path, WIDTH, HEIGHT);
  return frame ?? Buffer.alloc(0);
}

describe('rotation in the metadata is applied as a player does', () => {
  test.each([
    [90, ['blue', 'red', 'white', 'green']],
    [180, ['white', 'blue', 'green', 'red']],
    [270, ['green', 'white', 'red', 'blue']],
  ] as const)('%i degrees clockwise', async (degrees, expected) => {
    const name = `turned-${degrees}.mp4`;
    const upright = degrees === 180;
    const size = upright ? { width: WIDTH, height: HEIGHT } : { width: HEIGHT, height: WIDTH };
    await makeRotated(at(name), degrees, quartered({ ...size, ...TAGGED }));
    expect(corners(await firstFrame(`<video src="${name}"/>`))).toEqual(expected);
  });
});

describe('a picture of another shape', () => {
  const all = ['red', 'green', 'blue', 'white'];
  test('with pixels twice as wide fills the frame', async () => {
    const filters = `${TAGGED.filters},setsar=2/1`;
    await makeClip(at('wide-pixels.mp4'), quartered({ width: WIDTH / 2, height: HEIGHT, filters }));
    expect(corners(await firstFrame('<video src="wide-pixels.mp4"/>'), 0.02)).toEqual(all);
  });

  test('is contained between black bars, covers, or is stretched', async () => {
    await makeClip(at('square.mp4'), quartered({ width: 180, height: 180, ...TAGGED }));
    const contained = await firstFrame('<video src="square.mp4"/>');
    expect(corners(contained)).toEqual(['black', 'black', 'black', 'black']);
    expect(corners(contained, 0.3)).toEqual(all);
    const stretched = await firstFrame('<video src="square.mp4" fit="stretch"/>');
    expect(corners(stretched, 0.02)).toEqual(all);
    await makeClip(at('tall.mp4'), quartered({ width: 90, height: 180, ...TAGGED }));
    const covering = await firstFrame('<video src="tall.mp4" fit="cover"/>');
    expect(corners(covering, 0.02)).toEqual(all);
  });
});

describe('colours come out as they were meant', () => {
  const kinds: readonly (readonly [string, ClipOptions])[] = [
    ['BT.601 without a tag, in standard definition', { filters: 'scale=out_color_matrix=bt601' }],
    ['BT.601 with its tag', { filters: 'scale=out_color_matrix=bt601,setparams=colorspace=smpte170m' }],
    ['full range', { filters: 'scale=out_color_matrix=bt601:out_range=pc', pixelFormat: 'yuvj420p' }],
    ['10 bit', { ...TAGGED, pixelFormat: 'yuv420p10le' }],
    ['4:2:2', { ...TAGGED, pixelFormat: 'yuv422p' }],
    ['4:4:4 at 10 bit', { ...TAGGED, pixelFormat: 'yuv444p10le' }],
  ];
  test.each(kinds)('%s', async (_, options) => {
    await makeClip(
      at('colours.mp4'),
      quartered({ width: WIDTH, height: HEIGHT, codecs: ['-c:v', 'libx264', '-qp', '0'], ...options }),
    );
    expect(corners(await firstFrame('<video src="colours.mp4"/>'))).toEqual(['red', 'green', 'blue', 'white']);
  });

  test('untagged high definition is BT.709', async () => {
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast'];
    await makeClip(
      at('hd.mp4'),
      quartered({ width: 1280, height: 720, codecs, filters: 'scale=out_color_matrix=bt709' }),
    );
    expect(corners(await firstFrame('<video src="hd.mp4"/>'))).toEqual(['red', 'green', 'blue', 'white']);
  });

  test('RGB in an AVI', async () => {
    await makeClip(
      at('rgb.avi'),
      quartered({ width: WIDTH, height: HEIGHT, codecs: ['-c:v', 'rawvideo'], pixelFormat: 'bgr24' }),
    );
    expect(corners(await firstFrame('<video src="rgb.avi"/>'))).toEqual(['red', 'green', 'blue', 'white']);
  });

  test('perceptual quantizer is mapped to a screen of 100 nits', async () => {
    // 58 % of the PQ scale is 203 nits, the white of graphics (ITU-R BT.2408); shown as it is, it would be grey.
    const filters =
      'format=yuv420p10le,geq=lum=572:cb=512:cr=512,setparams=colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084';
    const codecs = [
      '-c:v',
      'libx265',
      '-x265-params',
      'log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
    ];
    await makeClip(at('hdr.mp4'), {
      picture: 'color=gray',
      width: WIDTH,
      height: HEIGHT,
      seconds: 0.4,
      sound: null,
      filters,
      codecs,
      pixelFormat: 'yuv420p10le',
    });
    const frame = await firstFrame('<video src="hdr.mp4"/>');
    expect(frame[0]).toBeGreaterThan(170);
  });
});

describe('transparency', () => {
  test.each(['vp8', 'vp9'] as const)('of %s shows black, or the layer below', async (codec) => {
    const name = `${codec}.webm`;
    await makeAlphaWebm(at(name), { codec, picture: 'color=white', width: WIDTH, height: HEIGHT, seconds: 0.4 });
    await makeClip(at('red.mp4'), { picture: 'color=red', width: WIDTH, height: HEIGHT, seconds: 0.4, sound: null });
    expect(corners(await firstFrame(`<video src="${name}"/>`))).toEqual(['white', 'black', 'white', 'black']);
    expect(corners(await firstFrame(`<video src="red.mp4"/><video src="${name}"/>`))).toEqual([
      'white',
      'red',
      'white',
      'red',
    ]);
  });

  test('stays transparent under a vignette, and is mirrored with the picture', async () => {
    await makeAlphaWebm(at('half.webm'), { picture: 'color=white', width: WIDTH, height: HEIGHT, seconds: 0.4 });
    const effects = '<filter type="vignette" color="#00ff00" aperture="1.5"/><transform type="flip" axis="x"/>';
    const frame = await firstFrame(`<video src="half.webm">${effects}</video>`);
    expect([
      colorAt(frame, 0.02, 0.02),
      colorAt(frame, 0.98, 0.02),
      colorAt(frame, 0.45, 0.5),
      colorAt(frame, 0.52, 0.5),
    ]).toEqual(['black', 'green', 'black', 'white']);
  });
});

test('a variable frame rate is shown as it is timed', async () => {
  const counted = {
    width: COUNTER_WIDTH,
    height: COUNTER_HEIGHT,
    picture: 'color=black',
    rate: '25',
    seconds: 2,
    sound: null,
  };
  const uneven = `${COUNTER_FILTERS},select='not(between(mod(n,10),3,6))'`;
  await makeClip(at('uneven.mp4'), { ...counted, filters: uneven, extra: ['-fps_mode', 'passthrough'] });
  const xml = `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="25"><scene duration="20"><video src="uneven.mp4"/></scene></movie>`;
  const { path } = await renderFilm(xml, { folder: folder.path });
  const held = (frame: number): number => (frame % 10 >= 3 && frame % 10 <= 6 ? frame - (frame % 10) + 2 : frame);
  expect(await readCounters(path)).toEqual(Array.from({ length: 20 }, (_, frame) => held(frame)));
});

describe('sound', () => {
  const scene = (layer: string): string =>
    `<movie width="64" height="64" framerate="25"><scene duration="20">${layer}</scene></movie>`;
  const streams = async (path: string): Promise<readonly string[]> => {
    const report = (await ffprobe(path, '-show_entries', 'stream=codec_type')) as {
      streams: readonly { codec_type: string }[];
    };
    return report.streams.map(({ codec_type }) => codec_type);
  };

  test('is silent where the source has none', async () => {
    await makeClip(at('mute.mp4'), { width: 64, height: 64, sound: null });
    const { path } = await renderFilm(scene('<video src="mute.mp4"/>'), { folder: folder.path });
    expect(await streams(path)).toEqual(['video', 'audio']);
  });

  test.each(['mp3', 'wav', 'flac', 'ogg', 'm4a'])('alone, in %s, is heard over black', async (extension) => {
    await makeSound(at(`tone.${extension}`));
    const { path, frames } = await renderFilm(scene(`<video src="tone.${extension}"/>`), { folder: folder.path });
    expect(frames).toBe(20);
    expect(await streams(path)).toEqual(['video', 'audio']);
  });
});

test.each(['ts', 'mpg', 'avi', 'flv', 'wmv', 'ogv', 'gif', 'webm', 'mkv', 'mov'])(
  'a source in %s renders',
  async (extension) => {
    await makeClip(at(`any.${extension}`), { seconds: 1 });
    const xml = `<movie width="160" height="90" framerate="30"><scene duration="12"><video src="any.${extension}" skip="0.3s"/></scene></movie>`;
    expect((await renderFilm(xml, { folder: folder.path })).frames).toBe(12);
  },
);

test('every source at fault is named before a frame is rendered', async () => {
  const xml = `<movie width="64" height="64" framerate="25">
    <scene duration="2"><video src="missing.mp4"/></scene><scene duration="2"><video src="other.mp4"/></scene></movie>`;
  const result = await tryFilm(xml, { folder: folder.path });
  expect(result.ok ? [] : result.error.map(({ code, at: place }) => [code, place?.attribute])).toEqual([
    ['source/unreadable', 'src'],
    ['source/unreadable', 'src'],
  ]);
});
