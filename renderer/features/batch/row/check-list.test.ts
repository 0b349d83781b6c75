import { afterEach, describe, expect, it } from 'vitest';
import { batchStrings } from '#renderer/strings/batch.en.ts';
import { setPageLanguage } from '#renderer/strings/page-language.ts';
import { say } from '#renderer/strings/say.ts';
import { createRowChecker } from '#shared/batch/check-row.ts';
import type { FilmFinding } from '#shared/film-check/report.ts';
import { required } from '#shared/lib/assert.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { firstNames, groupedFindings, namedRowsText, rowsWithEqualValues } from './check-list.tsx';

afterEach(() => setPageLanguage('en'));

const { document } = required(
  readTemplate(`<movie width="\${w, 64}" height="\${h, 64}" framerate="\${r, 25}">
    <scene duration="\${d, 10}" enabled="\${en, true}" name="\${n, a}">
      <video src="\${src, a.mp4}" skip="\${skip, 0}" fit="\${fit, cover}" audio="\${au, true}">
        <filter type="saturation" intensity="\${int, 1}"/>
        <filter type="vignette" aperture="\${ap, 1}" color="\${col, #fff}"/>
        <transform type="flip" axis="\${ax, x}"/>
        <filter type="\${ty, vignette}"/>
      </video>
      <video url="\${url, http://a.b/c}"/>
    </scene>
    <scene duration="\${both, 5}"><video src="a.mp4" skip="\${both, 5}"/></scene>
  </movie>`).source,
  'a template',
);
const NAMES = [
  'w',
  'h',
  'r',
  'd',
  'en',
  'n',
  'src',
  'skip',
  'fit',
  'au',
  'int',
  'ap',
  'col',
  'ax',
  'ty',
  'url',
  'both',
];
const VALUES = [
  '',
  'x',
  '-1',
  '0',
  '1e99',
  '0.5',
  'a/b',
  'http://',
  'file:///x',
  '1001/0',
  '500',
  'false',
  '#12',
  '`',
  '2s',
];
const VALUES_OF_SIZE = ['a'.repeat(200), 'a'.repeat(2 ** 20 + 1)];

/** Returns every message that the checks of a row can produce. */
function messages(): readonly Message[] {
  const mapped = new Set(NAMES);
  const missingAsset = (name: string) => message('source/not-in-project', { name });
  const checker = createRowChecker({ document, assets: ['a.mp4'], mapped, missingAsset });
  const reported = NAMES.flatMap((name) =>
    [...VALUES, ...VALUES_OF_SIZE].flatMap((value) => checker.check(new Map([[name, value]])).problems),
  );
  const unmapped = createRowChecker({
    document: required(
      readTemplate('<movie width="64" height="64" framerate="1"><scene duration="${x}"/></movie>').source,
      'one',
    ).document,
    assets: [],
    mapped: new Set(),
    missingAsset,
  });
  return [...reported.map(({ says }) => says), ...checker.common, ...unmapped.common];
}

it('the summary of checks names the first rows and counts the rest', () => {
  expect(
    [[7], [7, 8, 11], [7, 8, 11, 12], [7, 8, 11, 12, 13]].map((rows) => namedRowsText(rows, batchStrings)),
  ).toEqual([...['Row 8', 'Rows 8, 9 and 12', 'Rows 8, 9, 12 and 13', 'Rows 8, 9, 12 and 2 more']]);
});

describe('every message of a row check', () => {
  it('is plain text without code marks or the name of its variable', () => {
    const shown = [...new Set(messages().map((each) => say(each, { plain: true })))];
    expect(shown.length).toBeGreaterThan(25);
    expect(shown.filter((sentence) => /`|gives it the value|variables\b.*JSON|rows\[/.test(sentence))).toEqual([]);
    expect(shown).toContain(
      '“duration” of “scene” must be a whole number of frames, or seconds such as 1.5s; it’s “x”.',
    );
    expect(shown).toContain('“src” of “video” must be a file name; it’s empty.');
  });

  it('has a German translation', () => {
    setPageLanguage('de');
    const shown = messages().map((each) => say(each, { plain: true }));
    expect(shown.filter((sentence) => /`|gives it|must be|gibt ihm den Wert| is | the /.test(sentence))).toEqual([]);
    expect(shown).toContain(
      '„duration“ von „scene“ muss eine ganze Zahl von Frames oder eine Zahl von Sekunden wie „1.5s“ sein; es ist „x“.',
    );
  });
});

it('rows whose used columns have equal values are combined', () => {
  const rows = [
    ['1', 'Ada', 'x'],
    ['2', 'Bob', 'x'],
    ['3', 'Ada', 'x'],
    ['4', 'Ada', 'y'],
    ['5', 'Bob', 'x'],
  ];
  const uses = [null, 'name', 'shade'];
  expect(rowsWithEqualValues(rows, uses, new Set())).toEqual([
    [0, 2],
    [1, 4],
  ]);
  expect(rowsWithEqualValues(rows, uses, new Set([2]))).toEqual([[1, 4]]);
  expect(rowsWithEqualValues(rows, [null, null, null], new Set())).toEqual([]);
});

it('warnings about file names end with the number of the others', () => {
  const altered = (row: number) => ({
    row,
    says: message('file-name/altered', { row, requested: 'a/b', name: 'a-b', isTaken: false }),
  });
  const more = (count: number) => ({ row: null, says: message('file-name/more-altered', { more: count }) });
  const all = Array.from({ length: 20 }, (_, at) => altered(at + 1));
  expect(firstNames([...all, more(10)])).toEqual([altered(1), altered(2), altered(3), more(27)]);
  expect(firstNames(all.slice(0, 2))).toEqual(all.slice(0, 2));
});

it('findings about films are grouped by check and layer', () => {
  const says = message('file-name/more-altered', { more: 1 });
  const finding = (node: string, code: FilmFinding['code'] = 'text/too-short'): FilmFinding => ({
    ...{ code, severity: 'warning', says, from: 0, to: 1, box: null },
    node: node as FilmFinding['node'],
  });
  const of = (...findings: FilmFinding[]) => ({ verdict: 'warned' as const, findings });
  // The check of the last row reports the missing characters itself.
  const glyphs = message('text/missing-glyph', { characters: ['海'] });
  const problems = [{ severity: 'warning', variable: 'name', says: glyphs }] as const;
  const groups = groupedFindings({
    verdicts: [of(finding('a'), finding('a')), null, of(finding('a'), finding('b', 'text/missing-glyph'))],
    ofRows: [null, null, { problems, totalFrames: 5, size: null }],
  });
  expect(groups.map(([{ node }, rows]) => [node, rows])).toEqual([['a', [0, 2]]]);
});
