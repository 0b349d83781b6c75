import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { required } from '#shared/lib/assert.ts';
import { CAPTION_LOOKS } from '#shared/template/tables/captions-attributes.ts';
import { BLEND_MODES } from '#shared/template/values/placement.ts';
import { cases } from '#shared/testing/scale.ts';
import { CAPTION_SCRIPTS } from '#shared/timeline/testing/caption-samples.ts';
import { provideExampleMedia } from '../../build/example-media.mjs';
import {
  blendSample,
  customSample,
  effectSamples,
  presetSamples,
  transitionSamples,
} from '../../build/packages/reference/samples.ts';
import { comparePictures } from './testing/compare-pictures.ts';
import { openPreviewWorld, type PreviewWorld } from './testing/preview-world.ts';

/**
 * The maximum mean difference of luma, out of 255 levels. The engine's frame comes from a PNG and the page's frame from
 * a canvas. Both conversions to RGB round their results.
 */
const LUMA = 0.6;
/**
 * The maximum mean difference of chroma, out of 255 levels. It is larger than for luma, because four pixels share a
 * chroma sample, and the engine and the page upsample chroma differently.
 */
const CHROMA = 4;
const examples = path.resolve(import.meta.dirname, '../../examples');

let world: PreviewWorld;

beforeAll(async () => {
  await provideExampleMedia();
  world = await openPreviewWorld();
  for (const name of [
    'sunset.jpg',
    'mountains.jpg',
    'blossom.jpg',
    'aurora.jpg',
    'evening.cube',
    'display.ttf',
    'walk.vtt',
  ])
    await world.addAsset(path.join(examples, name));
  await makeClip(path.join(world.folder, 'clip.mp4'), {
    ...{ seconds: 2, sound: null, width: 320, height: 180, rate: '24' },
    extra: ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
  });
  await world.addAsset(path.join(world.folder, 'clip.mp4'));
});

afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.faults).toEqual([]));

/** Reorders a list so that similar neighbors are apart: every third entry is taken in turn. */
function mixed<Case>(cases: readonly Case[]): readonly Case[] {
  return [0, 1, 2].flatMap((first) => cases.filter((_, index) => index % 3 === first));
}

const movie = (inside: string) => `<movie width="320" height="180" framerate="24">${inside}</movie>`;
const scene = (layers: string, length = 24) => `<scene duration="${length}">${layers}</scene>`;

/** Expects the page's composited frame to look like the engine's rendered frame. */
async function expectSame(xml: string, frame: number) {
  const likeness = comparePictures(await world.previewed(xml, frame), await world.rendered(xml, frame));
  expect(likeness.luma).toBeLessThanOrEqual(LUMA);
  expect(likeness.chroma).toBeLessThanOrEqual(CHROMA);
}

test.each(cases(2, mixed(Object.entries(effectSamples))))(
  'the page composites the effect like the engine: %s',
  async (_, { layers }) => {
    await expectSame(movie(scene(layers)), 7);
  },
);

test.each(cases(2, mixed(Object.entries(presetSamples))))(
  'the page composites the preset like the engine: %s',
  async (_, { layers }) => {
    for (const frame of [3, 15]) await expectSame(movie(scene(layers)), frame);
  },
);

test.each(cases(2, mixed(BLEND_MODES)))('the page composites the blend mode like the engine: %s', async (mode) => {
  await expectSame(movie(scene(blendSample(mode).layers)), 0);
});

const image = (name: string) => `<image src="${name}.jpg" fit="cover" width="100%" height="100%"/>`;

const named = (name: string) => `<scene id="${name}" duration="24">${image(name)}</scene>`;

test.each(cases(3, mixed(Object.entries(transitionSamples))))(
  'the page composites the transition like the engine: %s',
  async (type, written) => {
    const inside = type === 'custom' ? customSample('sunset', 'mountains') : '';
    const transition = `<transition type="${type}" duration="10" ${written}>${inside}</transition>`;
    const xml = movie(`${named('sunset')}${transition}${named('mountains')}`);
    for (const frame of [15, 19]) await expectSame(xml, frame);
  },
);

describe('compositing a layer in the page', () => {
  test.each([
    ['a text in a font of the project', '<text content="Grüße" font="display.ttf" size="48" position="3.3, 7.7"/>'],
    ['Arabic, Hindi, Thai and emoji', '<text content="مرحبا नमस्ते สวัสดี 👩‍👩‍👧" size="26" width="300"/>'],
    [
      'a shape that rotates',
      '<shape type="rectangle" width="90" height="60" fill="#f80"><animation><key time="0" rotation="0"/><key time="20" rotation="170"/></animation></shape>',
    ],
    ['captions', '<captions src="walk.vtt"/>'],
    ['a code', '<code content="https://example.org/r/4711" color="#12306a" background="#f4ead8cc"/>'],
    ['a code that is scaled', '<code content="4711" scale="1.37" rotation="8" width="33%"/>'],
    [
      'a text whose number counts',
      '<text value="8888" content="${value} kg" size="70"><animation type="countup" duration="20" easing="linear"/></text>',
    ],
    [
      'a group with a mask',
      `<group width="320" height="180">${image('blossom')}<mask><shape type="ellipse"/></mask></group>`,
    ],
    ['a text over a video', '<video src="clip.mp4"/><text content="Over it" size="40" opacity="0.7"/>'],
    [
      'a video that is placed',
      '<solid color="#234"/><video src="clip.mp4" scale="0.5" position="-40.5, 20.25" rotation="12"/>',
    ],
  ])('%s', async (_, layers) => {
    const xml = movie(scene(layers));
    await expectSame(xml, 9);
  });
});

const scripts = Object.entries(CAPTION_SCRIPTS);
/** The looks of captions, each with a script; the last five give each script a second look. */
const captionLooks = [
  ...CAPTION_LOOKS.slice(4),
  ...CAPTION_LOOKS.slice(0, 4),
  ...CAPTION_LOOKS.slice(7, 7 + scripts.length),
].map((look, index) => {
  const [script, content] = required(scripts[index % scripts.length], 'a script');
  return { look, script, content };
});
const frameSizes = [
  { width: 180, height: 320 },
  { width: 320, height: 180 },
  { width: 240, height: 240 },
];
const captionFilms = captionLooks.flatMap((each) => frameSizes.map((size) => ({ ...each, ...size })));

test.each(cases(1, captionFilms))(
  'the page composites captions like the engine: $look, $script, $width × $height',
  async ({ look, content, width, height }) => {
    const cue = `<cue start="0s" end="1s">${content}</cue>`;
    const layers = `${image('aurora')}<captions look="${look}" words="spread" size="22">${cue}</captions>`;
    const xml = `<movie width="${width}" height="${height}" framerate="24">${scene(layers)}</movie>`;
    for (const frame of [1, 11]) await expectSame(xml, frame);
  },
);

test('the page composites an overlay above scenes and transitions', async () => {
  const scenes = `${scene(image('sunset'))}<transition type="crossfade" duration="10"/>${scene(image('mountains'))}`;
  const xml = movie(
    `${scenes}<overlay><text content="LIVE" size="20" origin="topright" position="-40, 20"/></overlay>`,
  );
  for (const frame of [5, 19]) await expectSame(xml, frame);
});

describe('compositing a transparent movie in the page', () => {
  const transparent = (inside: string) =>
    `<movie width="320" height="180" framerate="24" background="transparent">${inside}</movie>`;
  const title = (text: string) =>
    scene(`<text content="${text}" size="40" color="#f2c230" shadow="3 4 6 #000000" opacity="0.8"/>`);

  test.each([
    ['a title', title('Ada'), 9],
    [
      'a layer with a blend mode',
      scene('<solid color="#c33" width="50%"/><solid color="#39c" blendmode="multiply"/>'),
      3,
    ],
    ['a crossfade', `${title('Ada')}<transition type="crossfade" duration="10"/>${title('Lovelace')}`, 18],
    ['a slide', `${title('Ada')}<transition type="slide" duration="10"/>${title('Lovelace')}`, 18],
    ['a first and a last transition', `<transition type="fade" duration="10"/>${title('Ada')}`, 4],
  ])('%s', async (_, inside, frame) => {
    for (const gray of [0, 255]) {
      const { previewed, rendered } = await world.transparent(transparent(inside), frame, gray);
      const likeness = comparePictures(previewed, rendered);
      expect(likeness.luma).toBeLessThanOrEqual(LUMA);
      expect(likeness.chroma).toBeLessThanOrEqual(LUMA);
    }
  });
});
