import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { noTableChoices, readTable } from '#shared/batch/read-table.ts';
import { required } from '#shared/lib/assert.ts';
import { jsonOf, requestOf } from '../testing/calls.ts';
import { manualWorker } from '../testing/hand-worker.ts';
import { openJobWorld } from '../testing/job-world.ts';
import type { BatchBody } from './batch-values.ts';

const movie = (width: number, height: number, inside: string) =>
  `<movie width="${width}" height="${height}" framerate="10" language="en"><scene duration="5">${inside}</scene></movie>`;
const TITLE = '<text content="${title}" width="60" height="20" size="8"/>';
const LOGO = '<image src="${logo}"/>';

async function openWorld() {
  const folder = await temporaryFolder();
  const worker = manualWorker(folder.path);
  const world = await openJobWorld(folder.path, { worker });
  world.putMovie(world.project, 'wide', movie(64, 36, TITLE));
  world.putMovie(world.project, 'tall', movie(36, 64, TITLE + LOGO));
  world.queue.start();
  const { handlers } = world;
  const at = (batch: unknown) => ({ parameters: { project: 'p1', batch: String(batch) }, query: {}, body: null });
  let ended = 0;
  return {
    world,
    worker,
    start: async (body: Partial<BatchBody>) =>
      jsonOf(
        await handlers.startBatch(
          requestOf<'startBatch'>({
            parameters: { region: 'local', project: 'p1' },
            query: {},
            body: { movies: ['wide', 'tall'], rows: [], filename: '${index}-${movie}-${language}', ...body },
          }),
        ),
      ),
    read: async (batch: unknown) => jsonOf(await handlers.readBatch(requestOf<'readBatch'>(at(batch)))),
    retry: async (batch: unknown) => jsonOf(await handlers.retryBatch(requestOf<'retryBatch'>(at(batch)))),
    again: async (batch: unknown, rows: string) =>
      jsonOf(await handlers.againBatch(requestOf<'againBatch'>({ ...at(batch), query: { rows } }))),
    csv: async (batch: unknown) => {
      const headers = { accept: 'text/csv' };
      const answer = await handlers.readManifest(requestOf<'readManifest'>({ ...at(batch), headers }));
      return 'text' in answer ? String(answer.text) : '';
    },
    /** Finishes the next films, and returns their works. */
    make: async (count: number) => {
      const first = ended;
      for (; ended < first + count; ended += 1) {
        await waitUntil(() => worker.runs.length > ended);
        const run = required(worker.runs[ended], 'a run');
        run.report({ kind: 'rendering' });
        await run.finish();
      }
      return worker.runs.slice(first, ended).map(({ work }) => work);
    },
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (batch: Readonly<Record<string, unknown>>) => batch['rows'] as readonly Row[];
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('a run', () => {
  it('makes films in the order of row, language, and template', async () => {
    await using test = await openWorld();
    await test.world.putAsset(test.world.project, 'logo.png', PNG);
    const rows = [1, 2].map((number) => ({ title: `t${number}`, logo: 'logo.png' }));
    const { id, counts, issues } = await test.start({ rows, languages: ['de', 'tr'] });
    expect([counts, issues]).toMatchObject([{ total: 8 }, []]);
    const works = await test.make(8);
    await waitUntil(async () => (await test.read(id))['state'] === 'ended');
    const read = await test.read(id);
    expect(read).toMatchObject({ movie: 'wide', movies: ['wide', 'tall'], languages: ['de', 'tr'] });
    expect(rowsOf(read).map(({ row, language, movie: name }) => [row, language, name])).toEqual(
      [1, 2].flatMap((row) => ['de', 'tr'].flatMap((tag) => ['wide', 'tall'].map((name) => [row, tag, name]))),
    );
    expect(rowsOf(read)[1]).toMatchObject({ index: 2, filename: '1-tall-de.mp4', frames: 5, state: 'succeeded' });
    expect(
      works.map(({ template, variables }) => [template.includes('"36" height="64"'), variables.get('=language')]),
    ).toEqual([1, 2].flatMap(() => ['de', 'tr'].flatMap((tag) => [false, true].map((isTall) => [isTall, tag]))));
  });

  it('omits films with errors, names them, and retries them', async () => {
    await using test = await openWorld();
    const rows = [
      { title: 'a', logo: 'logo.png' },
      { title: 'b', logo: 'logo.png', language: 'not a tag' },
    ];
    const { id, counts, issues } = await test.start({ rows, languageColumn: 'language' });
    expect(counts).toMatchObject({ total: 4, failed: 3 });
    const left = (row: number, name: string, code: string) => ({
      ...{ code: 'batch/cell', line: row, path: `rows[${row}]` },
      values: { row, movie: name, language: 'en', problem: { code } },
    });
    expect(issues).toMatchObject([
      left(1, 'tall', 'source/no-asset'),
      left(2, 'wide', 'field/no-language'),
      left(2, 'tall', 'field/no-language'),
    ]);
    const [work] = await test.make(1);
    expect(work?.variables.get('title')).toBe('a');
    await waitUntil(async () => (await test.read(id))['state'] === 'ended');
    expect(rowsOf(await test.read(id))[1]).toMatchObject({ state: 'failed', reason: 'batch/cell', sha256: null });

    await test.world.putAsset(test.world.project, 'logo.png', PNG);
    await test.retry(id);
    const again = await test.make(1);
    expect(again.map(({ variables }) => variables.get('title'))).toEqual(['a']);
    await waitUntil(async () => (await test.read(id))['state'] === 'ended');
    expect((await test.read(id))['counts']).toMatchObject({ succeeded: 2, failed: 2 });
  });

  it('is refused if no film is possible', async () => {
    await using test = await openWorld();
    const refused = test.start({ movies: ['tall'], rows: [{ title: 'a', logo: 'logo.png' }] });
    await expect(refused).rejects.toMatchObject({ code: 'batch/invalid', issues: [{ code: 'batch/cell' }] });
    expect(test.world.foundation.database.all('SELECT id FROM render UNION ALL SELECT id FROM batch')).toEqual([]);
  });

  it('is refused if it has more than 10,000 films', async () => {
    await using test = await openWorld();
    const rows = Array.from({ length: 2501 }, () => ({ title: 'a' }));
    const values = { rows: 2501, movies: 2, languages: 2, films: 10_004, most: 10_000 };
    const refused = test.start({ rows, languages: ['de', 'en'] });
    await expect(refused).rejects.toMatchObject({ code: 'batch/too-many', says: { values } });
  });

  it.each([
    [{ movie: 'wide' }, 'movies'],
    [{ movies: ['wide', 'Wide'] }, 'movies'],
    [{ languages: ['de', 'x!'] }, 'languages'],
    [{ languages: ['de'], languageColumn: 'title' }, 'languageColumn'],
    [{ languageColumn: 'tongue' }, 'languageColumn'],
    [{ filename: 'films/../${index}' }, 'filename'],
    [{ filename: '/${index}' }, 'filename'],
  ])('refuses %j', async (body, path) => {
    await using test = await openWorld();
    const refused = test.start({ rows: [{ title: 'a' }], ...body });
    await expect(refused).rejects.toMatchObject({ code: 'render/invalid', issues: [{ path }] });
  });

  it('creates folders from the pattern but not from values', async () => {
    await using test = await openWorld();
    const rows = ['a/b', '..', 'A-B'].map((title) => ({ title }));
    const { id, issues } = await test.start({
      movies: ['wide'],
      rows,
      filename: '${movie}-${width}x${height}/${title}',
    });
    expect(rowsOf(await test.read(id)).map(({ filename }) => filename)).toEqual([
      ...['wide-64x36/a-b.mp4', 'wide-64x36/film.mp4', 'wide-64x36/A-B-2.mp4'],
    ]);
    expect(issues).toMatchObject([
      { code: 'file-name/altered', line: 1, values: { name: 'wide-64x36/a-b.mp4' } },
      { code: 'file-name/altered', line: 2 },
      { code: 'file-name/altered', line: 3 },
    ]);
  });

  it('treats a column as used if one of its templates uses it', async () => {
    await using test = await openWorld();
    await test.world.putAsset(test.world.project, 'logo.png', PNG);
    const { issues } = await test.start({ rows: [{ title: 'a', logo: 'logo.png', other: 'x' }] });
    expect(issues).toMatchObject([{ code: 'variable/unused', path: 'rows[1].other' }]);
  });

  it('makes chosen films again in a new run', async () => {
    await using test = await openWorld();
    await test.world.putAsset(test.world.project, 'logo.png', PNG);
    const rows = [1, 2].map((number) => ({ title: `t${number}`, logo: 'logo.png' }));
    const { id } = await test.start({ rows, languages: ['de', 'tr'] });
    await test.make(8);
    await waitUntil(async () => (await test.read(id))['state'] === 'ended');
    const again = await test.again(id, '4,7');
    const works = await test.make(2);
    expect(works.map(({ template }) => template.includes('"36" height="64"'))).toEqual([true, false]);
    expect(rowsOf(await test.read(again['id']))).toMatchObject([
      { index: 1, row: 1, language: 'tr', movie: 'tall', filename: '1-tall-tr.mp4' },
      { index: 2, row: 2, language: 'tr', movie: 'wide', filename: '2-wide-tr.mp4' },
    ]);
  });

  it('has a manifest that survives a spreadsheet', async () => {
    await using test = await openWorld();
    const titles = ['=1+1', "'=1+1", '00123', ' b, "c"\r\nd;\te', '-5.50', '1e5', 'ä ß 漢', "'quoted'"];
    const { id } = await test.start({ movies: ['wide'], rows: titles.map((title) => ({ title })), languages: ['de'] });
    await test.make(titles.length);
    await waitUntil(async () => (await test.read(id))['state'] === 'ended');
    const csv = await test.csv(id);
    // A spreadsheet saves the cells with semicolons, a byte order mark, and quotes around each cell.
    const saved = `\uFEFF${cellsOf(csv)
      .map((cells) => cells.map(quoted).join(';'))
      .join('\n')}\n`;
    for (const text of [csv, saved]) {
      const [columns = [], ...records] = cellsOf(text);
      const read = records.map((cells) =>
        Object.fromEntries(columns.map((column, at) => [column, (cells[at] ?? '').replace(/^'(?='*[=+\-@\t\r])/, '')])),
      );
      expect(read).toEqual(
        rowsOf(await test.read(id)).map(({ variables, ...row }) => ({
          ...Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)]),
          ),
          'variables.title': (variables as Readonly<Record<string, string>>)['title'],
        })),
      );
    }
  });
});

/** Returns the cells of a table as the program reads it. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const choices = { ...noTableChoices, header: false };
  const read = readTable(new TextEncoder().encode(text), choices, { variables: [], columnName: String });
  if (!read.ok) throw new Error('unreadable');
  return read.value.table.rows;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
