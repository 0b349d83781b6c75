import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { documentBuilder } from '../document/document-builder.arbitrary.ts';
import { validTemplate } from '../movie/movie.arbitrary.ts';
import { resolveTemplate } from '../resolve/resolve.ts';
import { writeJson } from './json.ts';
import { dynamicMovieSchema } from './json-schema.ts';

const validate = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
}).compile(dynamicMovieSchema());
const { element, movie, comment, text } = documentBuilder();
const accepts = (value: unknown) => validate(JSON.parse(JSON.stringify(value)));

const withScene = (scene: unknown) => ({
  schemaVersion: 1,
  movie: { element: 'movie', attributes: { width: 100, height: '50', framerate: '25' }, children: [scene] },
});
const withVideo = (attributes: unknown, ...children: readonly unknown[]) =>
  withScene({ element: 'scene', attributes: { duration: 5 }, children: [{ element: 'video', attributes, children }] });

test('every template without errors passes', () =>
  fc.assert(
    fc.property(validTemplate, (template) => {
      const { findings } = resolveTemplate(template, { values: new Map(), missing: 'error' });
      expect(
        findings.filter(({ code }) => code !== 'template/unknown-element' && code !== 'template/unknown-attribute'),
      ).toEqual([]);
      accepts(writeJson(template));
      expect(validate.errors ?? []).toEqual([]);
    }),
  ));

test('so do the elements and attributes that this version does not know, comments and text', () => {
  const unknown = element('sparkle', { any: 'thing' }, element('video'), text('x'), comment('y'));
  const template = movie(
    unknown,
    comment('c'),
    text('t'),
    element('scene', { duration: '5', later: 'x' }, element('scene'), unknown, text('d', true)),
  );
  accepts(writeJson(template));
  expect(validate.errors ?? []).toEqual([]);
});

describe('what is written by hand passes', () => {
  test.each([
    ['numbers and booleans without quotes', withVideo({ src: 'a', audio: false, skip: 0 })],
    ['placeholders', withVideo({ src: '${clip}', audio: '${on}', fit: '${fit, cover}' })],
    ['effects', withVideo({ src: 'a' }, { element: 'filter', attributes: { type: 'saturation', intensity: 0.5 } })],
    ['a type that is a variable', withVideo({ src: 'a' }, { element: 'filter', attributes: { type: '${type}' } })],
    [
      'an effect that is not known',
      withVideo({ src: 'a' }, { element: 'filter', attributes: { type: 'posterise', radius: 3 } }),
    ],
    ['a scene as long as its content', withScene({ element: 'scene', attributes: { extra: '1s' } })],
    ['a scene as long as its sounds', withScene({ element: 'scene', attributes: { duration: 'audio' } })],
  ])('%s', (_, value) => {
    expect(accepts(value)).toBe(true);
  });
});

describe('what is broken does not', () => {
  const filter = (attributes: unknown) => withVideo({ src: 'a' }, { element: 'filter', attributes });
  test.each([
    ['no object', []],
    ['no version', { movie: withScene({}).movie }],
    ['another version', { ...withScene({ element: 'scene', attributes: { duration: 5 } }), schemaVersion: 2 }],
    ['another root', { schemaVersion: 1, movie: { element: 'film' } }],
    ['no scene', { schemaVersion: 1, movie: { ...withScene({}).movie, children: [] } }],
    ['no children', { schemaVersion: 1, movie: { element: 'movie', attributes: withScene({}).movie.attributes } }],
    ['a wrong duration', withScene({ element: 'scene', attributes: { duration: 'long' } })],
    ['a duration of nothing', withScene({ element: 'scene', attributes: { duration: 0 } })],
    ['a video in the movie', withScene({ element: 'video', attributes: { src: 'a' } })],
    [
      'a filter in the scene',
      withScene({
        element: 'scene',
        attributes: { duration: 5 },
        children: [{ element: 'filter', attributes: { type: 'vignette' } }],
      }),
    ],
    ['an unknown field', withScene({ element: 'scene', attributes: { duration: 5 }, childs: [] })],
    ['a name that is none', withScene({ element: 'a b' })],
    ['a name of an attribute that is none', withVideo({ src: 'a', 'b c': 'd' })],
    ['a video without a source', withVideo({})],
    ['a video with two', withVideo({ src: 'a', url: 'http://a.org' })],
    ['an address of another kind', withVideo({ url: 'ftp://a.org' })],
    ['a wrong choice', withVideo({ src: 'a', fit: 'tight' })],
    ['a wrong switch', withVideo({ src: 'a', audio: 'yes' })],
    ['an effect without a type', filter({})],
    ["a transform's type in a filter", filter({ type: 'flip', axis: 'x' })],
    ['an effect that lacks an attribute', filter({ type: 'saturation' })],
    ['both spellings', filter({ type: 'saturation', saturation: 1, intensity: 1 })],
    ['a wrong colour', filter({ type: 'vignette', color: 'red' })],
    ['a number out of range', filter({ type: 'vignette', aperture: 2 })],
  ])('%s', (_, value) => {
    expect(accepts(value)).toBe(false);
  });
});
