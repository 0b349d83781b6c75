// @module-tag full-scale
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import {
  animatableAttributesOf,
  type EffectSpec,
  type EffectType,
  effectRegistry,
  effectTypes,
} from '#shared/template/effects/effects.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import type { Point } from '#shared/template/values/lengths.ts';
import { composedFrames } from './compose/testing/composed-frames.ts';

const WIDTH = 64;
const HEIGHT = 48;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(join(folder.path, 'clip.mp4'), { width: WIDTH, height: HEIGHT, sound: null, picture: 'testsrc2' });
  const swapped = ['0 0 0', '0 1 0', '1 0 0', '1 1 0', '0 0 1', '0 1 1', '1 0 1', '1 1 1'];
  await writeFile(join(folder.path, 'swap.cube'), ['LUT_3D_SIZE 2', ...swapped].join('\n'));
});
afterAll(() => folder[Symbol.asyncDispose]());

const filmOf = (layers: string, duration = 5) =>
  composedFrames(
    `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25"><scene duration="${duration}">${layers}</scene></movie>`,
    { folder: folder.path },
  );

/** The values of an attribute at the start, the end, and the middle of an animation, as text. */
type Way = readonly [from: string, to: string, middle: string];

/** Returns test values for any attribute that can have keyframes. */
function wayOf({ type }: AttributeSpec<unknown>, written: AttributeSpec<unknown>): Way {
  switch (type.kind) {
    case 'number':
    case 'integer': {
      const least = type.minimum ?? -30;
      const most = Math.min(type.maximum ?? least + 3, least + (type.minimum === undefined ? 70 : 3));
      const middle = (least + most) / 2;
      return [least, most, type.kind === 'integer' ? Math.round(middle) : middle].map(String) as unknown as Way;
    }
    case 'color':
      return ['#204080', '#60c0a0', '#408090'];
    case 'paint':
      return ['#20408000', '#60c0a0cc', '#40809066'];
    case 'length':
      return ['2', '10', '6'];
    case 'point': {
      const usual = 'default' in written.absent ? (written.absent.default as Point) : null;
      const { across, down } = required(usual, 'a place where nothing is written');
      const moved = (by: number) =>
        type.format({ across: { ...across, amount: across.amount + by }, down: { ...down, amount: down.amount - by } });
      return [moved(0), moved(12), moved(6)];
    }
    case 'matrix':
      return ['1 0 0 0 0 1 0 0 0 0 1 0', '0 0 0 0 1 0 1 0 0 0 1 0 0 0 0 0 0 0 1 0', '0.5 0 0 0.5 0 1 0 0 0.5 0 0.5 0'];
    default:
      throw new Error(`what is a way of ${type.kind}?`);
  }
}

/**
 * Returns layers with the effect: a video and drawn layers at fractional positions. A preceding effect forces the
 * compositor to apply even the effects that FFmpeg could apply.
 */
const shown = (effect: string) =>
  `<video src="clip.mp4" width="40" height="30" scale="0.9"><filter type="brightness" intensity="0.9"/>${effect}</video>` +
  `<group width="30" height="20" position="8, 6" scale="1.1"><solid gradient="30, #00b140, #ff8000"/>` +
  `<solid width="8" height="8" color="#ffffff"/>${effect}</group>` +
  `<shape type="ellipse" width="14" height="12" fill="#c06020" position="-18, -10" scale="1.1">${effect}</shape>`;

test.each(effectTypes.filter((type) => Object.keys(animatableAttributesOf(type)).length > 0))(
  'a %s with keyframes equals one with the values of each frame',
  async (type: EffectType) => {
    const { element, attributes, oneOf = [] }: EffectSpec = effectRegistry[type];
    const ways = Object.entries(animatableAttributesOf(type)).map(([name, spec]) => {
      return { name, way: wayOf(spec, required(attributes[name], 'an attribute')) };
    });
    const at = (index: 0 | 1 | 2) => ways.map(({ name, way }) => `${name}="${way[index]}"`).join(' ');
    const source = oneOf.includes('src') ? ' src="swap.cube"' : '';
    const fixed = (values: string) => `<${element} type="${type}"${source} ${values}/>`;
    const keys = `<animation><key time="0" ${at(0)}/><key time="4" ${at(1)}/></animation>`;
    const frames = await filmOf(shown(`<${element} type="${type}"${source} ${at(1)}>${keys}</${element}>`));
    const first = await filmOf(shown(fixed(at(0))));
    const middle = await filmOf(shown(fixed(at(2))));
    expect(frames[0]?.equals(required(first[0], 'a frame'))).toBe(true);
    expect(frames[2]?.equals(required(middle[2], 'a frame'))).toBe(true);
    expect(frames[2]?.equals(required(first[2], 'a frame'))).toBe(false);
  },
);

test('an effect that is animated to its neutral value changes nothing', async () => {
  const effect =
    '<filter type="blur" radius="9"><animation><key time="0" radius="6"/><key time="2" radius="0"/></animation></filter>';
  const layers = (inside: string) =>
    `<video src="clip.mp4">${inside}</video><text content="A" size="30">${inside}</text>`;
  const [soft, sharp] = [await filmOf(layers(effect)), await filmOf(layers(''))];
  expect(soft.map((frame, index) => frame.equals(required(sharp[index], 'a frame')))).toEqual([
    ...[false, false],
    ...[true, true, true],
  ]);
});

test('an animated value that overshoots its range is clamped', async () => {
  const overshooting =
    '<filter type="grayscale"><animation easing="back-out"><key time="0" amount="0"/><key time="5" amount="1"/></animation></filter>';
  const frames = await filmOf(`<video src="clip.mp4">${overshooting}</video>`);
  const grey = await filmOf('<video src="clip.mp4"><filter type="grayscale"/></video>');
  expect(frames[4]?.equals(required(grey[4], 'a frame'))).toBe(true);
});

test("an animated rotation keeps its center and its masks' size", async () => {
  const turning =
    '<transform type="rotate" angle="0"><animation><key time="0" angle="0"/><key time="4" angle="90"/></animation></transform>';
  const mask = '<mask><solid width="50%" color="#ffffff"/></mask>';
  const layer = (inside: string) => `<solid width="31" height="11" color="#ffffff">${inside}</solid>`;
  const frames = await filmOf(layer(turning));
  const masked = await filmOf(layer(turning + mask));
  const upright = await filmOf(layer(`<transform type="rotate" angle="90"/>${mask}`));
  const litOf = (frame: Buffer | undefined) => {
    let [sum, x, y] = [0, 0, 0];
    for (let at = 0; at < WIDTH * HEIGHT; at++) {
      const light = (frame?.[at] ?? 16) - 16;
      sum += light;
      x += light * ((at % WIDTH) + 0.5);
      y += light * (Math.floor(at / WIDTH) + 0.5);
    }
    return { sum, x: x / sum, y: y / sum };
  };
  for (const frame of frames) {
    expect(Math.abs(litOf(frame).x - litOf(frames[0]).x)).toBeLessThan(0.1);
    expect(Math.abs(litOf(frame).y - litOf(frames[0]).y)).toBeLessThan(0.1);
  }
  expect(Math.abs(litOf(masked[4]).sum / litOf(upright[4]).sum - 1)).toBeLessThan(0.05);
});
