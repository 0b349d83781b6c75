import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ClipOptions,
  ffmpeg,
  ffprobe,
  makeAlphaWebm,
  makeClip,
  makeRotated,
  makeSound,
} from '#service/testing/make-media.ts';
import {
  COUNTER_FILTERS,
  COUNTER_HEIGHT,
  COUNTER_WIDTH,
  readCounters,
  readRgbFrames,
} from '#service/testing/measure-film.ts';
import { renderFilm, tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';

const WIDTH = 320;
const HEIGHT = 180;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

/**
 * The functions that make clips before the tests. `scenes` contains the layers of each scene; all scenes form one film.
 */
const clipTasks: (() => Promise<unknown>)[] = [];
const scenes: string[] = [];
/** The length of a scene in frames. The first frame is checked. */
const LENGTH = 2;
let film: readonly Buffer[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  await Promise.all(clipTasks.map((make) => make()));
  const written = scenes.map((layers) => `<scene duration="${LENGTH}">${layers}</scene>`).join('');
  const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25">${written}</movie>`;
  const { path } = await renderFilm(xml, { folder: folder.path, quality: 'high' });
  film = await readRgbFrames(path, WIDTH, HEIGHT);
  expect(film).toHaveLength(scenes.length * LENGTH);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Adds a scene. Returns a function that returns the scene's first frame while the tests run. */
function firstFrame(layers: string): () => Buffer {
  const index = scenes.push(layers) - 1;
  return () => required(film[index * LENGTH], 'a frame of each scene');
}

/** Adds a clip to make before the tests. Returns its name. */
function clip(name: string, options: ClipOptions): string {
  clipTasks.push(() => makeClip(at(name), options));
  return name;
}

function alphaClip(name: string, options: Parameters<typeof makeAlphaWebm>[1]): string {
  const white = { picture: 'color=white', width: WIDTH, height: HEIGHT, seconds: 0.4 };
  clipTasks.push(() => makeAlphaWebm(at(name), { ...white, ...options }));
  return name;
}

/** Red at the upper left, green at the upper right, blue at the lower left, white at the lower right. */
const QUARTERS = "format=rgb24,geq=r='255*(eq(lt(X,W/2),lt(Y,H/2)))':g='255*gte(X,W/2)':b='255*gte(Y,H/2)'";
const quartered = (options: ClipOptions = {}): ClipOptions => ({
  sound: null,
  seconds: 0.4,
  ...options,
  filters: `${QUARTERS},${options.filters ?? 'null'}`,
});
const TAGGED = { filters: 'scale=out_color_matrix=bt709,setparams=colorspace=bt709' } as const;

const COLORS: Readonly<Record<string, readonly [number, number, number]>> = {
  red: [255, 0, 0],
  green: [0, 255, 0],
  blue: [0, 0, 255],
  white: [255, 255, 255],
  black: [0, 0, 0],
};

/** Returns the name of the color at a position in fractions of the frame; the color values if the color has no name. */
function colorAt(frame: Buffer, across: number, down: number): string {
  const at = (Math.floor(down * HEIGHT) * WIDTH + Math.floor(across * WIDTH)) * 3;
  const color = [...frame.subarray(at, at + 3)];
  const close = Object.entries(COLORS).find(([, named]) =>
    named.every((value, channel) => Math.abs(value - (color[channel] ?? 0)) <= 14),
  );
  return close?.[0] ?? color.join(',');
}

const corners = (frame: Buffer, inset = 0.1): readonly string[] =>
  [
    [inset, inset],
    [1 - inset, inset],
    [inset, 1 - inset],
    [1 - inset, 1 - inset],
  ].map(([across = 0, down = 0]) => colorAt(frame, across, down));

describe('rotation metadata is applied as in players', () => {
  const rotations = cases(1, [
    [90, ['blue', 'red', 'white', 'green']],
    [180, ['white', 'blue', 'green', 'red']],
    [270, ['green', 'white', 'red', 'blue']],
  ] as const).map(([degrees, expected]) => {
    const name = `turned-${degrees}.mp4`;
    const upright = degrees === 180;
    const size = upright ? { width: WIDTH, height: HEIGHT } : { width: HEIGHT, height: WIDTH };
    clipTasks.push(() => makeRotated(at(name), degrees, quartered({ ...size, ...TAGGED })));
    return { degrees, expected, frame: firstFrame(`<video src="${name}"/>`) };
  });
  test.each(rotations)('rotates $degrees degrees clockwise', ({ expected, frame }) => {
    expect(corners(frame())).toEqual(expected);
  });
});

const ALL = ['red', 'green', 'blue', 'white'];

describe('a picture with another aspect ratio', () => {
  const filters = `${TAGGED.filters},setsar=2/1`;
  const widePixels = clip('wide-pixels.mp4', quartered({ width: WIDTH / 2, height: HEIGHT, filters }));
  const filling = firstFrame(`<video src="${widePixels}"/>`);
  test('fills the frame if its pixels are twice as wide', () => {
    expect(corners(filling(), 0.02)).toEqual(ALL);
  });

  const square = clip('square.mp4', quartered({ width: 180, height: 180, ...TAGGED }));
  const tall = clip('tall.mp4', quartered({ width: 90, height: 180, ...TAGGED }));
  const contained = firstFrame(`<video src="${square}"/>`);
  const stretched = firstFrame(`<video src="${square}" fit="stretch"/>`);
  const covering = firstFrame(`<video src="${tall}" fit="cover"/>`);
  test('is padded, cropped, or stretched', () => {
    expect(corners(contained())).toEqual(['black', 'black', 'black', 'black']);
    expect(corners(contained(), 0.3)).toEqual(ALL);
    expect(corners(stretched(), 0.02)).toEqual(ALL);
    expect(corners(covering(), 0.02)).toEqual(ALL);
  });
});

describe('colors are converted correctly', () => {
  const lossless = { width: WIDTH, height: HEIGHT, codecs: ['-c:v', 'libx264', '-qp', '0'] };
  const kinds: readonly (readonly [kind: string, name: string, options: ClipOptions])[] = [
    [
      'BT.601 without a tag, in standard definition',
      'untagged.mp4',
      { ...lossless, filters: 'scale=out_color_matrix=bt601' },
    ],
    [
      'BT.601 with its tag',
      'tagged.mp4',
      { ...lossless, filters: 'scale=out_color_matrix=bt601,setparams=colorspace=smpte170m' },
    ],
    [
      'full range',
      'full.mp4',
      { ...lossless, filters: 'scale=out_color_matrix=bt601:out_range=pc', pixelFormat: 'yuvj420p' },
    ],
    ['10 bit', 'ten-bit.mp4', { ...lossless, ...TAGGED, pixelFormat: 'yuv420p10le' }],
    ['4:2:2', '422.mp4', { ...lossless, ...TAGGED, pixelFormat: 'yuv422p' }],
    ['4:4:4 at 10 bit', '444.mp4', { ...lossless, ...TAGGED, pixelFormat: 'yuv444p10le' }],
    [
      'untagged high definition as BT.709',
      'hd.mp4',
      {
        ...{ width: 1280, height: 720, codecs: ['-c:v', 'libx264', '-preset', 'ultrafast'] },
        filters: 'scale=out_color_matrix=bt709',
      },
    ],
    ['RGB in an AVI', 'rgb.avi', { ...lossless, codecs: ['-c:v', 'rawvideo'], pixelFormat: 'bgr24' }],
  ];
  const shown = cases(3, kinds).map(([kind, name, options]) => {
    clip(name, quartered(options));
    return { kind, frame: firstFrame(`<video src="${name}"/>`) };
  });
  test.each(shown)('converts $kind', ({ frame }) => {
    expect(corners(frame())).toEqual(ALL);
  });

  // 58 % of the PQ scale is 203 nits, the white of graphics (ITU-R BT.2408). Without tone mapping it would be gray.
  const white =
    'format=yuv420p10le,geq=lum=572:cb=512:cr=512,setparams=colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084';
  const hdr = clip('hdr.mp4', {
    ...{ picture: 'color=gray', width: WIDTH, height: HEIGHT, seconds: 0.4, sound: null, filters: white },
    codecs: [
      ...['-c:v', 'libx265', '-x265-params'],
      'log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
    ],
    pixelFormat: 'yuv420p10le',
  });
  const mapped = firstFrame(`<video src="${hdr}"/>`);
  test('maps PQ to a 100-nit display', () => {
    expect(mapped()[0]).toBeGreaterThan(170);
  });
});

describe('the transparency of a video', () => {
  const red = clip('red.mp4', { picture: 'color=red', width: WIDTH, height: HEIGHT, seconds: 0.4, sound: null });
  const codecs = cases(1, ['vp9', 'vp8'] as const).map((codec) => {
    const name = alphaClip(`${codec}.webm`, { codec });
    const [alone, over] = [`<video src="${name}"/>`, `<video src="${red}"/><video src="${name}"/>`];
    return { codec, alone: firstFrame(alone), over: firstFrame(over) };
  });
  test.each(codecs)('shows the layer below, or black without one: $codec', ({ alone, over }) => {
    expect(corners(alone())).toEqual(['white', 'black', 'white', 'black']);
    expect(corners(over())).toEqual(['white', 'red', 'white', 'red']);
  });

  const half = alphaClip('half.webm', {});
  const effects = '<filter type="vignette" color="#00ff00" aperture="1.5"/><transform type="flip" axis="x"/>';
  const mirrored = firstFrame(`<video src="${half}">${effects}</video>`);
  test('stays under a vignette and a flip', () => {
    const frame = mirrored();
    expect([
      colorAt(frame, 0.02, 0.02),
      colorAt(frame, 0.98, 0.02),
      colorAt(frame, 0.45, 0.5),
      colorAt(frame, 0.52, 0.5),
    ]).toEqual(['black', 'green', 'black', 'white']);
  });
});

test('a variable frame rate keeps its times', async () => {
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
  const expectedCounter = (frame: number): number =>
    frame % 10 >= 3 && frame % 10 <= 6 ? frame - (frame % 10) + 2 : frame;
  expect(await readCounters(path)).toEqual(Array.from({ length: 20 }, (_, frame) => expectedCounter(frame)));
});

describe('the sound of sources', () => {
  const scene = (layer: string): string =>
    `<movie width="64" height="64" framerate="25"><scene duration="20">${layer}</scene></movie>`;
  const streams = async (path: string): Promise<readonly string[]> => {
    const report = (await ffprobe(path, '-show_entries', 'stream=codec_type')) as {
      streams: readonly { codec_type: string }[];
    };
    return report.streams.map(({ codec_type }) => codec_type);
  };

  test('is a silent track if the source has only a picture', async () => {
    await makeClip(at('mute.mp4'), { width: 64, height: 64, sound: null });
    const { path } = await renderFilm(scene('<video src="mute.mp4"/>'), { folder: folder.path });
    expect(await streams(path)).toEqual(['video', 'audio']);
  });

  full.test('plays over black without a picture', async () => {
    const names = ['mp3', 'wav', 'flac', 'ogg', 'm4a'].map((extension) => `tone.${extension}`);
    await Promise.all(names.map((name) => makeSound(at(name))));
    const scenes = names.map((name) => `<scene duration="20"><video src="${name}"/></scene>`).join('');
    const xml = `<movie width="64" height="64" framerate="25">${scenes}</movie>`;
    const { path, frames } = await renderFilm(xml, { folder: folder.path });
    expect(frames).toBe(names.length * 20);
    expect(await streams(path)).toEqual(['video', 'audio']);
    const bytes = await ffmpeg('-i', path, '-ac', '1', '-ar', '8000', '-f', 's16le', '-');
    // A scene has 6,400 samples at 8 kHz. Measure the middle of each scene.
    const loudest = names.map((_, index) => {
      const from = 6400 * index + 2400;
      return Math.max(...Array.from({ length: 1600 }, (_, sample) => bytes.readInt16LE(2 * (from + sample))));
    });
    expect(loudest.filter((sample) => sample > 1000)).toHaveLength(names.length);
  });
});

full.test('sources in all kinds of containers render', async () => {
  const names = ['ts', 'mpg', 'avi', 'flv', 'wmv', 'ogv', 'gif', 'webm', 'mkv', 'mov'].map((kind) => `any.${kind}`);
  await Promise.all(names.map((name) => makeClip(at(name), { seconds: 1 })));
  const scenes = names.map((name) => `<scene duration="12"><video src="${name}" skip="0.3s"/></scene>`).join('');
  const xml = `<movie width="160" height="90" framerate="30">${scenes}</movie>`;
  const { path, frames } = await renderFilm(xml, { folder: folder.path });
  expect(frames).toBe(names.length * 12);
  const shown = await readRgbFrames(path, 160, 90);
  // Every frame of the test picture has colors from black to white.
  for (const [index, name] of names.entries())
    for (const frame of shown.slice(index * 12, index * 12 + 12))
      expect([name, Math.min(...frame) < 60, Math.max(...frame) > 200]).toEqual([name, true, true]);
});

test('every faulty source is reported before a frame is rendered', async () => {
  const xml = `<movie width="64" height="64" framerate="25">
    <scene duration="2"><video src="missing.mp4"/></scene><scene duration="2"><video src="other.mp4"/></scene></movie>`;
  const result = await tryFilm(xml, { folder: folder.path });
  expect(result.ok ? [] : result.error.map(({ code, at: place }) => [code, place?.attribute])).toEqual([
    ['source/unreadable', 'src'],
    ['source/unreadable', 'src'],
  ]);
});

test('a picture that no seek reaches is found', async () => {
  const codecs = ['-c:v', 'libx264', '-g', '1000', '-sc_threshold', '0', '-c:a', 'aac', '-ar', '44100'];
  await makeClip(at('one.flv'), { seconds: 2, codecs });
  for (const layers of ['', '<text content="a" size="8"/>']) {
    const scene = `<scene duration="10"><video src="one.flv" skip="1"/>${layers}</scene>`;
    const { frames } = await renderFilm(`<movie width="64" height="36" framerate="25">${scene}</movie>`, {
      folder: folder.path,
    });
    expect(frames).toBe(10);
  }
});

test('a source with a timecode is rendered', async () => {
  await makeClip(at('timecode.mxf'), {
    seconds: 0.4,
    codecs: ['-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'],
    extra: ['-timecode', '01:00:00:00'],
  });
  const xml =
    '<movie width="64" height="36" framerate="25"><scene duration="10"><video src="timecode.mxf"/></scene></movie>';
  expect(await renderFilm(xml, { folder: folder.path })).toMatchObject({ frames: 10, warnings: [] });
});
