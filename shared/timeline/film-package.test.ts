import { describe, expect, test } from 'vitest';
import { cuesFromLayer } from '#shared/captions/shown-cues.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { CaptionsLayer, Movie } from '#shared/template/movie/movie.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { movieWithin, playedLayers } from './build-timeline.ts';
import { captionsIn, filmPackage, packageSources } from './film-package.ts';

function movieOf(inside: string, attributes = 'framerate="10"'): Movie {
  const { source } = readTemplate(`<movie width="64" height="64" ${attributes}>${inside}</movie>`);
  if (source === null) throw new Error('the template cannot be read');
  const { movie, findings } = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
  if (movie === null) throw new Error(JSON.stringify(findings));
  return movie;
}

const packageOf = (movie: Movie) =>
  filmPackage(movie, ({ cues }: CaptionsLayer) => cuesFromLayer(cues ?? [], movie.frameRate));
const chaptersOf = (movie: Movie) => packageOf(movie).chapters.map(({ start, end, title }) => [start, end, title]);
const cuesOf = (movie: Movie) =>
  packageOf(movie).captions.map(({ language, cues }) => [
    language,
    ...cues.map(({ start, end, text }) => [start, end, text]),
  ]);

describe('the chapters of a film', () => {
  const scenes = [
    '<scene duration="20"/><scene duration="20" chapter="One"/><transition duration="6"/>',
    '<scene duration="20" chapter=" Two "/><scene duration="20" enabled="false" chapter="Off"/>',
    '<scene chapter="Three"><scene duration="5" enabled="false"/><scene duration="10"/><scene duration="10"/></scene>',
  ].join('');

  test('start mid-transition, and include the first played scene of a sequence', () => {
    expect(chaptersOf(movieOf(scenes))).toEqual([
      [0, 3700, 'One'],
      [3700, 5400, 'Two'],
      [5400, 7400, 'Three'],
    ]);
  });

  test('start at the beginning of a rendered range', () => {
    expect(chaptersOf(movieWithin(movieOf(scenes), { from: 40, to: 54 }))).toEqual([[0, 1400, 'Two']]);
  });
});

describe('soft captions', () => {
  const cues = '<cue start="0" end="10">a</cue><cue start="10" end="30">b</cue>';

  test('are cut to the presence of their layer', () => {
    const layer = `<captions track="soft" offset="5" duration="18">${cues}</captions>`;
    expect(cuesOf(movieOf(`<scene duration="10"/><scene duration="40">${layer}</scene>`))).toEqual([
      ['en', [1500, 2500, 'a'], [2500, 3300, 'b']],
    ]);
  });

  test('are merged by start if several layers have one language', () => {
    const layer = (offset: number) => `<captions track="both" offset="${offset}" language="de">${cues}</captions>`;
    const overlay = `<overlay>${layer(2)}</overlay>`;
    expect(cuesOf(movieOf(`<scene duration="20"><group>${layer(5)}</group></scene>${overlay}`))).toEqual([
      ['de', [200, 1200, 'a'], [500, 1500, 'a'], [1200, 2000, 'b'], [1500, 2000, 'b']],
    ]);
  });

  test('have rounded times at a fractional frame rate', () => {
    const movie = movieOf(
      `<scene duration="60"><captions track="soft">${cues}</captions></scene>`,
      'framerate="30000/1001" language="fr"',
    );
    expect(cuesOf(movieWithin(movie, { from: 5, to: 20 }))).toEqual([['fr', [0, 167, 'a'], [167, 501, 'b']]]);
  });

  test('are not drawn, and a condition can omit them', () => {
    const layer = (attributes: string) => `<captions ${attributes}>${cues}</captions>`;
    const movie = movieOf(
      `<scene duration="20">${layer('track="soft"')}${layer('track="both" condition="false"')}</scene>`,
    );
    expect(playedLayers(movie)).toEqual([]);
    expect(cuesOf(movie)).toEqual([['en', [0, 1000, 'a'], [1000, 2000, 'b']]]);
  });
});

describe('caption files', () => {
  const layer = (attributes: string, text: string) =>
    `<captions ${attributes}><cue start="0" end="10">${text}</cue></captions>`;
  const filesOf = (layers: string) =>
    packageOf(movieOf(`<scene duration="20">${layers}</scene>`, 'framerate="10" language="de"')).captionFiles.map(
      ({ language, cues }) => [language, ...cues.map(({ text }) => text)],
    );

  test('contain burned captions', () => {
    expect(filesOf(layer('', 'a') + layer('language="fr"', 'b') + layer('track="none"', 'c'))).toEqual([
      ['de', 'a'],
      ['fr', 'b'],
    ]);
  });

  test('contain only the soft captions of languages with soft captions', () => {
    expect(filesOf(layer('', 'a') + layer('track="soft"', 'b') + layer('language="fr"', 'c'))).toEqual([
      ['de', 'b'],
      ['fr', 'c'],
    ]);
  });

  test('omit captions that are disabled or have a false condition', () => {
    const layers = layer('enabled="false"', 'a') + layer('condition="false"', 'b');
    expect(filesOf(layers)).toEqual([]);
    expect(captionsIn(movieOf(`<scene duration="20">${layers}</scene>`))).toEqual({ any: false, soft: false });
  });
});

test('a package needs the files of captions and the cover', () => {
  const movie = movieOf(
    '<resources><metadata title=" T " cover="a.png"/></resources><scene duration="5"><captions src="a.vtt" track="soft"/><captions src="b.vtt" track="none"/></scene>',
  );
  expect(packageSources(movie).map(({ source }) => source)).toEqual([
    { kind: 'asset', name: 'a.vtt' },
    { kind: 'asset', name: 'a.png' },
  ]);
  expect(packageOf(movie).metadata?.texts).toEqual({ title: 'T' });
});

test.each([
  ['', null],
  ['poster="1s"', 10],
  ['poster="99"', 19],
])('the frame of the poster is within the film: %s', (attribute, frame) => {
  expect(packageOf(movieOf('<scene duration="20"/>', `framerate="10" ${attribute}`)).poster).toBe(frame);
});
