import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { parseInvocation } from './arguments.ts';
import { type BatchRow, batchCommand, type RowToRender } from './batch-command.ts';
import { CommandError, type Report } from './shown/report.ts';

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
  readonly told: readonly BatchRow[];
  /** Films that were made at once. */
  readonly most: number;
}

/** Runs the command with its arguments as typed; `rows` is the file's content. */
async function batch(rows: string, args = '', render = async (_: RowToRender): Promise<Report> => made): Promise<Run> {
  await writeFile(join(folder.path, 'rows.csv'), rows);
  const words = `batch film.xml --rows rows.csv --out out --assets clips ${args}`.trim().split(' ');
  const parsed = parseInvocation(words);
  if (!parsed.ok || parsed.value.command !== 'batch') throw new Error(parsed.ok ? 'no batch' : parsed.error);
  const rendered: (RowToRender & { file: string })[] = [];
  const told: BatchRow[] = [];
  let [running, most] = [0, 0];
  const report = await batchCommand(parsed.value, {
    folder: folder.path,
    environment: {},
    umask: 0o022,
    signal: new AbortController().signal,
    onRow: (row) => told.push(row),
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
  return { report, rendered, told, most };
}

test('each row is a film with the values of its columns, named by the pattern', async () => {
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

test('JSON rows do as well, and what is given for all rows holds where there is no column', async () => {
  const { rendered } = await batch('[{"title": "A"}, {"title": "B"}]', '--var clip=a.mp4');
  expect(rendered.map(({ file, values }) => [file, values.get('title'), values.get('clip')])).toEqual([
    ['out/1.mp4', 'A', 'a.mp4'],
    ['out/2.mp4', 'B', 'a.mp4'],
  ]);
});

test('a row with an error is named by its column and left out; the others are made, and the manifest says so', async () => {
  const rows = 'title,clip,length\n=A,a.mp4,5\nB,gone.mp4,5\nC,a.mp4,soon\nD,a.mp4,5\n';
  const fails = async ({ values }: RowToRender): Promise<Report> => {
    if (values.get('title') === 'D') throw new CommandError('command/output-refused', 'the disk is full.');
    return made;
  };
  const { report, rendered, told } = await batch(rows, '--manifest rows-done.csv', fails);
  expect(report.failure).toMatchObject({ code: 'command/rows-failed', message: '3 of 4 rows have no film.' });
  expect(rendered.map(({ file }) => file)).toEqual(['out/1.mp4', 'out/4.mp4']);
  expect(told.map(({ index, state }) => [index, state])).toEqual([
    [1, 'succeeded'],
    [2, 'failed'],
    [3, 'failed'],
    [4, 'failed'],
  ]);
  expect(report.failure?.log[0]).toBe('row 2: column clip: gone.mp4 isn’t in the assets folder.');
  expect(report.failure?.log[1]).toMatch(/^row 3: column length: /);
  expect(report.failure?.log[2]).toBe('row 4: the disk is full.');
  const manifest = (await readFile(join(folder.path, 'rows-done.csv'), 'utf8')).split('\r\n');
  expect(manifest[0]).toBe('index,filename,state,error,variables.length,variables.title,variables.clip');
  // No spreadsheet takes it for a formula.
  expect(manifest[1]).toBe("1,1.mp4,succeeded,,5,'=A,a.mp4");
});

test('so many films as are asked for are made at once, begun in order', async () => {
  const rows = `title,clip\n${Array.from({ length: 9 }, (_, at) => `T${at},a.mp4`).join('\n')}\n`;
  const later = () => new Promise<Report>((done) => setImmediate(() => done(made)));
  const { rendered, most, report } = await batch(rows, '--jobs 3 --manifest done.json', later);
  expect(most).toBe(3);
  expect(rendered.map(({ values }) => values.get('title'))).toEqual(Array.from({ length: 9 }, (_, at) => `T${at}`));
  const { rows: kept } = JSON.parse(await readFile(join(folder.path, 'done.json'), 'utf8')) as { rows: BatchRow[] };
  expect(kept.map(({ index }) => index)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(report.result['rows']).toEqual(kept);
});

test('the first film is made alone, because the others find in the cache what all have in common', async () => {
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

test.each([
  ['a missing column', 'title\nA\n', '', 'rows.csv: The variable `clip` has neither a column nor a default.'],
  ['an unknown name', 'title,clip\nA,a.mp4\n', '--name ${town}', '--name ${town}: there is no column town.'],
  ['a line with too many cells', 'title,clip\nA,a.mp4,x\n', '', 'rows.csv:2: has 3 cells, and there are 2 columns.'],
  ['a table without rows', 'title,clip\n', '', 'rows.csv has no rows.'],
  ['broken JSON', '[{"title": "A"},', '', /^rows\.csv is not JSON: /],
])('%s is refused before anything is made', async (_, rows, args, message) => {
  await expect(batch(rows, args)).rejects.toMatchObject({
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test.each([
  ['batch film.xml --out out', 'say where the rows are: --rows FILE'],
  ['batch film.xml --rows rows.csv', 'say where the films go: --out FOLDER'],
  ['batch film.xml --rows rows.csv --out out --jobs 0', '--jobs 0: give a number from 1 to 99'],
  ['batch --rows rows.csv --out out', 'name a template file'],
])('%s: wrong arguments', (words, message) => {
  expect(parseInvocation(words.split(' '))).toEqual({ ok: false, error: message });
});
