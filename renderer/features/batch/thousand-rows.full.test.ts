// @module-tag full-scale
import { expect, test } from 'vitest';
import { tinyClip } from '#service/renders/testing/job-world.ts';
import { openService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { createRowChecker } from '#shared/batch/check-row.ts';
import { planFilms } from '#shared/batch/film-plan.ts';
import { matchColumns } from '#shared/batch/match-columns.ts';
import { noTableChoices, readTable } from '#shared/batch/read-table.ts';
import { rowValues } from '#shared/batch/row-values.ts';
import { ProblemError } from '#shared/contract/client.ts';
import { required } from '#shared/lib/assert.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** All films have the same picture, so that a thousand renders use the cache. Only the names of the scenes differ. */
const template = `<movie width="64" height="36" framerate="10">
  <scene name="\${title, Hello}" duration="\${frames, 5}"><video src="\${clip}"/></scene>
</movie>
`;
const ROWS = 1000;
const RENDERED = 24;
/** Every hundredth row names a missing clip, and every 250th has an invalid length. */
const isMissing = (row: number) => row % 100 === 40;
const isWrong = (row: number) => row % 250 === 10;

/** Returns the row of a fault such as `40 clip`. */
const rowOf = (fault: string) => fault.split(' ')[0];

function csvOfWindows(): Uint8Array {
  const lines = Array.from({ length: ROWS }, (_, at) => {
    const row = at + 1;
    const clip = isMissing(row) ? 'fehlt.mp4' : 'clip.mp4';
    return `"Größe ""${row}"";\r\nÄpfel";${clip};${isWrong(row) ? 'viele' : 5};Köln`;
  });
  const text = `Title;Clip;Frames;Straße\r\n${lines.join('\r\n')}\r\n`;
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

test('a batch of 1,000 rows renders only the valid rows', async () => {
  await using folder = await temporaryFolder();
  await using service = await openService();
  const { client } = service;
  const project = await service.createProject('Rows');
  const clip = new Uint8Array(await tinyClip(folder.path));
  await service.putAsset(project, 'clip.mp4', clip);
  await service.saveTemplate(project, 'card', template);

  const { document } = required(readTemplate(template).source, 'a template');
  const { variables } = listVariables(document);
  const names = variables.map(({ name }) => name);
  const read = readTable(csvOfWindows(), noTableChoices, { variables: names, columnName: (number) => `${number}` });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const { table, form, ragged } = read.value;
  expect(form).toEqual({ encoding: 'windows-1252', delimiter: ';', header: true });
  expect(ragged).toEqual([]);
  expect(table.columns).toEqual(['Title', 'Clip', 'Frames', 'Straße']);
  expect(table.rows).toHaveLength(ROWS);
  expect(table.rows[999]).toEqual(['Größe "1000";\r\nÄpfel', 'clip.mp4', '5', 'Köln']);

  // The page finds these faults before it sends a request.
  const uses = matchColumns(table.columns, names);
  expect(uses).toEqual(['title', 'clip', 'frames', null]);
  const mapped = new Set(uses.filter((use) => use !== null));
  const missingAsset = (name: string) => message('source/not-in-project', { name });
  const checker = createRowChecker({ document, assets: ['clip.mp4'], mapped, missingAsset });
  const checks = table.rows.map((row) => checker.check(rowValues(row, uses, variables).values));
  const faults = checks.flatMap(({ problems }, at) => problems.map(({ variable }) => `${at + 1} ${variable}`));
  const expected = Array.from({ length: ROWS }, (_, at) => at + 1).flatMap((row) => [
    ...(isWrong(row) ? [`${row} frames`] : []),
    ...(isMissing(row) ? [`${row} clip`] : []),
  ]);
  expect(faults).toEqual(expected);

  // If a caller sends the rows anyway, the service reports the same rows and columns, and renders nothing.
  const all = planFilms({
    ...{ table, uses, variables, extension: 'mp4', pattern: '${index} ${Straße}' },
    chosen: table.rows.map((_, at) => at),
  });
  if (!all.ok) throw new Error(inEnglish(all.error));
  const send = ({ rows, filename }: { readonly rows: readonly object[]; readonly filename: string }) =>
    client.call('startBatch', {
      parameters: { region: 'local', project },
      body: { movie: 'card', quality: 'draft', filename, rows: rows.map((row) => ({ ...row })) },
    });
  const refusal = await send(all.value).catch((error: unknown) => error);
  if (!(refusal instanceof ProblemError)) throw new Error('the batch was taken');
  expect(refusal.problem.code).toBe('batch/invalid');
  const places = (refusal.problem.issues ?? []).map(({ path }) => path);
  expect(places).toHaveLength(expected.length);
  for (const row of [10, 40]) expect(places.some((path) => path.includes(`${row}`))).toBe(true);

  // Render only enough valid rows for the manifest to contain every kind of cell.
  const isGood = (at: number) => checks[at]?.problems.length === 0;
  const good = table.rows.flatMap((_, at) => (isGood(at) ? [at] : [])).slice(0, RENDERED);
  expect(checks.filter(({ problems }) => problems.length === 0)).toHaveLength(ROWS - new Set(faults.map(rowOf)).size);
  const plan = planFilms({ table, uses, variables, extension: 'mp4', pattern: '${index} ${Straße}', chosen: good });
  if (!plan.ok) throw new Error(inEnglish(plan.error));
  const batch = await send(plan.value);
  const parameters = { project, batch: batch.id };
  await waitUntil(async () => (await client.call('readBatch', { parameters })).state === 'ended', 240);
  const { counts, rows } = await client.call('readBatch', { parameters });
  expect(counts).toMatchObject({ total: good.length, succeeded: good.length });
  expect(rows[0]).toMatchObject({ filename: '1 Köln.mp4', variables: { title: 'Größe "1";\r\nÄpfel' } });
  const manifest = await (await client.open('readManifest', { parameters, headers: { accept: 'text/csv' } })).text();
  const again = readTable(
    manifest,
    { ...noTableChoices, header: true },
    { variables: [], columnName: (number) => `${number}` },
  );
  expect(again.ok && again.value.table.rows).toHaveLength(good.length);
});
