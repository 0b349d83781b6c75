import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ClipOptions, makeAlphaWebm, makeClip, makeRotated } from '#service/testing/make-media.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { comparePictures } from './testing/compare-pictures.ts';
import { openPreviewWorld, type PreviewWorld } from './testing/preview-world.ts';

/** The minimum SSIM that the documentation of the preview promises. */
const MIN_SSIM = 0.98;
/**
 * The maximum mean difference of chroma, out of 255 levels. Four pixels share a chroma sample, and the engine and the
 * preview upsample chroma differently.
 */
const CHROMA = 3;

const BT709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M'];
const tagged = (options: ClipOptions): ClipOptions => ({ seconds: 1, sound: null, extra: BT709, ...options });

let world: PreviewWorld;

beforeAll(async () => {
  world = await openPreviewWorld();
  const clips: Readonly<Record<string, ClipOptions>> = {
    'middle.mp4': tagged({ width: 640, height: 360 }),
    'large.mp4': tagged({ width: 1280, height: 720 }),
    'square.mp4': tagged({ width: 300, height: 300 }),
    'full-range.mp4': { seconds: 1, sound: null, pixelFormat: 'yuvj420p', extra: ['-color_range', 'pc'] },
    'anamorphic.mp4': tagged({ filters: 'setsar=2/1' }),
    'small.mp4': tagged({}),
    'upright.mp4': tagged({ width: 360, height: 640 }),
    'bars.mp4': tagged({ picture: 'smptehdbars', width: 640, height: 360 }),
    'untagged.mp4': { seconds: 1, sound: null },
    'vp9.webm': { seconds: 1, sound: null, codecs: VP9 },
    'full-color.mp4': tagged({ pixelFormat: 'yuv444p' }),
    'ten-bit.webm': tagged({ pixelFormat: 'yuv420p10le', codecs: [...VP9, '-profile:v', '2'] }),
  };
  const at = (name: string) => join(world.folder, name);
  const made = [
    ...cases(5, Object.entries(clips)).map(([name, options]) => makeClip(at(name), options)),
    ...cases(1, [270, 90, 180] as const).map((degrees) =>
      makeRotated(at(`turned-${degrees}.mp4`), degrees, tagged({})),
    ),
    makeAlphaWebm(at('alpha.webm'), { seconds: 1 }),
  ];
  await Promise.all(made.map(async (path) => world.addAsset(await path)));
});

afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.faults).toEqual([]));

interface Film {
  readonly width?: number;
  readonly height?: number;
  readonly rate?: string;
}

const film = (inside: string, { width = 640, height = 360, rate = '25' }: Film = {}) =>
  `<movie width="${width}" height="${height}" framerate="${rate}"><scene duration="20">${inside}</scene></movie>`;
const video = (src: string, inside = '', attributes = '') => `<video src="${src}" ${attributes}>${inside}</video>`;
const saturation = (intensity: number) => `<filter type="saturation" intensity="${intensity}"/>`;
const vignette = (color: string, aperture: number) =>
  `<filter type="vignette" color="${color}" aperture="${aperture}"/>`;
const flip = (axis: 'x' | 'y') => `<transform type="flip" axis="${axis}"/>`;

async function expectTruth(xml: string, frame = 7) {
  const [previewed, rendered] = [await world.previewed(xml, frame), await world.rendered(xml, frame)];
  const likeness = comparePictures(previewed, rendered);
  expect(likeness.ssim).toBeGreaterThanOrEqual(MIN_SSIM);
  expect(likeness.chroma).toBeLessThanOrEqual(CHROMA);
}

describe('an effect in the preview', () => {
  test.each([
    ...cases(1, [0.5, 3, 0, 1, 1.5]).map((intensity) => saturation(intensity)),
    ...cases(0, ['#ff8000', '#102030', '#000000', '#ffffff']).map((color) => vignette(color, 0.7)),
    ...cases(0, [0.4, 1.5, 0]).map((aperture) => vignette('#ff8000', aperture)),
    ...cases(0, ['x', 'y'] as const).map(flip),
  ])('%s', async (effect) => {
    await expectTruth(film(video('middle.mp4', effect)));
  });

  test.each(cases(0, [40, 8, 100]))('equals its film for an extreme saturation: %i', async (intensity) => {
    await expectTruth(film(video('bars.mp4', saturation(intensity))));
    await expectTruth(film(video('bars.mp4', saturation(intensity)), { width: 320, height: 180 }));
    await expectTruth(film(video('middle.mp4', saturation(intensity))));
  });

  test.each(
    cases(0, [
      [saturation(2), flip('y'), vignette('#0040ff', 0.9), flip('x')],
      [vignette('#00ff00', 0.5), saturation(3), vignette('#ff0000', 1.2), saturation(0.3)],
      [saturation(0), vignette('#ff8000', 1)],
      [vignette('#ff8000', 1), saturation(0)],
    ]),
  )('equals its film for the order of effects: %s %s …', async (...effects) => {
    await expectTruth(film(video('bars.mp4', effects.join(''))));
  });

  full.test('changes nothing if it is disabled', async () => {
    await expectTruth(film(video('middle.mp4', '<filter type="saturation" intensity="0" enabled="false"/>')));
  });
});

describe('the preview places a picture like the film', () => {
  const sizes: readonly Film[] = [
    { width: 333, height: 185 },
    { width: 640, height: 360 },
    { width: 1280, height: 720 },
    { width: 360, height: 640 },
    { width: 320, height: 180 },
  ];
  test.each(cases(0, sizes))('in a movie of $width × $height', async (size) => {
    for (const source of ['small.mp4', 'large.mp4', 'upright.mp4'])
      await expectTruth(film(video(source, vignette('#ff8000', 0.9)), size));
  });

  test.each(cases(1, ['contain', 'cover', 'stretch']))('with fit %s', async (fit) => {
    for (const source of cases(1, ['anamorphic.mp4', 'upright.mp4', 'square.mp4']))
      await expectTruth(film(video(source, vignette('#4080ff', 1), `fit="${fit}"`)));
  });

  test.each(cases(1, [270, 90, 180]))('rotated by %i degrees', async (degrees) => {
    await expectTruth(film(video(`turned-${degrees}.mp4`, saturation(1.5))));
  });

  test.each(cases(0, ['0, 73, 61, 0', '1, 0, 0, 1']))('cropped by odd numbers of pixels: %s', async (crop) => {
    await expectTruth(film(video('bars.mp4', '', `width="320" height="180" rotation="10" crop="${crop}"`)));
  });

  test('a transparent layer is drawn above another layer', async () => {
    await expectTruth(
      film(video('middle.mp4', saturation(0)) + video('alpha.webm', vignette('#ff8000', 1), 'fit="contain"'), {
        width: 640,
        height: 400,
      }),
    );
    await expectTruth(film(video('large.mp4') + video('square.mp4', flip('x'))));
  });

  full.test('a scene without a picture is black', async () => {
    await expectTruth(film(''));
  });
});

full.describe('motion in the preview', () => {
  /**
   * Expects the reduced frame to differ only by blur. It has half as many pixels per side, with the same positions and
   * colors.
   */
  async function expectReduced(xml: string, frame = 11) {
    const reduced = await world.previewed(xml, frame, undefined, 0.5);
    const whole = await world.previewed(xml, frame);
    const { ssim, chroma } = comparePictures(reduced, whole);
    expect(Buffer.compare(reduced.pixels, whole.pixels)).not.toBe(0);
    expect(ssim).toBeGreaterThanOrEqual(0.85);
    expect(chroma).toBeLessThanOrEqual(CHROMA);
  }

  test.each(['cover', 'contain', 'stretch'])(
    'keeps the position of a picture at half size with fit %s',
    async (fit) => {
      for (const source of cases(1, ['large.mp4', 'anamorphic.mp4', 'upright.mp4', 'small.mp4']))
        await expectReduced(film(video(source, vignette('#ff8000', 0.9), `fit="${fit}"`)));
    },
  );

  test.each(cases(1, [270, 90, 180]))('keeps the rotation of a picture: %i degrees', async (degrees) => {
    await expectReduced(film(video(`turned-${degrees}.mp4`, saturation(1.5) + flip('x'))));
  });

  test.each(['large.mp4', 'middle.mp4', 'small.mp4', 'square.mp4', 'turned-270.mp4', 'full-range.mp4', 'ten-bit.webm'])(
    'draws a layer that fills the frame from its planes: %s',
    async (source) => {
      await expectReduced(film(video(source, '', 'fit="cover"')));
    },
  );

  test('keeps the transparency of a layer', async () => {
    await expectReduced(film(video('large.mp4') + video('alpha.webm', '', 'fit="contain"')));
  });
});

test.each(cases(1, ['full-range.mp4', 'vp9.webm', 'ten-bit.webm', 'untagged.mp4', 'full-color.mp4']))(
  'the colors of a source are rendered as in the film: %s',
  async (source) => {
    await expectTruth(film(video(source, saturation(1.2)), { width: 320, height: 180 }));
  },
);
