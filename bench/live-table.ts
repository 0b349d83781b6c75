import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileSource } from '#service/tables/table-source.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { promisedRow } from './promised.ts';
import type { Row } from './report.ts';
import { type BenchService, startService } from './service.ts';

/** The promised time in seconds from a saved cell to the start of its film, with and without events of the system. */
const FILM_SECONDS = 2;
const SILENT_SECONDS = 3;
/** The age in milliseconds of a file that no program is writing. */
const OLD_MS = 2500;
const ROWS = 20;

/** The ways in which programs save a table. */
const SAVES: readonly ((file: string, text: string) => Promise<void>)[] = [
  (file, text) => writeFile(file, text),
  async (file, text) => {
    await writeFile(`${file}.tmp`, text);
    await rename(`${file}.tmp`, file);
  },
  async (file, text) => {
    await writeFile(join(file, '..', '.~lock.people.csv#'), '');
    await writeFile(file, text);
  },
];

/**
 * Measures the time from a saved cell of a live table to the start of its film, and the time in which a file is read
 * whose folder reports no changes, as on some network drives.
 */
export async function benchLiveTable(rounds: number): Promise<readonly Row[]> {
  return [await benchSavedCell(rounds), await benchSilentFolder(rounds)];
}

async function benchSavedCell(rounds: number): Promise<Row> {
  await using folder = await temporaryFolder();
  const tables = join(folder.path, 'tables');
  const file = join(tables, 'people.csv');
  await mkdir(tables);
  await writeFile(file, tableText(-1));
  await using service = await startService(join(folder.path, 'workspace'), { options: ['--tables', tables] });
  const json = async (call: string, body: string, type: string) =>
    await (await service.fetch(call, { method: 'POST', body, headers: { 'content-type': type } })).json();
  const { uid }: { readonly uid: string } = await json('/v1/project/Live', '', 'application/json');
  const movie =
    '<movie width="64" height="64" framerate="10"><scene duration="1"><solid color="${color}"/></scene></movie>';
  await json(`/v1/sdl/${uid}/card`, movie, 'application/xml');
  const settings = { name: 'People', movie: 'card', source: { kind: 'file', name: 'people.csv' } };
  const path = `/v1/tables/${uid}`;
  const { id }: { readonly id: string } = await json(
    `${path}?start=true`,
    JSON.stringify(settings),
    'application/json',
  );
  await untilRows(service, `${path}/${id}/rows?limit=1`, ({ state }) => state === 'current');
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const save of SAVES) {
      // A file that was just written must stay unchanged for some time.
      await pause(OLD_MS);
      const color = colorOf(seconds.length);
      await save(file, tableText(seconds.length));
      const savedAt = performance.now();
      await untilRows(
        service,
        `${path}/${id}/rows?limit=1`,
        ({ cells, state }) => cells.color === color && state !== 'waiting',
      );
      seconds.push((performance.now() - savedAt) / 1000);
    }
  return promisedRow({ name: 'live table', what: 'from a saved cell to the start of its film' }, FILM_SECONDS, seconds);
}

interface ShownRow {
  readonly state: string;
  readonly cells: { readonly color: string };
}

/** Polls the first row of a live table until it meets a condition. */
async function untilRows(service: BenchService, path: string, isReady: (row: ShownRow) => boolean): Promise<void> {
  for (;;) {
    const { rows }: { readonly rows: readonly ShownRow[] } = await (await service.fetch(path)).json();
    const [first] = rows;
    if (first !== undefined && isReady(first)) return;
    await pause(10);
  }
}

async function benchSilentFolder(rounds: number): Promise<Row> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'people.csv');
  await writeFile(file, tableText(-1));
  const watchFolder = () => ({ [Symbol.dispose]: () => undefined });
  await using source = fileSource(file, { isCut: async () => false, watchFolder });
  const { signal } = new AbortController();
  await source.next(signal);
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const change = source.next(signal);
    await pause(OLD_MS + (round * 2000) / rounds);
    await writeFile(file, tableText(round));
    const savedAt = performance.now();
    await change;
    seconds.push((performance.now() - savedAt) / 1000);
  }
  return promisedRow(
    { name: 'live table, silent folder', what: 'from a saved cell to its reading, without events' },
    SILENT_SECONDS,
    seconds,
  );
}

function colorOf(round: number): string {
  return `#${(round + 16).toString(16).padStart(6, '0')}`;
}

/** Returns a table whose first row changes in each round. */
function tableText(round: number): string {
  const rows = Array.from({ length: ROWS }, (_, at) => `${at},${at === 0 ? colorOf(round) : '#204080'}`);
  return ['id,color', ...rows, ''].join('\n');
}
