import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { movieOf, type PlanOptions, planFilm } from '#service/testing/plan-film.ts';
import { required } from '#shared/lib/assert.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { planJobs } from '../make/plan-jobs.ts';
import { allComposedLayers, type ComposedPart, composedPartKeyData } from '../parts/composed-part.ts';
import { composedPicture } from './composed-scene.ts';

const film = (...scenes: readonly string[]): string =>
  `<movie width="320" height="180" framerate="25">${scenes.join('')}</movie>`;
const scene = (layers: string, attributes = 'duration="50"'): string => `<scene ${attributes}>${layers}</scene>`;
const VIDEO = '<video src="a.mp4" skip="10"/>';
const TITLE = '<text content="Title" size="40"/>';

/** Returns the picture keys of a film's scenes. */
function keysOf(xml: string, options: PlanOptions = {}): readonly (string | undefined)[] {
  return planFilm(xml, options).scenes.map(({ picture }) => picture?.key);
}

function composedOf(xml: string, options: PlanOptions = {}): ComposedPart {
  const { part } = required(planFilm(xml, options).scenes[0]?.picture, 'a picture');
  if (part.kind !== 'composed') throw new Error('a part that FFmpeg makes alone');
  return part;
}

describe('a scene that FFmpeg alone makes', () => {
  const kindOf = (layers: string, attributes?: string) =>
    planFilm(film(scene(layers, attributes))).scenes[0]?.picture?.part.kind;

  test.each([
    ['with plain videos', `${VIDEO}<video src="b.mp4" fit="cover"/>`],
    ['with effects of FFmpeg', '<video src="a.mp4"><filter type="saturation" intensity="0"/></video>'],
    ['without layers', ''],
    ['with disabled layers', `${VIDEO}<text content="Title" enabled="false"/>`],
  ])('can be %s', (_, layers) => {
    expect(kindOf(layers)).toBe('picture');
  });

  test.each([
    ['a text', `${VIDEO}${TITLE}`],
    ['a solid', '<solid color="#ff0000"/>'],
    ['a positioned video', '<video src="a.mp4" position="10, 0"/>'],
    ['a video with an offset', '<video src="a.mp4" offset="5"/>'],
    ['a half transparent video', '<video src="a.mp4" opacity="0.5"/>'],
    ['an animated video', '<video src="a.mp4"><animation type="fadein"/></video>'],
  ])('cannot contain %s', (_, layers) => {
    expect(kindOf(layers)).toBe('composed');
  });

  test('cannot have a background color', () => {
    expect(kindOf(VIDEO, 'duration="50" background="#102030"')).toBe('composed');
  });
});

describe('captions', () => {
  const CUES = '00:00.000 --> 00:01.000\nOne\n\n00:01.000 --> 00:02.000\nTwo\n\n00:03.000 --> 00:04.000\nThree';
  const options = (text = CUES): PlanOptions => ({ captions: { 'a.srt': text, 'b.srt': text } });
  const shown = (layers: string, attributes?: string) => composedOf(film(scene(layers, attributes)), options());
  const cuesOf = (layers: string, attributes?: string) => {
    const made = shown(layers, attributes);
    return allComposedLayers(made).flatMap(({ from }) =>
      from.kind === 'captions' ? from.cues.map((cue) => [cue.text, cue.from, cue.to]) : [],
    );
  };

  test('become the visible cues of a part, in frames of the layer', () => {
    expect(cuesOf('<captions src="a.srt"/>')).toEqual([
      ['One', 0, 25],
      ['Two', 25, 50],
    ]);
    expect(cuesOf('<captions src="a.srt" skip="30" offset="10"/>')).toEqual([['Two', -5, 20]]);
    expect(cuesOf('<captions src="a.srt" overlap="25"/>', 'duration="20"')).toEqual([['Two', 25, 50]]);
  });

  test('use the clock of their group', () => {
    expect(cuesOf('<group offset="30"><captions src="a.srt"/></group>')).toEqual([['One', 0, 25]]);
  });

  test('are missing in a part without visible cues', () => {
    expect(allComposedLayers(shown('<captions src="a.srt" skip="2s"/>', 'duration="25"'))).toEqual([]);
    expect(
      allComposedLayers(shown('<captions src="a.srt" duration="25" skip="2s"/><solid duration="3"/>')),
    ).toHaveLength(1);
  });

  test('give equal keys for equal cues from any file', () => {
    const parts = film(
      scene('<captions src="a.srt"/>', 'duration="25"'),
      scene('<captions src="b.srt" skip="1s"/>', 'duration="25"'),
    );
    const keys = (text?: string) => keysOf(parts, options(text));
    const before = keys();
    expect(keys(CUES.replace('Three', 'Third'))).toEqual(before);
    expect(keys(CUES.replace('Two', 'Second')).map((key, at) => key === before[at])).toEqual([true, false]);
    const other = film(scene('<captions src="b.srt"/>', 'duration="25"'));
    expect(keysOf(other, options())[0]).toBe(before[0]);
    // The visible cues are the same, although the files differ.
    const later = film(scene('<captions src="c.srt" skip="1s" mode="word"/>', 'duration="25"'));
    const captions = { 'c.srt': '00:01.000 --> 00:02.000\nOne' };
    expect(keysOf(later, { captions })[0]).toBe(before[0]);
  });

  test('have word times in word mode only', () => {
    const words = '00:00.000 --> 00:02.000\nOne <00:01.000>two';
    const cues = (mode: string) =>
      allComposedLayers(composedOf(film(scene(`<captions src="a.srt" mode="${mode}"/>`)), options(words))).flatMap(
        ({ from }) => (from.kind === 'captions' ? from.cues.map((cue) => cue.words) : []),
      );
    expect(cues('word')).toEqual([[{ at: 4, from: 25 }]]);
    expect(cues('cue')).toEqual([[]]);
  });
});

test('only a part with drawings depends on the CanvasKit version', () => {
  const { version } = createRequire(import.meta.url)('canvaskit-wasm/package.json');
  expect(composedPartKeyData(composedOf(film(scene(`${VIDEO}${TITLE}`))))).toHaveProperty('canvasKit', version);
  expect(composedPartKeyData(composedOf(film(scene('<solid color="#ff0000"/>'))))).not.toHaveProperty('canvasKit');
});

describe('the key of a scene', () => {
  const scenes = [scene(VIDEO), scene(`${VIDEO}${TITLE}`), scene(`<video src="b.mp4"/>${TITLE}`)];
  const before = keysOf(film(...scenes));

  test('is unchanged for a scene that FFmpeg makes alone', () => {
    expect(keysOf(film(scene(VIDEO)))[0]).toBe(before[0]);
  });

  test('changes with a title only if the scene shows it', () => {
    const edited = keysOf(film(...scenes.slice(0, 2), scene('<video src="b.mp4"/><text content="Other" size="40"/>')));
    expect(edited.map((key, index) => key === before[index])).toEqual([true, true, false]);
  });

  test("is independent of the scene's position and name", () => {
    const [first, second] = keysOf(
      film(scene(`${VIDEO}${TITLE}`), scene(`${VIDEO}${TITLE}`, 'duration="50" name="Again"')),
    );
    expect(second).toBe(first);
    expect(first).toBe(before[1]);
  });

  test('ignores changes of the sound', () => {
    const silent = `<video src="a.mp4" skip="10" audio="false"/>${TITLE}`;
    expect(keysOf(film(scene(silent)))[0]).toBe(before[1]);
  });

  test.each([
    [
      'a keyframe',
      '<text content="Title" size="40"><animation><key time="0" opacity="0"/><key time="5" opacity="1"/></animation></text>',
    ],
    ['its position', '<text content="Title" size="40" position="1, 0"/>'],
    ['its style', '<text content="Title" size="40" color="#ff0000"/>'],
    ['its offset', '<text content="Title" size="40" offset="1"/>'],
  ])('changes with %s', (_, title) => {
    expect(keysOf(film(scene(`${VIDEO}${title}`)))[0]).not.toBe(before[1]);
  });

  test('changes with the bytes of a source and with FFmpeg', () => {
    const xml = film(scene(`${VIDEO}${TITLE}`));
    expect(keysOf(xml, { digests: { 'a.mp4': 'other' } })[0]).not.toBe(before[1]);
    expect(keysOf(xml, { toolsVersion: '7.0' })[0]).not.toBe(before[1]);
  });

  test('depends only on the scenes that the segment shows', () => {
    const parts = (first: string, second: string, third: string) =>
      planFilm(
        film(scene(first), '<transition duration="10"/>', scene(second), '<transition/>', scene(third)),
      ).scenes.map(({ picture }) => picture?.key);
    const unchanged = (now: readonly unknown[]) => now.map((key, index) => key === earlier[index]);
    const earlier = parts(VIDEO, VIDEO, TITLE);
    expect(new Set(earlier).size).toBe(5);
    expect(unchanged(parts(VIDEO, VIDEO, '<text content="Other" size="40"/>'))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(unchanged(parts(VIDEO, '<video src="b.mp4"/>', TITLE))).toEqual([true, false, false, false, true]);
    const later = `${VIDEO}<text content="Late" size="40" offset="30" duration="5"/>`;
    expect(unchanged(parts(VIDEO, later, TITLE))).toEqual([true, true, false, true, true]);
  });

  test('ignores layers outside of the rendered range', () => {
    const piece = (title: string) => {
      const movie = movieOf(film(scene(`${VIDEO}<text content="${title}" duration="10"/>`)));
      const [only] = buildTimeline(movie).segments;
      const sources = {
        media: new Map(),
        images: new Map(),
        moving: new Map(),
        vectors: new Map<string, string>(),
        tables: new Map(),
        captions: new Map(),
        fonts: () => ({ fonts: [], files: [] }),
      };
      const canvas = {
        width: 320,
        height: 180,
        frameRate: movie.frameRate,
        pixelFormat: 'yuv420p',
        toneMaps: true,
      } as const;
      return composedPicture(required(only, 'a scene'), { after: 30, length: 20 }, movie, sources, canvas);
    };
    expect(piece('One')).toEqual(piece('Two'));
  });
});

test('a part includes the end attribute only for moving images', () => {
  const part = (attributes: string, delays: readonly number[] | null) => {
    const movie = movieOf(film(scene(`<image src="logo" ${attributes}/>`)));
    const [only] = buildTimeline(movie).segments;
    const segment = required(only, 'a scene');
    const sources = {
      media: new Map(),
      images: new Map(movie.scenes.flatMap(({ layers }) => layers.map(({ id }) => [id, 'digest'] as const))),
      moving: new Map(delays === null ? [] : [['digest', delays]]),
      vectors: new Map<string, string>(),
      tables: new Map(),
      captions: new Map(),
      fonts: () => ({ fonts: [], files: [] }),
    };
    const canvas = {
      width: 320,
      height: 180,
      frameRate: movie.frameRate,
      pixelFormat: 'yuv420p',
      toneMaps: true,
    } as const;
    return composedPicture(segment, { after: 0, length: 20 }, movie, sources, canvas);
  };
  expect(part('end="hold"', null)).toEqual(part('', null));
  expect(JSON.stringify(part('', null))).not.toMatch(/"(?:end|run)"/);
  expect(part('end="loop"', [40, 40])).toEqual(part('', [40, 40]));
  expect(part('end="hold"', [40, 40])).not.toEqual(part('', [40, 40]));
  // The image plays two frames of the film and is then hidden.
  const { scene: ended } = part('end="hide" overlap="2"', [40, 40]);
  expect(ended).toMatchObject({ layers: [] });
});

test('a part includes the renderer only for SVG images', () => {
  const part = (vectors: ReadonlyMap<string, string>) => {
    const movie = movieOf(film(scene('<image src="logo"/>')));
    const images = new Map(movie.scenes.flatMap(({ layers }) => layers.map(({ id }) => [id, 'digest'] as const)));
    const fonts = () => ({ fonts: [], files: [] });
    const sources = {
      media: new Map(),
      images,
      moving: new Map(),
      vectors,
      tables: new Map(),
      captions: new Map(),
      fonts,
    };
    const frame = { width: 320, height: 180, frameRate: movie.frameRate };
    const canvas = { ...frame, pixelFormat: 'yuv420p', toneMaps: true } as const;
    const [only] = buildTimeline(movie).segments;
    return JSON.stringify(composedPicture(required(only, 'a scene'), { after: 0, length: 2 }, movie, sources, canvas));
  };
  expect(part(new Map([['digest', 'resvg 0.48.1']]))).toContain('"drawnBy":"resvg 0.48.1"');
  expect(part(new Map())).not.toContain('drawnBy');
});

test('a part contains no machine properties and can be cloned', () => {
  const part = composedOf(film(scene(`${VIDEO}${TITLE}`)));
  expect(structuredClone(part)).toEqual(part);
  expect(JSON.stringify(part)).not.toMatch(/threads|file:/);
});

test('a hardware encoder gets raw frames through its upload filter', () => {
  const part = composedOf(film(scene(`${VIDEO}${TITLE}`)), { hardware: 'vaapi' });
  expect(part.filters.slice(-2).map(({ name }) => name)).toEqual(['format', 'hwupload']);
  expect(part.device).toEqual(['-init_hw_device', 'vaapi=hw', '-filter_hw_device', 'hw']);
});

test('ProRes is composed in 8-bit 4:4:4 and then converted', () => {
  const part = composedOf(film(scene(`${VIDEO}${TITLE}`)), { format: 'mov' });
  expect(part.scene.canvas.pixelFormat).toBe('yuv444p');
  expect(part.filters.at(-1)).toMatchObject({ name: 'format', values: ['yuv422p10le'] });
});

test('a composed part and its sound are separate jobs', () => {
  const short = scene(`${VIDEO}${TITLE}`, 'duration="5"');
  const plan = planFilm(film(...Array.from({ length: 20 }, (_, index) => short.replace('10', String(index)))));
  const jobs = planJobs(plan, new Set(), 1);
  const composing = jobs.filter(({ parts }) => parts.some(({ part }) => part.kind === 'composed'));
  expect(composing.map(({ parts }) => parts.length)).toEqual(Array(20).fill(1));
  const frames = jobs.reduce((sum, job) => sum + job.frames, 0);
  expect(frames).toBe(100);
  expect(jobs.length).toBe(20 + 3);
});
