import { describe, expect, test } from 'vitest';
import { factsOf, planFilm } from '#service/testing/plan-film.ts';
import { fc } from '#shared/testing/properties.ts';
import { type FormatName, formatNames } from '../formats/formats.ts';

const film = (scenes: string, framerate = '25', size = 'width="320" height="180"'): string =>
  `<movie ${size} framerate="${framerate}">${scenes}</movie>`;
const scenesOf = (durations: readonly number[]): string =>
  durations.map((duration) => `<scene duration="${duration}"><video src="a.mp4"/></scene>`).join('');

describe('the plan of a film', () => {
  const durations = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 });
  const rates = fc.constantFrom('1', '7', '15', '24', '25', '30000/1001', '60', '120000/1001', '240');

  test('is exactly as long as the scenes in every format', () => {
    fc.assert(
      fc.property(durations, rates, fc.constantFrom(...formatNames), (lengths, rate, format) => {
        const plan = planFilm(film(scenesOf(lengths), rate), { format });
        expect(plan.scenes.reduce((sum, { length }) => sum + length, 0)).toBe(plan.length);
        expect(plan.scenes.reduce((sum, { samples }) => sum + samples, 0)).toBe(plan.samples);
        const { numerator, denominator } = plan.canvas.frameRate;
        const difference = Math.abs(plan.samples / 48_000 - (plan.length * denominator) / numerator);
        expect(difference).toBeLessThanOrEqual(denominator / numerator);
      }),
      { numRuns: 60 },
    );
  });

  test('has at least one frame', () => {
    const plan = planFilm(film(scenesOf([1]), '240'), { format: 'gif' });
    expect([plan.length, plan.scenes[0]?.length]).toEqual([1, 1]);
  });

  test('omits the picture of a scene that rounds to zero frames', () => {
    const plan = planFilm(film(scenesOf([1, 1, 1, 1]), '240'), { format: 'mpg' });
    expect(plan.scenes.map(({ length, picture }) => [length, picture === null])).toEqual([
      [0, true],
      [1, false],
      [0, true],
      [0, true],
    ]);
  });

  test('has no parts for disabled scenes, silence, and unsupported streams', () => {
    const scenes =
      '<scene duration="5" enabled="false"/><scene duration="5"/><scene duration="5"><video src="a.mp4" audio="false"/></scene>';
    const parts = (format: 'mp4' | 'gif' | 'mp3') =>
      planFilm(film(scenes + scenesOf([5])), { format }).scenes.map(({ picture, sound }) => [
        picture !== null,
        sound !== null,
      ]);
    expect(parts('mp4')).toEqual([
      [true, false],
      [true, false],
      [true, true],
    ]);
    expect(parts('gif')).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
    expect(parts('mp3')).toEqual([
      [false, false],
      [false, false],
      [false, true],
    ]);
  });
});

describe('the warnings of a plan', () => {
  const codes = (...request: Parameters<typeof planFilm>) => planFilm(...request).warnings.map(({ code }) => code);

  test('report an unsupported size, rate, or sound', () => {
    expect(codes(film(scenesOf([5]), '15', 'width="171" height="97"'), { format: 'mpg' })).toEqual([
      'format/size',
      'format/frame-rate',
    ]);
    expect(codes(film(scenesOf([5])), { format: 'gif' })).toEqual(['format/no-sound']);
    expect(codes(film(scenesOf([5])))).toEqual([]);
  });

  test('report a format without the opacity of a transparent film', () => {
    const transparent = (format: FormatName) =>
      planFilm(film(scenesOf([5]), '25', 'width="320" height="180" background="transparent" matte="#336699"'), {
        format,
      }).warnings.filter(({ code }) => code !== 'format/no-sound');
    expect(transparent('mp4')).toMatchObject([
      { code: 'format/no-alpha', says: { values: { format: 'MP4', matte: '#336699' } }, at: { attribute: 'matte' } },
    ]);
    expect(transparent('gif').map(({ code }) => code)).toEqual(['format/alpha-threshold']);
    for (const format of ['webm', 'mov', 'apng', 'mp3'] as const) expect(transparent(format)).toEqual([]);
  });

  test('report HDR that this FFmpeg cannot map', () => {
    const facts = { 'a.mp4': factsOf({ transfer: 'pq' }) };
    expect(codes(film(scenesOf([5])), { facts, filters: [] })).toEqual(['source/hdr']);
    expect(codes(film(scenesOf([5])), { facts })).toEqual([]);
  });

  test('report once that a source is rotated by 30 degrees', () => {
    const rotated = (rotation: number) => codes(film(scenesOf([5, 5])), { facts: { 'a.mp4': factsOf({ rotation }) } });
    expect([rotated(30), rotated(270)]).toEqual([['source/rotated'], []]);
    const converted = { 'a.mp4': factsOf({ rotation: 0, appliedRotation: 30 }) };
    expect(codes(film(scenesOf([5, 5])), { facts: converted })).toEqual(['source/rotated']);
  });
});
