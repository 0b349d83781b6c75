import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { documentBuilder } from '#shared/template/document/document-builder.arbitrary.ts';
import { validTemplate } from '#shared/template/movie/movie.arbitrary.ts';
import { fc } from '#shared/testing/properties.ts';
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

test('the schema accepts every valid template', () =>
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

test('the schema accepts unknown elements and attributes, comments, and text', () => {
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

describe('the schema for valid values', () => {
  test.each([
    ['numbers and booleans without quotes', withVideo({ src: 'a', audio: false, skip: 0 })],
    ['placeholders', withVideo({ src: '${clip}', audio: '${on}', fit: '${fit, cover}' })],
    ['effects', withVideo({ src: 'a' }, { element: 'filter', attributes: { type: 'saturation', intensity: 0.5 } })],
    [
      'an effect type that is a variable',
      withVideo({ src: 'a' }, { element: 'filter', attributes: { type: '${type}' } }),
    ],
    ['an unknown effect', withVideo({ src: 'a' }, { element: 'filter', attributes: { type: 'posterise', radius: 3 } })],
    ['a scene as long as its content', withScene({ element: 'scene', attributes: { extra: '1s' } })],
    ['a scene as long as its sounds', withScene({ element: 'scene', attributes: { duration: 'audio' } })],
  ])('accepts %s', (_, value) => {
    expect(accepts(value)).toBe(true);
  });
});

describe('the schema for invalid values', () => {
  const filter = (attributes: unknown) => withVideo({ src: 'a' }, { element: 'filter', attributes });
  test.each([
    ['a value that is not an object', []],
    ['a missing version', { movie: withScene({}).movie }],
    ['another version', { ...withScene({ element: 'scene', attributes: { duration: 5 } }), schemaVersion: 2 }],
    ['another root', { schemaVersion: 1, movie: { element: 'film' } }],
    ['an empty list of scenes', { schemaVersion: 1, movie: { ...withScene({}).movie, children: [] } }],
    [
      'a movie without children',
      { schemaVersion: 1, movie: { element: 'movie', attributes: withScene({}).movie.attributes } },
    ],
    ['an invalid duration', withScene({ element: 'scene', attributes: { duration: 'long' } })],
    ['a duration of 0', withScene({ element: 'scene', attributes: { duration: 0 } })],
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
    ['an invalid element name', withScene({ element: 'a b' })],
    ['an invalid attribute name', withVideo({ src: 'a', 'b c': 'd' })],
    ['a video without a source', withVideo({})],
    ['a video with two sources', withVideo({ src: 'a', url: 'http://a.org' })],
    ['an address of another scheme', withVideo({ url: 'ftp://a.org' })],
    ['an invalid choice', withVideo({ src: 'a', fit: 'tight' })],
    ['an invalid boolean', withVideo({ src: 'a', audio: 'yes' })],
    ['an effect without a type', filter({})],
    ["a transform's type in a filter", filter({ type: 'flip', axis: 'x' })],
    ['an effect that lacks an attribute', filter({ type: 'saturation' })],
    ['both spellings of an attribute', filter({ type: 'saturation', saturation: 1, intensity: 1 })],
    ['an invalid color', filter({ type: 'vignette', color: 'red' })],
    ['a number out of range', filter({ type: 'vignette', aperture: 2 })],
  ])('refuses %s', (_, value) => {
    expect(accepts(value)).toBe(false);
  });
});
