import { describe, expect, test } from 'vitest';
import { withSentence } from '#shared/messages/testing/messages.ts';
import type { ElementNode, TemplateDocument } from '#shared/template/document/document.ts';
import { documentBuilder } from '#shared/template/document/document-builder.arbitrary.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { resolveTemplate } from './resolve.ts';

const { element, movie, document, text, comment } = documentBuilder();

const resolve = (template: TemplateDocument, missing: 'error' | 'ignore' = 'error') =>
  resolveTemplate(template, { values: new Map(), missing });
const brief = (findings: readonly Finding[]) =>
  findings.map(withSentence).map(({ code, message }) => `${code}: ${message}`);
const scene = (...children: readonly ElementNode[]) => element('scene', { duration: '10' }, ...children);
const video = (...children: readonly ElementNode[]) => element('video', { src: 'a.mp4' }, ...children);

test('a template resolves to a movie', () => {
  const saturation = element('filter', { type: 'saturation', intensity: '0.5' });
  const flip = element('transform', { type: ' flip ', axis: 'x', enabled: 'false' });
  const vignette = element('filter', { type: 'vignette', color: '#0FA', aperture: '1.25' });
  const clip = element(
    'video',
    { url: ' https://example.org/clip.mp4?a=1#t ', audio: 'false', skip: '1.5s', fit: 'cover' },
    saturation,
    flip,
    vignette,
  );
  const minimal = video();
  const first = element('scene', { duration: '150', name: 'Opening' }, clip, minimal);
  const black = element('scene', { duration: '0.5s', enabled: 'false' });
  const root = element('movie', { width: '1280', height: '721', framerate: '30000/1001' }, first, black);

  const expected = {
    id: root.id,
    width: 1280,
    height: 721,
    frameRate: { numerator: 30000, denominator: 1001 },
    scenes: [
      {
        id: first.id,
        name: 'Opening',
        enabled: true,
        duration: 150,
        layers: [
          {
            kind: 'video',
            id: clip.id,
            enabled: true,
            source: { kind: 'url', url: 'https://example.org/clip.mp4?a=1#t' },
            audio: false,
            skip: 45,
            fit: 'cover',
            effects: [
              { id: saturation.id, type: 'saturation', enabled: true, parameters: { intensity: 0.5 } },
              { id: flip.id, type: 'flip', enabled: false, parameters: { axis: 'x' } },
              {
                id: vignette.id,
                type: 'vignette',
                enabled: true,
                parameters: { color: { red: 0, green: 255, blue: 170 }, aperture: 1.25 },
              },
            ],
          },
          {
            kind: 'video',
            id: minimal.id,
            enabled: true,
            source: { kind: 'asset', name: 'a.mp4' },
            audio: true,
            skip: 0,
            fit: 'contain',
            effects: [],
          },
        ],
      },
      { id: black.id, name: null, enabled: false, duration: 15, layers: [] },
    ],
  };
  expect(resolve(document(root))).toMatchObject({ movie: expected, partial: expected, findings: [] });
});

describe('resolving the structure of a template', () => {
  test('requires the root `movie`', () => {
    const root = element('film');
    expect(resolve(document(root))).toEqual({
      movie: null,
      partial: null,
      findings: [
        {
          code: 'template/root',
          at: { node: root.id, part: 'name' },
          says: { code: 'template/root', values: { name: 'film' } },
        },
      ],
    });
  });

  test('refuses a misplaced element and lists its possible parents', () => {
    const filter = element('filter', { type: 'vignette' });
    const { movie: resolved, findings } = resolve(movie(scene(filter), video(), element('movie')));
    expect(resolved).toBeNull();
    expect(brief(findings)).toEqual([
      'template/misplaced-element: `filter` can’t be inside `scene`. Move it into `video`, `image`, `text`, `captions`, `solid`, `shape`, `code`, `group`, or `layer`.',
      'template/misplaced-element: `video` can’t be inside `movie`. Move it into `scene`, `overlay`, `group`, or `mask`.',
      'template/misplaced-element: `movie` can’t be inside `movie`; it must be the root.',
    ]);
    expect(findings[0]?.at).toEqual({ node: filter.id, part: 'name' });
  });

  test('ignores the content of an unknown element with a warning', () => {
    const strange = element('grupp', { duration: 'x' }, element('scene'), text('any'));
    const template = movie(
      scene(video(element('filter', { type: 'posterise', intensity: 'x' }), element('filter', { type: 'vignete' }))),
      strange,
      element('sceen'),
      element('Scene'),
      text('hello'),
      comment('${ is no placeholder'),
    );
    const { movie: resolved, findings } = resolve(template);
    expect(resolved?.scenes.map(({ layers }) => layers.map(({ effects }) => effects))).toEqual([[[]]]);
    expect(brief(findings)).toEqual([
      'template/unknown-element: `posterise` isn’t a known filter. It stays in the XML but isn’t rendered.',
      'template/unknown-element: `vignete` isn’t a known filter. It stays in the XML but isn’t rendered. Did you mean `vignette`?',
      'template/unknown-element: `grupp` isn’t a known element. It stays in the XML but isn’t rendered.',
      'template/unknown-element: `sceen` isn’t a known element. It stays in the XML but isn’t rendered. Did you mean `scene`?',
      'template/unknown-element: `Scene` isn’t a known element. It stays in the XML but isn’t rendered. Did you mean `scene`?',
      'template/text: Text in `movie` isn’t rendered, because `movie` contains only elements. It’s kept in the XML.',
    ]);
  });

  test('warns that a reserved attribute is not rendered', () => {
    const { movie: resolved, findings } = resolve(
      movie(element('scene', { duration: '5' }, video(element('transform', { type: 'perspective', src: 'motion' })))),
    );
    expect(resolved).not.toBeNull();
    expect(brief(findings)).toEqual([
      'template/unknown-attribute: This version doesn’t render `src` of `transform`; it’s kept in the XML.',
    ]);
  });

  test('requires content with a length in a scene without a duration', () => {
    expect(brief(resolve(movie(element('scene', { duration: 'audio' }), element('scene'))).findings)).toEqual([
      'template/no-length: The scene is as long as its sounds, but none of them has a length. Add an `audio` or set its `duration`.',
      'template/no-length: The scene has no `duration`, and nothing in it has a length. Set its `duration`.',
    ]);
  });

  test('requires an enabled scene', () => {
    expect(brief(resolve(movie()).findings)).toEqual([
      'template/no-scenes: The movie has no scenes. Add `<scene duration="2s"/>`.',
    ]);
    const off = resolve(movie(element('scene', { duration: '5', enabled: 'false' })));
    expect(off.movie).toBeNull();
    expect(off.partial?.scenes).toHaveLength(1);
    expect(brief(off.findings)).toEqual(['template/no-scenes: All scenes are disabled. Enable one.']);
  });

  test('accepts an empty movie only on request', () => {
    const options = { values: new Map(), missing: 'ignore', empty: 'ignore' } as const;
    for (const document of [movie(), movie(element('scene', { duration: '5', enabled: 'false' }))]) {
      const { movie: rendered, partial, findings } = resolveTemplate(document, options);
      expect([rendered, findings]).toEqual([null, []]);
      expect(partial).toMatchObject({ width: 100, height: 50 });
    }
  });

  test('refuses a movie of more than 24 hours', () => {
    const day = 24 * 3600 * 25;
    expect(
      resolve(movie(element('scene', { duration: String(day - 1) }), element('scene', { duration: '1' }))).findings,
    ).toEqual([]);
    expect(
      brief(
        resolve(movie(element('scene', { duration: String(day - 1) }), element('scene', { duration: '2' }))).findings,
      ),
    ).toEqual([
      'template/too-long: The movie is 2160001 frames long; the limit is 24 hours. Shorten or remove scenes.',
    ]);
  });

  test('refuses a movie with more than 10,000 scenes', () => {
    const scenes = Array.from({ length: 10_001 }, () => scene());
    expect(resolve(movie(...scenes.slice(1))).findings).toEqual([]);
    expect(resolve(movie(...scenes)).findings.map(withSentence)).toEqual([
      {
        code: 'template/too-many-scenes',
        at: { node: scenes.at(-1)?.id },
        message: 'A movie can have up to 10000 scenes; this one has 10001. Split it.',
      },
    ]);
  });
});

describe('resolving the attributes of a template', () => {
  test('reports all problems together in document order', () => {
    const good = scene();
    const root = element(
      'movie',
      { width: '15', framerate: '25', title: 'x' },
      element('scene', { duration: 'long', naem: 'x' }, element('video', { src: '../a.mp4', audio: 'yes' })),
      good,
    );
    const { movie: resolved, partial, findings } = resolve(document(root));
    expect({ made: resolved, partial }).toEqual({ made: null, partial: null });
    expect(brief(findings)).toEqual([
      'template/missing-attribute: `movie` needs the attribute `height`. Add it.',
      'template/invalid-value: `width` of `movie` must be a number from 16 to 8192; it’s "15".',
      'template/unknown-attribute: `title` isn’t an attribute of `movie`. It stays in the XML but has no effect.',
      'template/invalid-value: `duration` of `scene` must be a whole number of frames, or seconds such as 1.5s; it’s "long".',
      'template/unknown-attribute: `naem` isn’t an attribute of `scene`. It stays in the XML but has no effect. Did you mean `name`?',
      'template/invalid-value: `src` of `video` must be a file name without folders; it’s "../a.mp4".',
      'template/invalid-value: `audio` of `video` must be true or false; it’s "yes".',
    ]);
  });

  test('omits invalid scenes from the partial movie', () => {
    const good = scene();
    const { movie: resolved, partial } = resolve(movie(element('scene', { duration: '0' }), good));
    expect(resolved).toBeNull();
    expect(partial?.scenes.map(({ id }) => id)).toEqual([good.id]);
  });

  test('requires exactly one source for a video', () => {
    const both = element('video', { url: 'http://a.org/', src: 'a.mp4' });
    const { findings } = resolve(movie(scene(element('video'), both)));
    expect(brief(findings)).toEqual([
      'template/source: `video` needs a source. Add `src` (an asset) or `url` (a web address).',
      'template/source: `video` has both `url` and `src`. Remove one.',
    ]);
    expect(findings[1]?.at).toEqual({ node: both.id, attribute: 'src', part: 'name' });
  });

  test('requires exactly one source only for a luma transition', () => {
    const luma = (attributes: Record<string, string>) => element('transition', { type: 'luma', ...attributes });
    const both = luma({ url: 'http://a.org/', src: 'a.png' });
    const { partial, findings } = resolve(movie(scene(), luma({}), both, element('transition', { type: 'circle' })));
    const ofSource = findings.filter(({ code }) => code === 'template/source');
    expect(ofSource.map(({ at }) => at?.attribute)).toEqual([undefined, 'src']);
    expect(partial?.transitions.map(({ look }) => look)).toEqual([
      { type: 'luma', source: { kind: 'url', url: 'http://a.org/' }, softness: 0 },
      { type: 'circle', softness: 0 },
    ]);
  });

  test('accepts a solid with or without a gradient', () => {
    const { partial } = resolve(
      movie(scene(element('solid', {}), element('solid', { gradient: '90, #000, #fff 50%' }))),
    );
    const [plain, filled] = partial?.scenes[0]?.layers ?? [];
    expect(plain).not.toHaveProperty('gradient');
    expect(filled).toMatchObject({ gradient: { angle: 90, stops: [{ at: null }, { at: { amount: 50, unit: '%' } }] } });
  });

  test('checks disabled elements like enabled elements', () => {
    const { findings } = resolve(
      movie(scene(), element('scene', { enabled: 'false' }, element('video', { enabled: 'false' }))),
    );
    expect(findings.map(({ code }) => code)).toEqual(['template/source']);
  });

  test('checks only the syntax of durations without a valid frame rate', () => {
    const root = element(
      'movie',
      { width: '100', height: '50', framerate: '29.97' },
      element('scene', { duration: '2s' }),
    );
    expect(brief(resolve(document(root)).findings)).toEqual([
      'template/invalid-value: `framerate` of `movie` must be a whole number or a fraction such as 30 or 30000/1001; it’s "29.97".',
    ]);
  });

  test('refuses a character that XML does not allow', () => {
    const { findings } = resolve(movie(element('scene', { duration: '5', name: 'a\u0000' })));
    expect(brief(findings)).toEqual([
      'template/invalid-value: `name` of `scene` must not contain the character U+0000, which XML doesn’t allow; it’s "a\\u0000".',
    ]);
  });
});

test('a template with more than 1,000 warnings still renders', () => {
  const strangers = Array.from({ length: 1_005 }, () => element('stranger'));
  const { movie: resolved, findings } = resolve(movie(scene(), ...strangers));
  expect(resolved).not.toBeNull();
  expect(findings).toHaveLength(1_001);
  expect(findings.map(withSentence).at(-1)).toEqual({
    code: 'template/more-problems',
    at: null,
    message: '5 more problems aren’t listed.',
  });
});

test('an unreadable list is the only problem of its scene', () => {
  for (const each of ['${products}', '${= range(1, 20000)}']) {
    const { findings } = resolveTemplate(movie(element('scene', { duration: '5', each })), {
      values: new Map(),
      missing: 'error',
    });
    expect(findings.map(({ code }) => code)).not.toContain('template/no-scenes');
    expect(findings.length).toBeGreaterThan(0);
  }
});
