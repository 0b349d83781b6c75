import { describe, expect, test } from 'vitest';
import { factsOf, type PlanOptions, planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import { filmKeys } from './film-keys.ts';

const EFFECTS = '<filter type="vignette" color="#102030" aperture="0.7"/><transform type="flip" axis="x"/>';
const scene = (attributes = '', effects = EFFECTS, duration = 10): string =>
  `<scene duration="${duration}"><video src="a.mp4" ${attributes}>${effects}</video></scene>`;
const film = (scenes: string, attributes = 'width="320" height="180" framerate="25"'): string =>
  `<movie ${attributes}>${scenes}</movie>`;

/** Returns the keys of the first scene's picture and sound, of the track, and of the film. */
function keysOf(xml: string, options: PlanOptions = {}) {
  const { toolsVersion = '5.1' } = options;
  const plan = planFilm(xml, options);
  const keys = filmKeys(plan, toolsVersion);
  const { picture, sound } = required(plan.scenes[0], 'a scene');
  return {
    picture: picture?.key ?? null,
    sound: sound?.key ?? null,
    track: keys.track?.join() ?? null,
    film: keys.film,
  };
}

const plain = keysOf(film(scene()));
type Kind = keyof typeof plain;

/** Returns the kinds of keys that differ from the keys of the plain film. */
function changedKinds(xml: string, options: PlanOptions = {}): readonly Kind[] {
  const keys = keysOf(xml, options);
  return (['picture', 'sound', 'track', 'film'] as const).filter((kind) => keys[kind] !== plain[kind]);
}

const ALL = ['picture', 'sound', 'track', 'film'] as const;

describe('a key changes with every dependency of its bytes', () => {
  const cases: readonly (readonly [string, readonly Kind[], string, PlanOptions?])[] = [
    ["the source's bytes", ALL, film(scene()), { digests: { 'a.mp4': 'other' } }],
    ['the in-point', ALL, film(scene('skip="3"'))],
    ['the duration', ALL, film(scene('', EFFECTS, 11))],
    ['the frame rate', ALL, film(scene(), 'width="320" height="180" framerate="24"')],
    ['the size', ['picture', 'film'], film(scene(), 'width="322" height="180" framerate="25"')],
    [
      'the order of effects',
      ['picture', 'film'],
      film(scene('', '<transform type="flip" axis="x"/><filter type="vignette" color="#102030" aperture="0.7"/>')),
    ],
    ['the color of a vignette', ['picture', 'film'], film(scene('', EFFECTS.replace('102030', '102031')))],
    ['the aperture of a vignette', ['picture', 'film'], film(scene('', EFFECTS.replace('0.7', '0.71')))],
    ['the axis of a flip', ['picture', 'film'], film(scene('', EFFECTS.replace('"x"', '"y"')))],
    ['one more effect', ['picture', 'film'], film(scene('', `${EFFECTS}<filter type="saturation" intensity="0.5"/>`))],
    [
      'keyframes of the volume',
      ['sound', 'track', 'film'],
      film(scene('', `${EFFECTS}<animation><key time="0" volume="0.5"/></animation>`)),
    ],
    ['the quality', ['picture', 'track', 'film'], film(scene()), { quality: 'high' }],
    ['another encoder', ['picture', 'track', 'film'], film(scene()), { format: 'webm' }],
    ["FFmpeg's version", ALL, film(scene()), { toolsVersion: '7.0' }],
    [
      "the source's rotation",
      ['picture', 'film'],
      film(scene()),
      { facts: { 'a.mp4': factsOf({ rotation: 90, displayWidth: 180, displayHeight: 320 }) } },
    ],
    ["the source's colors", ['picture', 'film'], film(scene()), { facts: { 'a.mp4': factsOf({ matrix: 'bt601' }) } }],
    ['another scene', ['track', 'film'], film(scene() + scene('skip="4"'))],
    ['silence', ['sound', 'track', 'film'], film(scene('audio="false"'))],
    ['the container', ['track', 'film'], film(scene()), { format: 'mkv' }],
  ];
  for (const [what, kinds, xml, options] of cases)
    test(`${what} changes ${kinds.join(', ')}`, () => {
      expect(changedKinds(xml, options)).toEqual(kinds);
    });

  test('the fit changes the key of a picture with another aspect ratio', () => {
    const facts = { 'a.mp4': factsOf({ displayWidth: 300 }) };
    const [contain, cover] = [keysOf(film(scene()), { facts }), keysOf(film(scene('fit="cover"')), { facts })];
    expect(ALL.filter((kind) => contain[kind] !== cover[kind])).toEqual(['picture', 'film']);
  });
});

describe('the key of a part or film', () => {
  const cases: readonly (readonly [string, string, PlanOptions?])[] = [
    ['the name of the scene', film(scene().replace('<scene', '<scene name="opening"'))],
    ['the name of the source', film(scene().replace('a.mp4', 'b.mp4')), { digests: { 'b.mp4': 'a.mp4' } }],
    [
      'disabled parts',
      film(
        `${scene('', `${EFFECTS}<transform type="flip" axis="y" enabled="false"/>`)}<scene duration="5" enabled="false"/>`,
      ),
    ],
    ['the notation of values', film(scene('skip="0s" audio="true"', EFFECTS.replace('0.7', '.70')))],
  ];
  for (const [what, xml, options] of cases)
    test(`ignores ${what}`, () => {
      expect(changedKinds(xml, options)).toEqual([]);
    });

  test('ignores other scenes if it belongs to a part', () => {
    const after = planFilm(film(`<scene duration="7"/>${scene()}`));
    const { picture, sound } = required(after.scenes[1], 'the scene');
    expect([picture?.key, sound?.key]).toEqual([plain.picture, plain.sound]);
  });

  test('ignores the container if picture and sound are equal', () => {
    const { picture, sound } = keysOf(film(scene()), { format: 'mkv' });
    expect([picture, sound]).toEqual([plain.picture, plain.sound]);
  });
});

/** The expected start of each key. A change of these values invalidates the cached parts of all users. */
describe('the keys across versions of this program', () => {
  const mirrored = '<video src="a.mp4" skip="2s"><transform type="flip" axis="x"/></video>';
  const above =
    '<video src="b.webm" fit="cover"><filter type="saturation" intensity="25"/><filter type="vignette"/></video>';
  const xml = film(`<scene duration="40">${mirrored}${above}</scene>${scene('skip="70s"')}<scene duration="3"/>`);
  const facts = { 'b.webm': factsOf({ hasAlpha: true, decoder: 'libvpx-vp9', matrix: 'bt601', displayWidth: 300 }) };
  const cases: readonly (readonly [PlanOptions, Readonly<Record<Kind, string | null>>])[] = [
    [
      {},
      { picture: 'a0d9ece645bb3d03', sound: 'be9fa8ca116416a3', track: '2c7bb832747d2b0e', film: '62b338d7eb9daa1a' },
    ],
    [
      { format: 'mov', quality: 'high' },
      { picture: '7f6bf27707114128', sound: 'be9fa8ca116416a3', track: null, film: '603449bcb4019674' },
    ],
    [{ format: 'gif' }, { picture: '26677cd4d0d44b60', sound: null, track: null, film: '1d2c409fbe720f9d' }],
    [
      { hardware: 'vaapi' },
      { picture: 'cfe2b054769689f4', sound: 'be9fa8ca116416a3', track: '2c7bb832747d2b0e', film: '36f77a65a8ec4069' },
    ],
  ];
  for (const [options, keys] of cases)
    test(`are unchanged for ${JSON.stringify(options)}`, () => {
      const shortened = Object.entries(keysOf(xml, { ...options, facts })).map(([kind, key]) => [
        kind,
        key?.slice(0, 16) ?? null,
      ]);
      expect(Object.fromEntries(shortened)).toEqual(keys);
    });
});

describe('the copies of a repeated scene', () => {
  const names = Array.from({ length: 50 }, (_, at) => `name ${at}`);
  const repeated = (items: readonly string[]): string =>
    film(
      `<scene duration="10" each="\${names, '${items.join(',')}'}"><solid color="#123"/><text content="\${item}" size="20"/></scene>`,
    );
  const written = (items: readonly string[]): string =>
    film(
      items
        .map((item) => `<scene duration="10"><solid color="#123"/><text content="${item}" size="20"/></scene>`)
        .join(''),
    );
  const picturesOf = (xml: string) => planFilm(xml).scenes.map(({ picture }) => required(picture, 'a picture').key);

  test('have the same keys as scenes that are written out', () => {
    expect(picturesOf(repeated(names))).toEqual(picturesOf(written(names)));
  });

  test('keep their keys if another item changes', () => {
    const before = picturesOf(repeated(names));
    const after = picturesOf(repeated(names.with(7, 'another name')));
    expect(after.flatMap((key, at) => (key === before[at] ? [] : [at]))).toEqual([7]);
  });

  test('have the sources of their items', () => {
    const videos = `<scene duration="10" each="\${files, 'a.mp4, b.mp4'}"><video src="\${item}"/></scene>`;
    const [first, second] = picturesOf(film(videos));
    expect(first).not.toBe(second);
  });
});
