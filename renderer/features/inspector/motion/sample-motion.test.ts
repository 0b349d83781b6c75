import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { PRESETS } from '#shared/template/tables/animation-attributes.ts';
import type { PresetType } from '#shared/template/values/animation.ts';
import { presetAt } from '#shared/timeline/presets.ts';
import {
  frameAfter,
  isOver,
  pictureSize,
  type SampleFilm,
  type SampleMotion,
  sampleAt,
  sampleMotion,
  stillFrame,
  type WordsLayout,
  type Written,
} from './sample-motion.ts';

const film: SampleFilm = { frame: { width: 200, height: 100 }, rate: { numerator: 25, denominator: 1 } };
/** The length of the layer in frames, which is 1.6 seconds. */
const LENGTH = 40;
const words: WordsLayout = {
  size: 20,
  inkOf: (start, end) => ({ left: start * 10, top: 0, width: (end - start) * 10, height: 20 }),
};
const sample = (type: PresetType, written?: Written): SampleMotion => required(sampleMotion(type, written), type);
const at = (motion: SampleMotion, frame: number) => sampleAt(motion, frame, film, words);

describe('the thumbnail of a preset', () => {
  test('exists for every preset of the template language', () => {
    expect(PRESETS.filter((type) => sampleMotion(type)?.animation.preset.type !== type)).toEqual([]);
  });

  test('shows the motion of the movie in each frame', () => {
    const fade = sample('fadein');
    const pop = sample('pop');
    const look = sample('kenburns');
    for (const frame of [0, 3, 7, 12, 20, 39]) {
      expect({ kind: 'opacity', factor: at(fade, frame).opacity }).toEqual(
        presetAt(fade.animation, frame, LENGTH, film.rate),
      );
      expect({ kind: 'scale', factor: at(pop, frame).matrix.a }).toEqual(
        presetAt(pop.animation, frame, LENGTH, film.rate),
      );
      const change = presetAt(look.animation, frame, LENGTH, film.rate);
      const { width } = required(at(look, frame).window, 'a window');
      expect(change.kind === 'window' && film.frame.width / change.zoom).toBeCloseTo(width);
    }
  });

  test('starts hidden for an entrance, and ends hidden for an exit', () => {
    const [slide, gone] = [sample('slidein'), sample('fadeout')];
    const { width } = pictureSize(slide, film);
    expect(at(slide, 0).matrix.e).toBeLessThan(0);
    expect(at(slide, LENGTH - 1).matrix.e).toBe((film.frame.width - width) / 2);
    expect([at(gone, 0).opacity, at(gone, LENGTH - 1).opacity < 0.2]).toEqual([1, true]);
  });

  test('moves the words of a text one after another', () => {
    const starts = (frame: number) => at(sample('textin'), frame).parts?.map(({ start }) => start) ?? null;
    expect([starts(0)?.length, starts(LENGTH - 1)]).toEqual([1, null]);
    expect(at(sample('typewriter', { unit: 'letter' }), 12).parts?.map(({ start }) => start)).toEqual([0, 1, 3]);
  });

  test('uses the valid attributes of the preset, in pixels', () => {
    const from = (written: Written) => at(sample('slidein', written), 0).matrix;
    expect(from({ type: 'fadein', direction: 'top' }).f).toBeLessThan(0);
    expect(from({ direction: 'top', distance: '10' }).f).toBeGreaterThan(10);
    const said = `$${'{side}'}`;
    expect(from({ direction: said, duration: '3' })).toEqual(from({}));
  });

  test('rests at a frame where its motion is partly visible', () => {
    for (const type of ['fadein', 'fadeout', 'zoomin', 'zoomout'] as const) {
      const motion = sample(type);
      const { opacity, matrix } = at(motion, stillFrame(motion, film));
      expect(opacity * matrix.a).toBeGreaterThan(0.2);
      expect(opacity * matrix.a).toBeLessThan(0.9);
    }
  });

  test('repeats at the movie’s frame rate with a pause', () => {
    expect([0, 0.04, 1, 1.59, 1.9].map((seconds) => frameAfter(seconds, film))).toEqual([0, 1, 25, 39, 39]);
    expect(frameAfter(2.04, film)).toBe(1);
    expect(frameAfter(1, { ...film, rate: { numerator: 50, denominator: 1 } })).toBe(50);
    expect([isOver(1.9), isOver(2)]).toEqual([false, true]);
  });
});
