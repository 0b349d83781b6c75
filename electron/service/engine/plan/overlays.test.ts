import { describe, expect, test } from 'vitest';
import { type PlanOptions, planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import { type ComposedPart, composedPartKeyData } from '../parts/composed-part.ts';

const VIDEO = '<video src="a.mp4" skip="10"/>';
const scenes = (first = 50) =>
  `<scene duration="${first}">${VIDEO}</scene><scene duration="50"><solid color="#ff0000"/></scene><transition duration="10"/><scene duration="50">${VIDEO}</scene>`;
const film = (overlay: string, first?: number, rate = '25') =>
  `<movie width="320" height="180" framerate="${rate}">${scenes(first)}${overlay}</movie>`;
const over = (...layers: readonly string[]) => `<overlay>${layers.join('')}</overlay>`;
const TITLE = (words: string, at = 0, lasting = 0) =>
  `<text content="${words}" size="40" offset="${at}"${lasting > 0 ? ` duration="${lasting}"` : ''}/>`;

/** Returns the picture keys of a film's segments: two scenes, a transition, and a scene. */
const keysOf = (xml: string, options: PlanOptions = {}) =>
  planFilm(xml, options).scenes.map(({ picture }) => picture?.key);
const plain = keysOf(film(''));
const changed = (now: readonly unknown[], before: readonly unknown[] = plain) =>
  now.map((key, index) => key !== before[index]);

function partOf(xml: string, segment: number, options: PlanOptions = {}): ComposedPart {
  const { part } = required(planFilm(xml, options).scenes[segment]?.picture, 'a picture');
  if (part.kind !== 'composed') throw new Error('a part that FFmpeg makes alone');
  return part;
}

describe('a segment without overlay layers', () => {
  test('keeps its key and its kind', () => {
    const plan = planFilm(film(over(TITLE('Title', 55, 10))));
    expect(plan.scenes.map(({ picture }) => picture?.part.kind)).toEqual([
      'picture',
      'composed',
      'composed',
      'picture',
    ]);
    expect(changed(plan.scenes.map(({ picture }) => picture?.key))).toEqual([false, true, false, false]);
  });

  test.each([
    ['is disabled', '<overlay enabled="false"><solid/></overlay>'],
    ['has a false condition', '<overlay condition="no"><solid/></overlay>'],
    ['has only disabled layers', over('<solid enabled="false"/>')],
    ['starts after the film', over('<solid offset="500"/>')],
    ['has only sound', over('<audio src="a.mp3"/>')],
  ])('is unchanged if the overlay %s', (_, overlay) => {
    expect(keysOf(film(overlay))).toEqual(plain);
  });
});

test('an edited title changes only the segments that show it', () => {
  const at = (first: string, second: string) => keysOf(film(over(TITLE(first, 0, 20), TITLE(second, 85, 20))));
  const before = at('One', 'Two');
  expect(changed(at('Other', 'Two'), before)).toEqual([true, false, false, false]);
  expect(changed(at('One', 'Other'), before)).toEqual([false, true, true, true]);
});

test("only a moving overlay depends on its segment's position", () => {
  const logo = '<solid color="#00ff00" width="10" height="10"/>';
  const moving = `<solid width="10" height="10"><animation type="custom"><key time="0" position="0,0"/><key time="100%" position="9,0"/></animation></solid>`;
  expect(changed(keysOf(film(over(logo), 60)), keysOf(film(over(logo))))).toEqual([true, false, false, false]);
  expect(changed(keysOf(film(over(moving), 60)), keysOf(film(over(moving))))).toEqual([true, true, true, true]);
});

test('a layer that moves with its segment keeps its key', () => {
  const pop = (at: number) =>
    over(`<text content="Title" size="40" offset="${at}" duration="9"><animation type="pop"/></text>`);
  expect(changed(keysOf(film(pop(65), 60)), keysOf(film(pop(55))))).toEqual([true, false, false, false]);
});

test('equal scenes with equal overlays share a part', () => {
  const twice = (overlay: string) =>
    keysOf(
      `<movie width="320" height="180" framerate="25"><scene duration="50">${VIDEO}</scene><scene duration="50">${VIDEO}</scene>${overlay}</movie>`,
    );
  const kinds = (overlay: string) => new Set(twice(overlay)).size;
  expect(kinds(over(TITLE('Title')))).toBe(1);
  expect(kinds(over(TITLE('Title', 10, 20), TITLE('Title', 60, 20)))).toBe(1);
  expect(kinds(over(TITLE('Title', 10, 80)))).toBe(2);
});

test('overlay layers keep their order, and their decoders come last', () => {
  const part = partOf(
    film(
      over('<video src="b.mp4" offset="40" scale="0.5"/>') +
        over('<solid offset="45" width="9"><animation type="fadein"/></solid>'),
    ),
    1,
  );
  expect(part.over).toMatchObject({ from: 10, step: { numerator: 1, denominator: 1 } });
  expect(part.over?.layers.map(({ layer }) => [layer.kind, layer.offset])).toEqual([
    ['video', 0],
    ['solid', 5],
  ]);
  expect(part.decoders).toHaveLength(1);
  expect(part.over?.layers[0]?.from).toMatchObject({ kind: 'decoder', decoder: 0 });
  expect(partOf(film(over('<video src="b.mp4" scale="0.5"/>')), 2).decoders).toHaveLength(2);
});

test("a format with another rate samples the overlay at the film's times", () => {
  // 50 frames at 60 fps are 41⅔ frames at 50 fps. The second scene therefore starts at frame 42 of the film, which is
  // frame 50.4 of the movie.
  const part = partOf(film(over('<solid width="9"><animation type="fadein"/></solid>'), 50, '60'), 1, {
    format: 'gif',
  });
  const { numerator, denominator } = required(part.over, 'an overlay').step;
  const first = Math.round((50 * denominator) / numerator);
  expect(part.over?.from).toBeCloseTo((first * numerator) / denominator, 9);
});

test('drawing over a plain scene adds the CanvasKit version', () => {
  expect(composedPartKeyData(partOf(film(over(TITLE('Title'))), 0))).toHaveProperty('canvasKit');
  expect(composedPartKeyData(partOf(film(over('<solid/>')), 0))).not.toHaveProperty('canvasKit');
});
