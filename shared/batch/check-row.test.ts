import { describe, expect, it } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { withSentence } from '#shared/messages/testing/messages.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { type CheckedFilm, checkOfFilms, createRowChecker, type RowCheck, requiredDefaults } from './check-row.ts';
import { planFilms } from './film-plan.ts';
import { rowValues } from './row-values.ts';

const xml = `<movie width="64" height="64" framerate="10">
  <scene name="\${title}" duration="\${frames, 5}"><video src="\${clip}"><filter type="saturation" intensity="\${mood, 1.15}"/></video></scene>
  <scene duration="5"><video src="fixed.mp4"/></scene>
</movie>`;
const { document } = required(readTemplate(xml).source, 'a template');
const { variables } = listVariables(document);
const table = {
  columns: ['title', 'clip', 'mood', 'city'],
  rows: [
    ['One', 'A.mp4', '1.3', 'Porto'],
    ['', 'gone.mp4', ' ', 'Évora'],
    ['Two', 'a.mp4', 'much', 'a/b'],
  ],
};
const uses = ['title', 'clip', 'mood', null];

const missingAsset = (name: string) => message('source/not-in-project', { name });

describe('a row', () => {
  const checker = createRowChecker({
    document,
    assets: ['a.mp4', 'fixed.mp4'],
    mapped: new Set(['title', 'clip', 'mood']),
    missingAsset,
  });
  const check = (at: number) => checker.check(rowValues(table.rows[at] ?? [], uses, variables).values);

  it('reports no problem if all assets exist', () => {
    expect(checker.common).toEqual([]);
    expect(check(0)).toEqual({ problems: [], totalFrames: 10, size: { width: 64, height: 64 } });
  });

  it('reports the variable that causes a problem', () => {
    expect(check(1).problems.map(withSentence)).toEqual([
      {
        severity: 'error',
        variable: 'clip',
        message: '“gone.mp4” isn’t in the project. Import it or choose another file.',
      },
    ]);
    expect(check(2)).toMatchObject({ problems: [{ severity: 'error', variable: 'mood' }], totalFrames: null });
  });

  it('reports an unsuitable file in its column', () => {
    const { check: checkRow } = createRowChecker({
      document,
      assets: ['notes.txt', 'fixed.mp4'],
      mapped: new Set(['clip']),
      missingAsset,
      unsuitableAsset: (name, requested) => {
        expect(requested).toEqual({ kind: 'media', isHeard: false });
        return name === 'fixed.mp4' ? null : { severity: 'error', says: message('batch/nothing-seen', { name }) };
      },
    });
    const values = new Map([...['title', 'clip'].map((name) => [name, 'notes.txt'] as const)]);
    expect(checkRow(values).problems.map(({ severity, variable, says }) => [severity, variable, says.code])).toEqual([
      ['error', 'clip', 'batch/nothing-seen'],
    ]);
  });

  it('uses an empty text for an empty cell without a default', () => {
    expect(rowValues(table.rows[1] ?? [], uses, variables)).toEqual({
      values: new Map([
        ['title', ''],
        ['clip', 'gone.mp4'],
      ]),
      defaulted: ['mood'],
    });
  });

  it('reports a variable that has neither a column nor a default', () => {
    const { common } = createRowChecker({ document, assets: [], mapped: new Set(['title']), missingAsset });
    expect(common.map(inEnglish)).toEqual(['The variable `clip` has neither a column nor a default.']);
  });
});

describe('a row with a list', () => {
  const template = `<movie width="64" height="64" framerate="10">
    <scene each="\${items}" duration="5">
      <image src="\${item.photo}"/><text content="\${= 1 / item.n}"/><text><content>\${item.name}</content></text>
    </scene>
  </movie>`;
  const { check } = createRowChecker({
    document: required(readTemplate(template).source, 'a template').document,
    assets: ['a.png'],
    mapped: new Set(['items']),
    missingAsset,
  });
  const problemsOf = (item: Readonly<Record<string, string>>) =>
    check(new Map([['items', JSON.stringify([item])]])).problems.map(({ variable, says }) => [variable, says.code]);

  it('reports faults of its items in the column of the list', () => {
    const item = { photo: 'a.png', n: '1', name: 'A' };
    expect(problemsOf(item)).toEqual([]);
    expect(problemsOf({ ...item, photo: 'gone.png' })).toEqual([['items', 'source/not-in-project']]);
    expect(problemsOf({ ...item, n: '0' })).toEqual([['items', 'list/in-item']]);
    expect(problemsOf({ photo: 'a.png', n: '1' })).toEqual([['items', 'list/in-item']]);
  });
});

describe('a row with a code', () => {
  const template =
    '<movie width="640" height="360" framerate="25"><scene duration="60"><code content="${link, A}" color="${ink, #000}" width="90"/></scene></movie>';
  const checker = createRowChecker({
    document: required(readTemplate(template).source, 'a template').document,
    assets: [],
    mapped: new Set(['link', 'ink']),
    missingAsset,
  });
  const problemsOf = (values: Readonly<Record<string, string>>) =>
    checker
      .check(new Map(Object.entries(values)))
      .problems.map(({ severity, variable, says }) => `${severity} ${variable} ${says.code}`);

  it('reports problems of its content and its colors', () => {
    expect(problemsOf({ link: 'B' })).toEqual([]);
    expect(problemsOf({ link: '' })).toEqual(['error link code/empty']);
    expect(problemsOf({ link: 'x'.repeat(2332) })).toEqual(['error link code/too-long']);
    expect(problemsOf({ link: 'x'.repeat(40), ink: '#ccc' })).toEqual([
      'warning link code/small',
      'warning ink code/contrast',
    ]);
  });
});

describe('the films of rows', () => {
  const plan = (pattern: string, chosen = [0, 1, 2]) => {
    const result = planFilms({ table, uses, variables, chosen, pattern, extension: 'mp4' });
    if (!result.ok) throw new Error(inEnglish(result.error));
    return result.value;
  };

  it('have names that are safe and distinct', () => {
    expect(plan('${city}-${mood}').names).toEqual(['Porto-1.3.mp4', 'Évora-1.15.mp4', 'a-b-much.mp4']);
    expect(plan('film').names).toEqual(['film.mp4', 'film-2.mp4', 'film-3.mp4']);
    expect(plan('film').changes.map(({ row, name }) => [row, name])).toEqual([
      [2, 'film-2.mp4'],
      [3, 'film-3.mp4'],
    ]);
    expect(plan('${titel}').unknown).toEqual(['titel']);
  });

  it('have names with row numbers even if only some rows are rendered', () => {
    expect(plan('f-${index}', [2])).toEqual({
      filename: 'f-${row}',
      rows: [{ city: 'a/b', title: 'Two', clip: 'a.mp4', mood: 'much', row: '3' }],
      names: ['f-3.mp4'],
      requested: ['f-3'],
      changes: [],
      unknown: [],
      inFileNames: new Set(['index']),
    });
  });
});

describe('a row for a template with declared variables', () => {
  const template = required(
    readTemplate(`<movie width="64" height="64" framerate="10">
  <resources><variable name="plan" type="choice" choices="gold, silver"/><variable name="who" required="true"/></resources>
  <scene duration="5" name="\${who} \${plan, gold}" condition="not \${hidden}"/>
</movie>`).source,
    'a template',
  ).document;
  const listed = listVariables(template).variables;
  const checkerOf = (...mapped: readonly string[]) =>
    createRowChecker({ document: template, assets: [], mapped: new Set(mapped), missingAsset });
  const ofRow = (row: readonly string[]) =>
    checkerOf('who', 'plan', 'hidden')
      .check(rowValues(row, ['who', 'plan', 'hidden'], listed).values)
      .problems.map(({ variable, says }) => [variable, says.code]);

  it('reports the column of a value that violates its declaration', () => {
    expect(ofRow(['Ada', 'silver', ''])).toEqual([]);
    expect(ofRow(['Ada', ' silver ', ''])).toEqual([]);
    expect(ofRow(['Ada', 'tin', ''])).toEqual([['plan', 'variable/not-as-declared']]);
    expect(ofRow([' ', 'gold', ''])).toEqual([['who', 'variable/empty']]);
    expect(ofRow(['', 'tin', 'yes'])).toEqual([]);
  });

  it('needs a column for a required variable, but not for a condition', () => {
    const codes = (...mapped: readonly string[]) =>
      checkerOf(...mapped).common.map(({ code, values }): readonly [string, unknown] => [code, values]);
    expect(codes('plan')).toEqual([['batch/no-column-no-default', { variable: 'who' }]]);
    expect(codes('who')).toEqual([]);
  });
});

describe('a variable that has only uses', () => {
  const checkerFor = (scenes: string, ...mapped: readonly string[]) => {
    const read = readTemplate(`<movie width="64" height="64" framerate="10">${scenes}</movie>`);
    const { document: template } = required(read.source, 'a template');
    return createRowChecker({ document: template, assets: [], mapped: new Set(mapped), missingAsset });
  };
  const lacking = message('batch/no-column-no-default', { variable: 'promo' });
  const always = '<scene duration="5"><text content="Hi"/></scene>';
  const text = '<text content="${promo}"/>';

  it('is allowed in a scene that a false condition skips', () => {
    const checker = checkerFor(`${always}<scene duration="5" condition="\${promo}">${text}</scene>`, 'title');
    expect(checker.common).toEqual([]);
    expect(checker.check(new Map([['title', 'A']]))).toMatchObject({ problems: [], totalFrames: 5 });
  });

  it('is an error of the rows that show it', () => {
    const checker = checkerFor(`${always}<scene duration="5" condition="\${plan}">${text}</scene>`, 'plan');
    expect(checker.common).toEqual([]);
    expect(checker.check(new Map([['plan', '']]))).toMatchObject({ problems: [], totalFrames: 5 });
    expect(checker.check(new Map([['plan', 'gold']]))).toEqual({
      ...{
        problems: [{ severity: 'error', variable: null, says: lacking }],
        totalFrames: null,
        size: { width: 64, height: 64 },
      },
    });
  });

  it('is an error of all rows if each row shows it', () => {
    const scenes = `<scene duration="5"><text content="\${title}" condition="\${title}"/>${text}</scene>`;
    const checker = checkerFor(scenes, 'title');
    expect(checker.common).toEqual([lacking]);
    expect(checker.check(new Map([['title', 'A']]))).toMatchObject({ problems: [], totalFrames: null });
    expect(checkerFor(`<scene duration="5" condition="not \${title}">${text}</scene>`, 'title').common).toEqual([]);
  });

  it('is an error of the rows whose expression reads it', () => {
    const content = '<scene duration="5"><text content="${= title = \'A\' ? promo : 1}"/></scene>';
    const checker = checkerFor(content, 'title');
    expect(checker.common).toEqual([]);
    expect(checker.check(new Map([['title', 'B']])).problems).toEqual([]);
    expect(checker.check(new Map([['title', 'A']])).problems).toEqual([
      { severity: 'error', variable: null, says: lacking },
    ]);
  });
});

it('reports a warning for an empty cell of a required variable', () => {
  const source = required(
    readTemplate(`<movie width="64" height="64" framerate="10">
  <resources><variable name="quote" required="true" default="Fine"/><variable name="city" default="Bern"/></resources>
  <scene duration="5" name="\${quote} \${city}"/>
</movie>`).source,
    'a template',
  );
  const declared = listVariables(source.document).variables;
  const { defaulted } = rowValues([' ', ''], ['quote', 'city'], declared);
  expect(requiredDefaults(defaulted, declared)).toEqual([
    { severity: 'warning', variable: 'quote', says: message('batch/required-empty', { default: 'Fine' }) },
  ]);
});

it('reports a faulty expression in the column of its first variable', () => {
  const computed = required(
    readTemplate(
      `<movie width="64" height="64" framerate="10"><scene duration="\${= 2 * length}s" name="\${= upper(city) ~ 1 / count}"/></movie>`,
    ).source,
    'a template',
  );
  const checker = createRowChecker({
    document: computed.document,
    assets: [],
    mapped: new Set(['length', 'city', 'count']),
    missingAsset,
  });
  const check = (values: Readonly<Record<string, string>>) =>
    checker.check(new Map(Object.entries(values))).problems.map(({ variable, says }) => [variable, says.code]);
  expect(check({ length: '2', city: 'Porto', count: '4' })).toEqual([]);
  expect(check({ length: '2', city: 'Porto', count: '0' })).toEqual([['city', 'expression/value']]);
  expect(check({ length: 'long', city: 'Porto', count: '1' })).toEqual([['length', 'expression/value']]);
  expect(check({ length: '2', city: 'Porto' })).toEqual([['count', 'expression/missing']]);
});

describe('the films of a row in a run', () => {
  const ok = { problems: [], totalFrames: 25, size: { width: 64, height: 36 } };
  const missing = { severity: 'error', variable: 'clip', says: missingAsset('gone.mp4') } as const;
  const cut = { severity: 'warning', variable: 'title', says: message('batch/text-cut', { text: 'One' }) } as const;
  const bad = { ...ok, problems: [missing], totalFrames: null };
  const films = (...checks: readonly RowCheck[]) =>
    checks.map(
      (check, at): CheckedFilm => ({ movie: `m${Math.floor(at / 2)}`, language: ['de', 'en'][at % 2] ?? '', check }),
    );
  const wordsOfFilms = (...checks: readonly RowCheck[]) =>
    checkOfFilms(films(...checks)).problems.map(({ severity, says }) => `${severity}: ${inEnglish(says)}`);

  it('are as valid as a single film', () => {
    expect(checkOfFilms(films(bad))).toEqual(bad);
    expect(checkOfFilms(films(ok, ok, ok, ok))).toEqual(ok);
  });

  it('make the row invalid if none is valid', () => {
    const check = checkOfFilms(films(bad, bad, bad, bad));
    expect(check).toEqual({ ...bad, problems: [missing] });
  });

  it('are listed by name if they have errors', () => {
    const check = checkOfFilms(films(bad, bad, ok, ok));
    expect(check).toMatchObject({ totalFrames: 25, size: ok.size });
    const left = 'gone.mp4” isn’t in the project. Import it or choose another file.';
    expect(wordsOfFilms(bad, bad, ok, ok)).toEqual([`warning: Left out: m0. “${left}`]);
    expect(wordsOfFilms(bad, ok, ok, bad)).toEqual([`warning: Left out: m0 (de), m1 (en). “${left}`]);
  });

  it('are listed by name if only some have a problem', () => {
    const warned = { ...ok, problems: [cut] };
    expect(wordsOfFilms(warned, warned)).toEqual([`warning: ${inEnglish(cut.says)}`]);
    expect(wordsOfFilms(ok, warned)).toEqual([`warning: Only in m0 (en): ${inEnglish(cut.says)}`]);
  });
});
