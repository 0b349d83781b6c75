import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { xlsxBytes } from '../tables/testing/workbook-bytes.ts';
import { parseInvocation } from './arguments.ts';
import { batchCommand, type RowToRender } from './batch-command.ts';
import type { BatchRow } from './batch-films.ts';
import { readTables, tableCommand, withNamedLists } from './batch-tables.ts';
import { CommandError, type FileWarning, type Report, reportJson } from './shown/report.ts';

const TEMPLATE = `<movie width="64" height="64" framerate="10">
  <scene duration="\${length, 5}" name="\${title}"><video src="\${clip}"/></scene>
</movie>`;
const made: Report = { failure: null, problems: [], source: null, result: {}, lines: [] };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'clips'));
  await writeFile(join(folder.path, 'clips', 'a.mp4'), '');
  await writeFile(join(folder.path, 'film.xml'), TEMPLATE);
});
afterAll(() => folder[Symbol.asyncDispose]());

interface Run {
  readonly report: Report;
  readonly rendered: readonly (RowToRender & { readonly file: string })[];
  readonly output: readonly BatchRow[];
  readonly warnings: readonly FileWarning[];
  /** The maximum number of films that ran at the same time. */
  readonly most: number;
}

/** Runs `scenewright batch` with additional `args`. `rows` is the content of the table file. */
async function batch(
  rows: string | Uint8Array,
  args = '',
  render = async (_: RowToRender): Promise<Report> => made,
  cores = 2,
): Promise<Run> {
  await writeFile(join(folder.path, 'rows.csv'), rows);
  const words = `batch film.xml --rows rows.csv --out out --assets clips ${args}`.trim().split(' ');
  const parsed = parseInvocation(words);
  if (!parsed.ok || parsed.value.command !== 'batch') throw new Error(parsed.ok ? 'no batch' : parsed.error);
  const rendered: (RowToRender & { file: string })[] = [];
  const output: BatchRow[] = [];
  const warnings: FileWarning[] = [];
  let [running, most] = [0, 0];
  const report = await batchCommand(parsed.value, {
    folder: folder.path,
    environment: {},
    umask: 0o022,
    machine: { cores, memoryBytes: 16 * 2 ** 30 },
    signal: new AbortController().signal,
    onWarning: (warning) => warnings.push(warning),
    onRow: (row) => output.push(row),
    render: async (row) => {
      rendered.push({ ...row, file: row.output.slice(folder.path.length + 1) });
      running += 1;
      most = Math.max(most, running);
      try {
        return await render(row);
      } finally {
        running -= 1;
      }
    },
  });
  return { report, rendered, output, warnings, most };
}

test('each row becomes a film that is named by the pattern', async () => {
  const { report, rendered } = await batch(
    'Title;clip;length;city\r\n"One; ""1""";a.mp4;;Porto\r\nTwo;a.mp4;7;Évora\r\n',
    '--name ${city}-${index} --format webm --var title=none',
  );
  expect(report).toMatchObject({ failure: null, lines: ['out: 2 of 2 films.'] });
  expect(rendered.map(({ file, values }) => [file, Object.fromEntries(values)])).toEqual([
    ['out/Porto-1.webm', { title: 'One; "1"', clip: 'a.mp4' }],
    ['out/Évora-2.webm', { title: 'Two', clip: 'a.mp4', length: '7' }],
  ]);
});

test('--var fills variables without a column in JSON rows', async () => {
  const { rendered } = await batch('[{"title": "A"}, {"title": "B"}]', '--var clip=a.mp4');
  expect(rendered.map(({ file, values }) => [file, values.get('title'), values.get('clip')])).toEqual([
    ['out/1.mp4', 'A', 'a.mp4'],
    ['out/2.mp4', 'B', 'a.mp4'],
  ]);
});

test('unmatched rows of a list table are reported once', async () => {
  await writeFile(join(folder.path, 'lines.csv'), 'order,name\n2,Tea\n1,Jam\n2,Cake\n9,Salt\n');
  const rows = 'id,title,clip\n1,A,a.mp4\n2,B,a.mp4\n3,C,a.mp4\n';
  const { output: reported, warnings } = await batch(rows, '--list goods=lines.csv --key goods:order=id');
  expect(reported.map(({ variables }) => variables['goods'])).toEqual([undefined, undefined, undefined]);
  const unmatched = warnings.filter(({ file }) => file === 'lines.csv');
  expect(unmatched).toMatchObject([{ reason: 'batch/unmatched-rows', values: { rows: [4], count: 1 } }]);
});

test('an unknown list is named with the nearest variable', async () => {
  await writeFile(join(folder.path, 'lines.csv'), 'order,name\n1,Tea\n');
  const unknown = async (list: string) => {
    const words = `--list ${list}=lines.csv --key ${list}:order=id`;
    const { warnings } = await batch('id,title,clip,length\n1,A,a.mp4,7\n', words);
    return warnings.map(({ code, message }) => [code, message]);
  };
  expect(await unknown('titel')).toEqual([
    [
      'variable/unused',
      'The list `titel` isn’t used, because no template has a variable with this name. Did you mean `title`?',
    ],
  ]);
  expect((await unknown('goods'))[0]?.[1]).toMatch(/ The variables are `length`, `title`, and `clip`\.$/);
});

test('a slash creates a folder in the pattern, but not in a value', async () => {
  const { rendered } = await batch('title,clip,length\nA/B,a.mp4,7\n', '--name ${length}/x/${title}');
  expect(rendered.map(({ file }) => file)).toEqual(['out/7/x/A-B.mp4']);
  for (const name of ['a//b', '../x', './x', '/x', 'x/'])
    await expect(batch('title,clip,length\nA,a.mp4,7\n', `--name ${name}`)).rejects.toThrow(/Give each folder a name/);
});

test('a failed row is reported by its column', async () => {
  const rows = 'title,clip,length\n=A,a.mp4,5\nB,gone.mp4,5\nC,a.mp4,soon\nD,a.mp4,5\n';
  const fails = async ({ values }: RowToRender): Promise<Report> => {
    if (values.get('title') === 'D') throw new CommandError('command/output-refused', 'the disk is full.');
    return made;
  };
  const { report, rendered, output: reported } = await batch(rows, '--manifest rows-done.csv', fails);
  expect(report.failure).toMatchObject({ code: 'command/rows-failed', message: '3 of 4 rows failed.' });
  expect(rendered.map(({ file }) => file)).toEqual(['out/1.mp4', 'out/4.mp4']);
  expect(reported.map(({ index, state }) => [index, state])).toEqual([
    [1, 'succeeded'],
    [2, 'failed'],
    [3, 'failed'],
    [4, 'failed'],
  ]);
  expect(report.failure?.log[0]).toBe('row 2: B3 (column clip): gone.mp4 isn’t in the assets folder.');
  expect(report.failure?.log[1]).toMatch(/^row 3: C4 \(column length\): /);
  expect(report.failure?.log[2]).toBe('row 4: the disk is full.');
  const manifest = (await readFile(join(folder.path, 'rows-done.csv'), 'utf8')).split('\r\n');
  expect(manifest[0]).toBe('index,filename,state,error,files,variables.length,variables.title,variables.clip');
  // A leading quote prevents spreadsheets from reading the text as a formula.
  expect(manifest[1]).toBe("1,1.mp4,succeeded,,,5,'=A,a.mp4");
});

test('--jobs limits the number of simultaneous films', async () => {
  const rows = `title,clip\n${Array.from({ length: 9 }, (_, at) => `T${at},a.mp4`).join('\n')}\n`;
  const later = () => new Promise<Report>((done) => setImmediate(() => done(made)));
  const { rendered, most, report } = await batch(rows, '--jobs 3 --manifest done.json', later);
  expect(most).toBe(3);
  expect(rendered.map(({ values }) => values.get('title'))).toEqual(Array.from({ length: 9 }, (_, at) => `T${at}`));
  const { rows: listed } = JSON.parse(await readFile(join(folder.path, 'done.json'), 'utf8')) as { rows: BatchRow[] };
  expect(listed.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(report.result['rows']).toEqual(listed);
});

test('the number of simultaneous films defaults to half the cores', async () => {
  const rows = `title,clip\n${Array.from({ length: 20 }, (_, at) => `T${at},a.mp4`).join('\n')}\n`;
  const later = () => new Promise<Report>((done) => setImmediate(() => done(made)));
  const mostOn = async (cores: number) => (await batch(rows, '', later, cores)).most;
  expect([await mostOn(2), await mostOn(4), await mostOn(16)]).toEqual([2, 2, 8]);
});

test('the first film is made alone to fill the cache', async () => {
  const rows = 'title,clip\nT0,gone.mp4\nT1,a.mp4\nT2,a.mp4\nT3,a.mp4\n';
  const alive = new Set<string>();
  const seen: string[] = [];
  const watched = async ({ values }: RowToRender): Promise<Report> => {
    const title = values.get('title') ?? '';
    alive.add(title);
    seen.push([...alive].join());
    await new Promise((done) => setImmediate(done));
    alive.delete(title);
    return made;
  };
  await batch(rows, '', watched);
  expect(seen).toEqual(['T1', 'T2', 'T2,T3']);
});

test('each unused input gives a warning with its position', async () => {
  const rows = 'sep=;\r\ntitle;clip;lenght;city;note\r\nA;a.mp4;7;Porto;\r\n;;;;\r\n ; ;;;\r\nB;a.mp4;8;Rome;\r\n;;;;';
  const { report, rendered, warnings } = await batch(rows, '--name ${city} --var nmae=x --var brand_accent=#fff');
  expect(rendered.map(({ file }) => file)).toEqual(['out/Porto.mp4', 'out/Rome.mp4']);
  expect(warnings.map(({ file, line, code, message }) => [file, line, code, message])).toEqual([
    ['rows.csv', 4, 'table/blank-lines', 'Lines 4 to 5 have no values, so they make no films.'],
    ['rows.csv', 7, 'table/blank-lines', 'Line 7 has no values, so it makes no film.'],
    [
      'rows.csv',
      2,
      'variable/unused',
      'The column “lenght” isn’t used: it’s neither a variable nor part of the file name. Did you mean `length`?',
    ],
    [
      'rows.csv',
      2,
      'variable/unused',
      'The column “note” isn’t used: it’s neither a variable nor part of the file name.',
    ],
    [
      'rows.csv',
      null,
      'variable/no-column',
      'No column matches the variable `length`, so every film shows the default “5”.',
    ],
    ['film.xml', null, 'variable/unused', 'There is no variable `nmae`, so its value isn’t used.'],
  ]);
  expect(report.warnings).toEqual(warnings);
  expect(JSON.parse(reportJson(report)).problems).toMatchObject(warnings.map(({ file, code }) => ({ file, code })));
});

test('columns with the same name are reported once with their numbers', async () => {
  const { rendered, warnings } = await batch('title,clip,title,TITLE,length\nA,a.mp4,B,C,7\n');
  expect(rendered.map(({ values }) => values.get('title'))).toEqual(['A']);
  expect(warnings.map(({ line, code, message }) => [line, code, message])).toEqual([
    [
      1,
      'variable/unused',
      'Column 3 (“title”) has the same name as column 1, so it isn’t used. Rename or remove one of them.',
    ],
    [
      1,
      'variable/unused',
      'Column 4 (“TITLE”) has the same name as column 1, so it isn’t used. Rename or remove one of them.',
    ],
  ]);
});

test('only the first column of a variable is used', async () => {
  const { rendered, warnings } = await batch('Title,TITLE,clip,length\nA,B,a.mp4,7\n');
  expect(rendered.map(({ values }) => values.get('title'))).toEqual(['A']);
  expect(warnings.map(({ values }) => values)).toEqual([{ column: 'TITLE', number: 2, first: 1 }]);
});

test('each changed file name gives a warning with its row', async () => {
  const rows = `title,clip,length\nA/B,a.mp4,7\nC,a.mp4,7\nC,a.mp4,7\n ${'x'.repeat(300)} ,a.mp4,7\n`;
  const { rendered, warnings } = await batch(rows, '--name ${title}');
  expect(rendered.map(({ file }) => file)).toEqual([
    'out/A-B.mp4',
    'out/C.mp4',
    'out/C-2.mp4',
    `out/${'x'.repeat(251)}.mp4`,
  ]);
  expect(warnings.map(({ code, message }) => [code, message])).toEqual([
    ['file-name/altered', 'Row 1: no file can be named “A/B”, so the film is named “A-B.mp4”.'],
    ['file-name/altered', 'Row 3: an earlier row has the file name “C”, so the film is named “C-2.mp4”.'],
    [
      'file-name/altered',
      expect.stringMatching(/^Row 4: no file can be named “x{80}…”, so the film is named “x+\.mp4”\.$/),
    ],
  ]);
});

test('changed file names beyond the first 100 are counted', async () => {
  const { warnings } = await batch(`title,clip,length\n${'A,a.mp4,7\n'.repeat(150)}`, '--name film');
  expect(warnings).toHaveLength(101);
  expect(warnings.at(-1)?.message).toBe('49 more films are renamed.');
});

test('a repeated --var is reported once', async () => {
  const { rendered, warnings } = await batch('title,clip\nA,a.mp4\n', '--var length=5 --var length=7');
  expect(rendered.map(({ values }) => values.get('length'))).toEqual(['7']);
  expect(warnings.map(({ message }) => message)).toEqual([
    '`--var length=…` is given twice; the last value is used. Remove the others.',
  ]);
});

test('a value for all rows that no row uses is reported', async () => {
  const covered = await batch('title,clip,length\nA,a.mp4,7\nB,a.mp4,8\n', '--var length=5');
  expect(covered.warnings.map(({ message }) => message)).toEqual([
    'Every row has its own value for `length`, so the value for all rows isn’t used.',
  ]);
  expect((await batch('title,clip,length\nA,a.mp4,\nB,a.mp4,8\n', '--var length=5')).warnings).toEqual([]);
});

test('fields beside the rows of JSON are reported', async () => {
  const rows = '{"movie": "x", "rows": [{"title": "A", "clip": "a.mp4", "length": "5"}]}';
  expect((await batch(rows)).warnings.map(({ code, message }) => [code, message])).toEqual([
    ['table/unused-member', 'The field “movie” next to the list of rows isn’t used. Remove it.'],
  ]);
});

test('a fully used table has no warning', async () => {
  const { warnings } = await batch('title,clip,length\nA,a.mp4,7\n');
  expect(warnings).toEqual([]);
});

test('a warning about a film is reported with its row', async () => {
  const cut = { ...made, problems: [{ severity: 'warning', message: 'The text is cut.' }] } as unknown as Report;
  const { output: reported } = await batch('title,clip,length\nA,a.mp4,7\nB,gone.mp4,7\n', '', async () => cut);
  expect(reported.map(({ warnings }) => warnings)).toEqual([['The text is cut.'], []]);
});

test('rows in UTF-16 with a byte order mark are read', async () => {
  const { rendered } = await batch(Buffer.from('\uFEFFtitle\tclip\tlength\nÜ\ta.mp4\t7\n', 'utf16le'));
  expect(rendered.map(({ values }) => values.get('title'))).toEqual(['Ü']);
});

test('rows in Windows-1252 and in NDJSON are read', async () => {
  const windows = await batch(Buffer.from('title,clip,length\nM\xfcller,a.mp4,7\n', 'latin1'));
  expect(windows.rendered.map(({ values }) => values.get('title'))).toEqual(['Müller']);
  const lines = await batch('{"title": "A", "clip": "a.mp4"}\n\n{"title": "B", "clip": "a.mp4"}\n');
  expect(lines.rendered.map(({ values }) => values.get('title'))).toEqual(['A', 'B']);
});

test('a sheet fills texts as shown and numbers by value', async () => {
  const bytes = xlsxBytes({
    sheets: [
      { name: 'Notes', rows: [['nothing'], ['here']] },
      {
        name: 'Films',
        rows: [
          ['id', 'title', 'clip', 'length'],
          ['1', { xml: '<c s="1"><v>46056</v></c>' }, 'a.mp4', { xml: '<c s="2"><v>7</v></c>' }],
          ['2', 'B', 'a.mp4', null],
        ],
        hidden: [3],
      },
    ],
    formats: ['d. mmmm yyyy', '0.00'],
  });
  const { rendered, warnings } = await batch(bytes, '--sheet Films --language de');
  expect(rendered.map(({ values }) => [values.get('title'), values.get('length')])).toEqual([['3. Februar 2026', '7']]);
  expect(warnings.map(({ code, reason }) => [code, reason])).toContainEqual(['table/note', 'sheet/hidden-rows']);
});

const tableOptions = { sheet: null, header: null, hidden: false, fillMerged: false, language: null };
const people = {
  sheets: [
    {
      name: 'People',
      rows: [
        ['id', 'name'],
        ['7', 'Ann'],
        ['8', 'Bob'],
      ],
    },
    {
      name: 'Items',
      rows: [
        ['id', 'item'],
        ['8', 'Tea'],
        ['7', 'Jam'],
        ['8', 'Cake'],
        ['9', 'Salt'],
      ],
    },
  ],
};

test('`table` prints the sheet that is named after a number sign', async () => {
  await writeFile(join(folder.path, 'people.xlsx'), xlsxBytes(people));
  const { signal } = new AbortController();
  const show = async (file: string) =>
    await tableCommand({ command: 'table', file, options: tableOptions, json: false }, { folder: folder.path, signal });
  expect((await show('people.xlsx#items')).lines).toEqual([
    ...['sheet: Items', 'other sheets: People', 'columns: A id | B item'],
    ...['2: 8 | Tea', '3: 7 | Jam', '4: 8 | Cake', '5: 9 | Salt'],
  ]);
  await expect(show('people.xlsx#None')).rejects.toMatchObject({ code: 'command/rows-unreadable' });
});

test('a sheet or file named like a list fills it by key', async () => {
  await writeFile(join(folder.path, 'people.xlsx'), xlsxBytes(people));
  await writeFile(join(folder.path, 'people.csv'), 'id,name\n7,Ann\n8,Bob\n');
  await writeFile(join(folder.path, 'people.items.csv'), 'id,item\n8,Tea\n7,Jam\n8,Cake\n9,Salt\n');
  const { signal } = new AbortController();
  for (const rows of ['people.xlsx', 'people.csv']) {
    const args = { rows, lists: [], table: tableOptions, language: null };
    const read = await readTables(args, folder.path, signal);
    const { table, unmatched } = await withNamedLists(read, [{ name: 'items', fields: [] }], args, {
      folder: folder.path,
      signal,
    });
    expect(table.rows.map((row) => JSON.parse(row[2] ?? ''))).toEqual([
      [{ id: '7', item: 'Jam' }],
      [
        { id: '8', item: 'Tea' },
        { id: '8', item: 'Cake' },
      ],
    ]);
    expect(unmatched.map(({ says }) => says.code)).toEqual(['batch/unmatched-rows']);
  }
});

const latin1 = (text: string) => Buffer.from(text, 'latin1');
test.each([
  [
    'one damaged line',
    Buffer.concat([Buffer.from(`title,clip\nÜ,a.mp4\n${'A,a.mp4\n'.repeat(1500)}`), latin1('M\xfcller,a.mp4\n')]),
    'rows.csv:1503: the byte 0xFC isn’t UTF-8. Save the file as UTF-8.',
  ],
  [
    'an Excel workbook',
    latin1('PK\x03\x04[Content_Types].xml xl/workbook.xml'),
    'rows.csv: The table can’t be read. It’s incomplete or damaged. Copy it again, or save it again.',
  ],
  [
    'an old Excel workbook',
    latin1(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`),
    'rows.csv: The file isn’t a table that can be read. It’s an old Excel workbook (.xls) or another Office file. Save it as .xlsx.',
  ],
  ['bytes', latin1('title\0\x01,clip\n'), /^rows\.csv is a binary file, /],
  [
    'NUL',
    latin1('title,clip\nA,a.mp4\0\n'),
    'rows.csv:2: contains the character NUL. Remove it, or save the file as UTF-8.',
  ],
  ['half a line of NDJSON', latin1('{"title": "A"}\n{"title": "B'), /^rows\.csv:2:11: isn’t JSON: /],
  ['a million rows', latin1(`title,clip\n${'A,a.mp4\n'.repeat(10_001)}`), /^rows\.csv has more than 10,000 rows, /],
  ['stray quotes', latin1('title,clip\n"I missed " it",a.mp4\n'), /^rows\.csv:2: text follows the closing quote/],
  ['an open quote', latin1('title,clip\n"A,a.mp4\nB,a.mp4\n'), 'rows.csv:2: the quote of a cell isn’t closed.'],
  [
    'a ragged line',
    latin1('title,clip\r\n"A\r\nB",a.mp4\r\nC\r\n'),
    'rows.csv:4: has 1 cell, but the table has 2 columns.',
  ],
])('a rows file is refused: %s', async (_, rows, message) => {
  await expect(batch(rows)).rejects.toMatchObject({
    code: 'command/rows-unreadable',
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test('a variable that only a skipped scene uses needs no column', async () => {
  const scenes = '<scene duration="5"><solid color="#123"/></scene><scene duration="5" condition="${promo}">';
  const xml = `<movie width="64" height="64" framerate="10">${scenes}<text content="\${promo}"/></scene></movie>`;
  await writeFile(join(folder.path, 'film.xml'), xml);
  try {
    const { report } = await batch('city\nPorto\nRome\n', '--name ${city}');
    expect(report).toMatchObject({ failure: null, lines: ['out: 2 of 2 films.'] });
  } finally {
    await writeFile(join(folder.path, 'film.xml'), TEMPLATE);
  }
});

test.each([
  [
    'a missing column',
    'title\nA\n',
    '',
    'rows.csv: The variable `clip` has neither a column nor a default. The only column is `title`.',
  ],
  [
    'another delimiter',
    'title~clip\nA~a.mp4\n',
    '',
    'rows.csv: The variable `title` has neither a column nor a default. The only column is `title~clip`.',
  ],
  [
    'a ragged list of JSON',
    '[["title","clip"],["A","a.mp4"],["B"]]',
    '',
    'rows.csv: row 2 has 1 cell, but the table has 2 columns.',
  ],
  ['an unknown name', 'title,clip\nA,a.mp4\n', '--name ${town}', '--name ${town}: the table has no column town.'],
  [
    'a line with too many cells',
    'title,clip\nA,a.mp4,x\n',
    '',
    'rows.csv:2: has 3 cells, but the table has 2 columns.',
  ],
  ['a line beyond one column', 'clip\na.mp4,x\n', '', 'rows.csv:2: has 2 cells, but the table has 1 column.'],
  ['a table without rows', 'title,clip\n', '', 'rows.csv has no rows.'],
  ['broken JSON', '[{"title": "A"},', '', /^rows\.csv:1:17: isn’t JSON: the text ends here/],
])('a batch is refused before any film is made: %s', async (_, rows, args, message) => {
  await expect(batch(rows, args)).rejects.toMatchObject({
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test.each([
  ['batch film.xml --out out', 'missing table: --rows FILE'],
  ['batch film.xml --rows rows.csv', 'missing output folder: --out FOLDER'],
  ['batch film.xml --rows rows.csv --out out --jobs 0', '--jobs 0: use a number from 1 to 99'],
  ['batch --rows rows.csv --out out', 'missing template file'],
])('wrong arguments are refused: %s', (words, message) => {
  expect(parseInvocation(words.split(' '))).toEqual({ ok: false, error: message });
});

test('the films of a run are checked before the first is made', async () => {
  await writeFile(
    join(folder.path, 'short.xml'),
    '<movie width="32" height="64" framerate="10"><scene duration="${length}"/></movie>',
  );
  const rows = 'title,clip,length,tongue\nA,a.mp4,5,de\nB,a.mp4,5,\nC,a.mp4,soon,x!\n';
  const { output, rendered, warnings } = await batch(
    rows,
    'short.xml --language-column tongue',
    async ({ output: file }) => {
      await writeFile(file, '');
      return made;
    },
  );
  const inOrder = output.toSorted((one, other) => one.index - other.index);
  expect(inOrder.map(({ index, filename, state, cell }) => [index, filename, state, cell?.language])).toEqual([
    [1, '1-film.mp4', 'succeeded', 'de'],
    [2, '1-short.mp4', 'succeeded', 'de'],
    [3, '2-film.mp4', 'succeeded', 'en'],
    [4, '2-short.mp4', 'succeeded', 'en'],
    [5, '3-film.mp4', 'failed', 'en'],
    [6, '3-short.mp4', 'failed', 'en'],
  ]);
  // A template gets only the values of its own variables.
  const namesOf = (film: string) => [...(rendered.find(({ file }) => file.endsWith(film))?.values.keys() ?? [])];
  expect([namesOf('1-film.mp4'), namesOf('1-short.mp4')]).toEqual([
    ['length', 'title', 'clip', '=language'],
    ['length', '=language'],
  ]);
  expect(warnings).toEqual([]);
});

test.each([
  ['--languages de,de', 'a language is given twice'],
  ['--languages de,x!', 'isn’t a language tag'],
  ['--languages de --language en', 'choose one of'],
  ['film.xml', 'the template film.xml is given twice'],
])('%s is refused', async (args, problem) => {
  await expect(batch('title,clip\nA,a.mp4\n', args)).rejects.toThrow(problem);
});

test('a language column that the table lacks is refused with its columns', async () => {
  const refused = batch('title,clip\nA,a.mp4\n', '--language-column tongue');
  await expect(refused).rejects.toThrow('there is no column “tongue”. The columns are');
});
