import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { readPlanes } from '#service/testing/measure-film.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';

const WIDTH = 320;
const HEIGHT = 192;
const AREA = WIDTH * HEIGHT;
/** The side of a flat patch, in pixels. Colors are read in its center, away from the colors of its neighbors. */
const PATCH = 32;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let source: Buffer;

beforeAll(async () => {
  folder = await temporaryFolder();
  // The colors of the patches. They cover the whole range of luma and chroma, and every patch differs from its mirror
  // image.
  const row = `floor(Y/${PATCH})`;
  const column = `floor(X/${PATCH})`;
  const chroma = (step: string): string => `128+floor((mod(${step},9)-4)*26)`;
  const patches = `geq=lum='60+mod(${column}*37+${row}*23,110)':cb='${chroma('floor(X/16)*2+floor(Y/16)*3')}':cr='${chroma('floor(X/16)+floor(Y/16)*5')}'`;
  await makeClip(join(folder.path, 'patches.mp4'), {
    width: WIDTH,
    height: HEIGHT,
    rate: '25',
    seconds: 0.4,
    sound: null,
    picture: 'color=gray',
    filters: `format=yuv420p,${patches},setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv`,
    codecs: ['-c:v', 'libx264', '-qp', '0', '-colorspace', 'bt709', '-color_range', 'tv'],
  });
  [source = Buffer.alloc(0)] = await readPlanes(join(folder.path, 'patches.mp4'), [0]);
  await renderAll();
});
afterAll(() => folder[Symbol.asyncDispose]());

type Pixel = readonly [luma: number, blue: number, red: number];

function pixel(planes: Buffer, x: number, y: number): Pixel {
  const at = y * WIDTH + x;
  return [planes[at] ?? 0, planes[AREA + at] ?? 0, planes[2 * AREA + at] ?? 0];
}

const CENTERS = Array.from({ length: (WIDTH / PATCH) * (HEIGHT / PATCH) }, (_, index) => ({
  x: (index % (WIDTH / PATCH)) * PATCH + PATCH / 2,
  y: Math.floor(index / (WIDTH / PATCH)) * PATCH + PATCH / 2,
}));

const SATURATIONS = [0, 0.25, 0.5, 1, 1.5, 3, 25];
const VIGNETTES = [
  ['#000000', 0.7],
  ['#ff8000', 0.7],
  ['#102030', 1.5],
  ['#fff', 0.3],
  ['#00ff00', 0],
] as const;
const saturation = (intensity: number) => `<filter type="saturation" intensity="${intensity}"/>`;
const vignette = (color: string, aperture: number) =>
  `<filter type="vignette" color="${color}" aperture="${aperture}"/>`;
const flip = (axis: 'x' | 'y') => `<transform type="flip" axis="${axis}"/>`;
const GREY = saturation(0);
const RED = vignette('#ff0000', 1.5);
const OFF = '<filter type="saturation" intensity="0" enabled="false"/>';

/** The effects to check. Each is a scene of one film. */
const ALL = [
  ...SATURATIONS.map(saturation),
  ...VIGNETTES.map(([color, aperture]) => vignette(color, aperture)),
  ...['<filter type="vignette"/>', vignette('#000', 0.7)],
  ...[flip('x'), flip('y'), flip('x') + flip('x')],
  ...[GREY + RED, RED + GREY],
  ...[OFF, ''],
];
/** The length of a scene, in frames. The frame in the middle is checked. */
const LENGTH = 3;
const framesByEffects = new Map<string, Buffer>();

/** Renders with the best quality: 10-bit 4:2:2, intra-coded. The frames are read as 8-bit. */
async function renderAll(): Promise<void> {
  const scenes = ALL.map(
    (effects) => `<scene duration="${LENGTH}"><video src="patches.mp4">${effects}</video></scene>`,
  );
  const xml = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25">${scenes.join('')}</movie>`;
  const { path } = await renderFilm(xml, { folder: folder.path, format: 'mov', quality: 'high' });
  const frames = await readPlanes(
    path,
    ALL.map((_, index) => index * LENGTH + 1),
  );
  ALL.forEach((effects, index) => {
    framesByEffects.set(effects, required(frames[index], 'a frame of each scene'));
  });
}

/** Returns the planes of the frame of a layer with these effects. */
function frameWith(effects: string): Buffer {
  return required(framesByEffects.get(effects), 'a rendered frame');
}

/** Returns the largest difference of any channel at the center of any patch. */
function largestDifference(planes: Buffer, expected: (x: number, y: number) => Pixel): number {
  const differences = CENTERS.flatMap(({ x, y }) => {
    const expectedPixel = expected(x, y);
    return pixel(planes, x, y).map((value, channel) => Math.abs(value - (expectedPixel[channel] ?? 0)));
  });
  return Math.max(...differences);
}

const clip = (value: number): number => Math.min(255, Math.max(0, value));

describe('saturation scales chroma around gray', () => {
  test.each(SATURATIONS)('multiplies chroma by the factor %f', (intensity) => {
    const planes = frameWith(saturation(intensity));
    const difference = largestDifference(planes, (x, y) => {
      const [luma, blue, red] = pixel(source, x, y);
      return [luma, clip(128 + (blue - 128) * intensity), clip(128 + (red - 128) * intensity)];
    });
    // The tolerance in levels. Encoding costs up to two levels, and a large factor amplifies the chroma error of the
    // encoded source.
    expect(difference).toBeLessThanOrEqual(intensity > 10 ? 6 : 3);
  });

  test('removes all color at intensity 0', () => {
    const planes = frameWith(GREY);
    const chroma = planes.subarray(AREA);
    expect(Math.max(...chroma.map((value) => Math.abs(value - 128)))).toBeLessThanOrEqual(1);
  });
});

const weightAt = (aperture: number, x: number, y: number): number => {
  const distance = Math.hypot(x + 0.5 - WIDTH / 2, y + 0.5 - HEIGHT / 2) / Math.hypot(WIDTH / 2, HEIGHT / 2);
  return 1 - Math.cos(aperture * distance) ** 4;
};

/** Converts 8-bit RGB to limited-range BT.709. */
const bt709 = (red: number, green: number, blue: number): Pixel => {
  const luma = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  return [16 + 219 * luma, 128 + (224 * (blue / 255 - luma)) / 1.8556, 128 + (224 * (red / 255 - luma)) / 1.5748];
};

describe('a vignette tints toward its color by 1 − cos⁴(aperture × d)', () => {
  const tints = [bt709(0, 0, 0), bt709(255, 128, 0), bt709(16, 32, 48), bt709(255, 255, 255), bt709(0, 255, 0)];
  test.each(
    VIGNETTES.map(([color, aperture], index) => [color, aperture, required(tints[index], 'a tint for each')] as const),
  )('%s, aperture %f', (color, aperture, tint) => {
    const planes = frameWith(vignette(color, aperture));
    const difference = largestDifference(planes, (x, y) => {
      const weight = weightAt(aperture, x, y);
      const [luma, blue, red] = pixel(source, x, y).map(
        (value, channel) => value * (1 - weight) + (tint[channel] ?? 0) * weight,
      );
      return [luma ?? 0, blue ?? 0, red ?? 0];
    });
    expect(difference).toBeLessThanOrEqual(3);
  });

  test('is black with an aperture of 0.7 by default', () => {
    expect(frameWith('<filter type="vignette"/>').equals(frameWith(vignette('#000', 0.7)))).toBe(true);
  });
});

describe('a flip', () => {
  test('swaps left and right along x', () => {
    const planes = frameWith(flip('x'));
    expect(largestDifference(planes, (x, y) => pixel(source, WIDTH - 1 - x, y))).toBeLessThanOrEqual(3);
  });

  test('swaps top and bottom along y', () => {
    const planes = frameWith(flip('y'));
    expect(largestDifference(planes, (x, y) => pixel(source, x, HEIGHT - 1 - y))).toBeLessThanOrEqual(3);
  });

  test('restores the picture if it is applied twice', () => {
    const planes = frameWith(flip('x') + flip('x'));
    expect(largestDifference(planes, (x, y) => pixel(source, x, y))).toBeLessThanOrEqual(3);
  });
});

describe('effects apply in document order', () => {
  const cornerRed = (planes: Buffer): number => (pixel(planes, 2, 2)[2] ?? 0) - 128;

  test('a tint keeps its color after the saturation', () => {
    expect(cornerRed(frameWith(GREY + RED))).toBeGreaterThan(80);
  });

  test('a tint loses its color before the saturation', () => {
    expect(Math.abs(cornerRed(frameWith(RED + GREY)))).toBeLessThanOrEqual(1);
  });
});

test('a disabled effect changes nothing', () => {
  expect(frameWith(OFF).equals(frameWith(''))).toBe(true);
});
