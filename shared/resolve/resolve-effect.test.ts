import { expect, test } from 'vitest';
import { withSentence } from '#shared/messages/testing/messages.ts';
import { documentBuilder } from '#shared/template/document/document-builder.arbitrary.ts';
import { resolveTemplate } from './resolve.ts';

const { element, movie } = documentBuilder();

/** Returns the parameters of a single effect in a video, with its findings. */
function effect(name: string, attributes: Readonly<Record<string, string>>) {
  const video = element('video', { src: 'a.mp4' }, element(name, attributes));
  const template = movie(element('scene', { duration: '10' }, video));
  const { movie: resolved, findings } = resolveTemplate(template, { values: new Map(), missing: 'error' });
  const parameters = resolved?.scenes[0]?.layers[0]?.effects[0]?.parameters;
  return { parameters, findings: findings.map(withSentence).map(({ code, message }) => `${code}: ${message}`) };
}

test('an attribute of an effect can have its alias', () => {
  expect(effect('filter', { type: 'saturation', saturation: '2' })).toEqual({
    parameters: { intensity: 2 },
    findings: [],
  });
});

test('a type of effect can have its alias', () => {
  expect(effect('filter', { type: 'colortwist', matrix: '0 1 0 0 1 0 0 0 0 0 1 0.5' })).toEqual({
    parameters: { matrix: [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0.5] },
    findings: [],
  });
});

test('a color table needs exactly one source', () => {
  expect(effect('filter', { type: 'cubelut', src: 'a.cube' })).toEqual({
    parameters: { src: 'a.cube', url: null, amount: 1 },
    findings: [],
  });
  expect(effect('filter', { type: 'cube' })).toEqual({
    parameters: undefined,
    findings: ['template/source: `filter` needs a source. Add `src` (an asset) or `url` (a web address).'],
  });
});

test('an attribute with two spellings is an error', () => {
  expect(effect('filter', { type: 'saturation', saturation: '2', intensity: '2' }).findings).toEqual([
    'template/duplicate-attribute: `intensity` and `saturation` of `filter` mean the same. Remove one.',
  ]);
});

test('absent attributes of an effect have their defaults', () => {
  expect(effect('filter', { type: 'vignette' }).parameters).toEqual({
    color: { red: 0, green: 0, blue: 0 },
    aperture: 0.7,
  });
});

test('a filter with a transform type is an error', () => {
  expect(effect('filter', { type: 'flip', axis: 'x' }).findings).toEqual([
    'template/effect-element: `flip` is a transform, not a filter. Write `<transform type="flip" …>`.',
  ]);
  expect(effect('transform', { type: 'vignette' }).findings).toEqual([
    'template/effect-element: `vignette` is a filter, not a transform. Write `<filter type="vignette" …>`.',
  ]);
});

test.each([
  ['filter', {}, 'template/missing-attribute: `filter` needs the attribute `type`. Add it.'],
  [
    'filter',
    { type: '' },
    'template/invalid-value: `type` of `filter` must be saturation, vignette, brightness, contrast, gamma, hue, grayscale, sepia, invert, tint, colormatrix, blur, dropshadow, sharpen, glow, tiltshift, chromakey, noise, or cube; it’s "".',
  ],
  [
    'filter',
    { type: 'saturation' },
    'template/missing-attribute: `filter` needs the attribute `intensity` (or `saturation`). Add it.',
  ],
  [
    'filter',
    { type: 'saturation', intensity: '-1' },
    'template/invalid-value: `intensity` of `filter` must be a number of at least 0; it’s "-1".',
  ],
  ['transform', { type: 'flip', axis: 'z' }, 'template/invalid-value: `axis` of `transform` must be x or y; it’s "z".'],
  [
    'transform',
    { type: 'flip', axis: 'x', color: '#fff' },
    'template/unknown-attribute: `color` isn’t an attribute of `transform`. It stays in the XML but has no effect.',
  ],
  [
    'filter',
    { type: 'constructor' },
    'template/unknown-element: `constructor` isn’t a known filter. It stays in the XML but isn’t rendered.',
  ],
])('an invalid effect causes a single finding, for %s: %j', (name, attributes, finding) => {
  expect(effect(name, attributes).findings).toEqual([finding]);
});

test('elements inside an effect are warnings', () => {
  const filter = element('filter', { type: 'vignette' }, element('sparkle'), element('filter', { type: 'vignette' }));
  const template = movie(element('scene', { duration: '10' }, element('video', { src: 'a.mp4' }, filter)));
  const { findings } = resolveTemplate(template, { values: new Map(), missing: 'error' });
  expect(findings.map(withSentence).map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'template/unknown-element: `sparkle` isn’t a known element. It stays in the XML but isn’t rendered.',
    'template/misplaced-element: `filter` can’t be inside `filter`. Move it into `video`, `image`, `text`, `captions`, `solid`, `shape`, `code`, `group`, or `layer`.',
  ]);
});
