import { describe, expect, test } from 'vitest';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { usedSources } from '#shared/template/movie/used-sources.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { playedSources } from './played-sources.ts';

function resolved(inside: string, values: Readonly<Record<string, string>> = {}) {
  const { source } = readTemplate(`<movie width="64" height="64" framerate="25">\n${inside}\n</movie>`);
  if (source === null) throw new Error('the template cannot be read');
  const result = resolveTemplate(source.document, { values: new Map(Object.entries(values)), missing: 'error' });
  return { ...result, document: source.document, problems: locateFindings(result.findings, source) };
}

const problemsOf = (inside: string, values?: Readonly<Record<string, string>>) =>
  resolved(inside, values).problems.map(({ code, reason, path }) => [code, reason, path]);

const SCENE = '<scene duration="50"/>';
const video = '<video src="a.mp4" opacity="0.5"/>';
const times = (count: number, what: string) => what.repeat(count);

test('a poster after the end of the movie is reported', () => {
  const findings = (poster: number) => {
    const { source } = readTemplate(`<movie width="64" height="64" framerate="25" poster="${poster}">${SCENE}</movie>`);
    if (source === null) throw new Error('the template cannot be read');
    const result = resolveTemplate(source.document, { values: new Map(), missing: 'error' });
    return result.findings.map(({ code, says, at }) => [code, says?.code, at?.attribute]);
  };
  expect(findings(49)).toEqual([]);
  expect(findings(50)).toEqual([['template/layer-outside', 'template/poster-outside', 'poster']]);
});

describe('findings of an overlay', () => {
  test.each([
    [
      'a layer after the end of the movie',
      `${SCENE}${SCENE}<overlay><solid offset="60"/><solid offset="100"/></overlay>`,
      [['template/layer-outside', 'template/overlay-outside', 'movie/overlay/solid[2]@offset']],
    ],
    [
      'a key after its animation',
      `${SCENE}<overlay><solid><animation duration="9"><key time="0" opacity="1"/><key time="10" opacity="0"/></animation></solid></overlay>`,
      [['template/key-outside', 'template/key-outside', 'movie/overlay/solid/animation/key[2]@time']],
    ],
    [
      'an unknown font family',
      `${SCENE}<overlay><text content="a" font="Brand"/></overlay>`,
      [['font/family', 'font/family', 'movie/overlay/text@font']],
    ],
    [
      'an unsupported child',
      `${SCENE}<overlay><scene duration="5"/></overlay>`,
      [['template/misplaced-element', 'template/misplaced-element', 'movie/overlay/scene']],
    ],
    [
      'an unknown attribute',
      `${SCENE}<overlay offset="5"><solid/></overlay>`,
      [['template/unknown-attribute', 'template/unknown-attribute', 'movie/overlay@offset']],
    ],
    [
      'too many layers in all overlays together',
      `${SCENE}<overlay>${times(300, '<solid/>')}</overlay><overlay><group>${times(200, '<solid/>')}</group></overlay>`,
      [['template/too-many-layers', 'template/overlay-layers', 'movie/overlay[2]/group/solid[200]']],
    ],
    [
      'too many sounds',
      `${SCENE}<overlay>${times(300, '<audio src="a.mp3"/>')}</overlay><overlay>${times(201, '<audio src="a.mp3"/>')}</overlay>`,
      [['template/too-many-layers', 'template/overlay-sounds', 'movie/overlay[2]/audio[201]']],
    ],
    [
      'layers over too many scenes',
      `${times(500, '<scene duration="1"/>')}<overlay><solid duration="2"/></overlay><overlay>${times(401, '<solid/>')}</overlay>`,
      [['template/too-many-layers', 'template/overlaid-layers', 'movie/overlay[1]']],
    ],
    [
      'too many videos together with the scene below',
      `${SCENE}<scene duration="50">${times(10, video)}</scene><overlay>${times(7, '<video src="a.mp4" offset="60"/>')}</overlay>`,
      [['template/too-many-layers', 'template/overlay-videos', 'movie/overlay/video[7]']],
    ],
    [
      'a plain scene with too many videos to compose',
      `<scene duration="50">${times(17, '<video src="a.mp4"/>')}</scene><overlay><solid/></overlay>`,
      [['template/too-many-layers', 'template/overlay-videos', 'movie/scene/video[17]']],
    ],
  ])('include %s', (_, inside, expected) => {
    expect(problemsOf(inside)).toEqual(expected);
  });

  test('are absent for overlays at the limits', () => {
    for (const inside of [
      `${SCENE}<overlay>${times(500, '<solid/>')}</overlay>`,
      `${SCENE}<overlay/>`,
      `<scene duration="50">${times(10, video)}</scene>${SCENE}<overlay>${times(16, '<video src="a.mp4" offset="50"/>')}</overlay>`,
      `${SCENE}<overlay enabled="false">${times(17, video)}</overlay>`,
      `${SCENE}<overlay condition="\${promo}"><solid offset="\${o}"/></overlay>`,
    ])
      expect(problemsOf(inside, inside.includes('promo') ? { promo: 'no', o: '900' } : {})).toEqual([]);
    const { findings } = resolved('<overlay><solid/></overlay>');
    expect(findings.map(({ code }) => code)).toEqual(['template/no-scenes']);
  });
});

test('the movie lists the sources and variables of its overlays', () => {
  const { movie, document } = resolved(
    `<resources><font family="Brand" src="brand.ttf"/></resources>${SCENE}
     <overlay name="Bug"><image src="\${logo, logo.png}"/><group><text content="\${claim, New}" font="Brand"/></group><audio src="jingle.mp3"/></overlay>`,
  );
  if (movie === null) throw new Error('it has no problem');
  const names = ['logo.png', 'brand.ttf', 'jingle.mp3'];
  const nameOf = ({ source }: { readonly source: (typeof movie.sounds)[number]['source'] }) =>
    source.kind === 'asset' ? source.name : source.url;
  expect(new Set(usedSources(movie).map((source) => nameOf({ source })))).toEqual(new Set(names));
  expect(new Set(playedSources(movie).map(nameOf))).toEqual(new Set(names));
  expect(listVariables(document).variables.map(({ name, type }) => [name, type])).toEqual([
    ['logo', 'media'],
    ['claim', 'text'],
  ]);
});

test('a range requests only the sources of its visible overlay layers', () => {
  const { movie } = resolved(
    `${SCENE}<overlay><image src="early.png" duration="10"/><image src="late.png" offset="20"/></overlay>`,
  );
  if (movie === null) throw new Error('it has no problem');
  const span = { from: 30, to: 40 } as unknown as NonNullable<typeof movie.span>;
  const names = playedSources({ ...movie, span }).map(({ source }) => (source.kind === 'asset' ? source.name : ''));
  expect(names).toEqual(['late.png']);
});
