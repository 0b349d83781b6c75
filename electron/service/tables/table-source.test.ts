import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { fileSource } from './table-source.ts';

const HEADER = 'id,title\n';
const TEN_ROWS = Array.from({ length: 10 }, (_, at) => `${at},Title ${at}\n`).join('');
const SIX_ROWS = Array.from({ length: 6 }, (_, at) => `${at},Titel ${at}\n`).join('');
const FOUR_ROWS = Array.from({ length: 4 }, (_, at) => `${at + 6},Titel ${at + 6}\n`).join('');

/**
 * Opens a source whose waits take no time. `duringWait` runs at each wait with its number, from 1. `look` ends a wait for
 * a change.
 */
async function openSource(duringWait: (file: string, wait: number) => Promise<void>, text: string) {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'rows.csv');
  await writeFile(file, text);
  const waits: number[] = [];
  let look: () => void = () => undefined;
  const source = fileSource(file, {
    isCut: async (bytes) => bytes.at(-1) !== 10,
    watchFolder: (_, report) => {
      look = () => report(null);
      return { [Symbol.dispose]: () => undefined };
    },
    wait: async (milliseconds) => {
      waits.push(milliseconds);
      await duringWait(file, waits.length);
    },
  });
  const { signal } = new AbortController();
  return {
    file,
    waits,
    read: async () => {
      const next = source.next(signal);
      look();
      return Buffer.from((await next).bytes).toString();
    },
    [Symbol.asyncDispose]: async () => {
      await source[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('a table that a program writes with a pause is read once', async () => {
  let pausedAt = Number.POSITIVE_INFINITY;
  await using source = await openSource(async (file, wait) => {
    if (wait === pausedAt) await appendFile(file, FOUR_ROWS);
  }, HEADER + TEN_ROWS);
  expect(await source.read()).toBe(HEADER + TEN_ROWS);
  // The file is steady after the first wait, and the program continues during the third.
  pausedAt = source.waits.length + 3;
  await writeFile(source.file, HEADER + SIX_ROWS);
  expect(await source.read()).toBe(HEADER + SIX_ROWS + FOUR_ROWS);
});

test('a file with fewer rows is read after the last check', async () => {
  await using source = await openSource(async () => undefined, HEADER + TEN_ROWS);
  await source.read();
  const before = source.waits.length;
  await writeFile(source.file, HEADER + SIX_ROWS);
  expect(await source.read()).toBe(HEADER + SIX_ROWS);
  expect(source.waits.slice(before)).toEqual([300, 300, 600, 1200, 2400, 4800]);
});

test('a file with shorter cells is read immediately', async () => {
  await using source = await openSource(async () => undefined, HEADER + TEN_ROWS);
  await source.read();
  const before = source.waits.length;
  await writeFile(source.file, HEADER + TEN_ROWS.replaceAll('Title', 'T'));
  expect(await source.read()).toBe(HEADER + TEN_ROWS.replaceAll('Title', 'T'));
  expect(source.waits.slice(before)).toEqual([300]);
});
