import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { openUnfinishedFilm } from '../engine/cache/unfinished-film.ts';
import { makeSheet, type SheetCell } from '../golden/contact-sheet.ts';
import { type CaseName, goldenCases, readGoldenFilm, removeGolden, shownName } from '../golden/golden-files.ts';
import type { GoldenRun } from '../golden/golden-film.ts';
import { runPool } from '../waiting/pool.ts';
import { openOutputFolder } from './files/output-file.ts';
import { fileRights } from './files/output-permissions.ts';
import { openFilmSources } from './film-sources.ts';
import type { PictureDependencies } from './picture-command.ts';
import { workshopIn } from './render-command.ts';
import { CommandError, type Report } from './shown/report.ts';
import { caseLines, caseResult, type TestedCase } from './shown/test-text.ts';
import type { TestInvocation } from './test-arguments.ts';
import { checkOutRevision, isChosen, readCases, type TestCase, testCase } from './test-cases.ts';

/**
 * The number of films that are made at the same time: one per core, and at least two, because a film waits for the
 * decoder and the disk. Each film uses up to 0.2 GiB.
 */
const AT_ONCE = Math.min(8, Math.max(2, availableParallelism()));
/** The maximum number of frames of a difference sheet. */
const MAX_SHEET_FRAMES = 40;
const SHEET_COLUMNS = 3;

/**
 * Compares the films of a folder with their golden files, or writes the golden files with `--update`. A difference,
 * or a damaged golden file causes the failure `command/test-failed`. Throws `command/usage` for a name or a revision
 * that does not exist.
 */
export async function testCommand(args: TestInvocation, dependencies: PictureDependencies): Promise<Report> {
  const { signal, umask } = dependencies;
  const folder = resolve(dependencies.folder, args.folder);
  const cases = await readCases(folder, args, dependencies.folder);
  await refuseUnknownNames(folder, args, cases);
  if (cases.length === 0) throw new CommandError('command/template-unreadable', `${args.folder} has no templates.`);
  const stale = args.against === null ? await staleCases(folder, args, cases) : [];
  const assetsFolder = args.assetsFolder ?? args.folder;
  await using sources = await openFilmSources({ assetsFolder, allowedHosts: args.allowedHosts }, dependencies);
  const { locating, tools, scratch, cache } = sources;
  const workshop = workshopIn(cache, scratch);
  const run: GoldenRun = { locating, tools, folder: scratch, workshop, signal };
  const other = args.against === null ? null : await otherFolder(args.against, folder, { ...dependencies, scratch });
  await using otherSources =
    other === null
      ? null
      : await openFilmSources({ assetsFolder: other, allowedHosts: args.allowedHosts }, dependencies);
  const others = other === null ? [] : await readCases(other, args, dependencies.folder);
  const tested = new Map<TestCase, TestedCase>();
  await runPool([...cases], AT_ONCE, signal, async (test) => {
    const against = otherSources === null ? null : { run: { ...run, locating: otherSources.locating }, cases: others };
    tested.set(test, await testCase(test, { args, folder, run, against }));
  });
  const results = cases.flatMap((test) => tested.get(test) ?? []);
  if (args.update) await updateFiles(results, stale, { folder, umask, signal });
  const sheet = args.sheet === null ? null : await writeSheet(results, args.sheet, { ...dependencies, run });
  const refused = results.find(({ problems }) => problems.some(({ severity }) => severity === 'error'));
  const staleLines = stale.map(
    (name) => `${shownName(name)}: its template or case no longer exists${args.update ? '; removed' : ''}.`,
  );
  return {
    problems: refused?.problems ?? [],
    source: cases.find((test) => tested.get(test) === refused)?.loaded.displayed ?? null,
    result: {
      command: 'test',
      folder: args.folder,
      cases: results.map(caseResult),
      stale: stale.map(shownName),
      sheet,
    },
    lines: [
      ...results.flatMap(caseLines),
      ...staleLines,
      ...(sheet === null ? [] : [`${sheet}: the difference sheet.`]),
      `${results.length} ${results.length === 1 ? 'film' : 'films'}: ${countText(results)}.`,
    ],
    failure: failureOf(results, args.update ? 0 : stale.length, args.update),
  };
}

function countText(results: readonly TestedCase[]): string {
  const counts = Map.groupBy(results, ({ state }) => state);
  return [...counts].map(([state, all]) => `${all.length} ${state}`).join(', ');
}

function failureOf(results: readonly TestedCase[], stale: number, isUpdate: boolean): Report['failure'] {
  const count = (isCounted: (result: TestedCase) => boolean) => results.filter(isCounted).length;
  const damaged = count(({ reason }) => reason !== null);
  const refused = count(({ state }) => state === 'refused') - damaged;
  const failed = count(({ state }) => state === 'different' || state === 'missing');
  if (refused + damaged + failed + stale === 0) return null;
  const parts = [
    ...(refused === 0 ? [] : [`${refused} with errors`]),
    ...(damaged === 0 ? [] : [`${damaged} with damaged golden files`]),
    ...(failed === 0 ? [] : [`${failed} different or without a golden file`]),
    ...(stale === 0 ? [] : [`${stale} golden files without a template or case`]),
  ];
  const advice = !isUpdate && failed + stale > 0 ? ' Accept changes with --update.' : '';
  return { code: 'command/test-failed', message: `${parts.join(', ')}.${advice}`, log: [] };
}

/** Throws `command/usage` if a name of `--only` names neither a template, nor a case, nor a golden file. */
async function refuseUnknownNames(
  folder: string,
  { only, folder: shown }: TestInvocation,
  cases: readonly TestCase[],
): Promise<void> {
  if (only.length === 0) return;
  const known = [...cases, ...(await goldenCases(folder))];
  const unknown = only.find((name) => !known.some((each) => isChosen(each.template, each.name, [name])));
  if (unknown !== undefined)
    throw new CommandError('command/usage', `--only ${unknown}: ${shown} has no template or case with this name.`);
}

/** Returns the golden files that belong to no case. */
async function staleCases(
  folder: string,
  { only }: TestInvocation,
  cases: readonly TestCase[],
): Promise<readonly CaseName[]> {
  const known = new Set(cases.map(shownName));
  const all = await goldenCases(folder);
  const open = all.filter((name) => !known.has(shownName(name)) && isChosen(name.template, name.name, only));
  const stale: CaseName[] = [];
  for (const name of open) if ((await readGoldenFilm(folder, name)).ok) stale.push(name);
  return stale;
}

/** Returns the folder to compare with. A revision is written into a temporary folder. */
async function otherFolder(
  against: string,
  folder: string,
  { folder: working, scratch, signal }: PictureDependencies & { readonly scratch: string },
): Promise<string> {
  const path = resolve(working, against);
  const facts = await stat(path).catch(() => null);
  if (facts?.isDirectory()) return path;
  const target = await mkdtemp(join(scratch, 'revision-'));
  await checkOutRevision(against, folder, target, signal);
  return target;
}

interface GoldenFolder {
  readonly folder: string;
  readonly umask: number;
  readonly signal: AbortSignal;
}

/** Writes the golden files of all films without errors, and deletes golden files of removed films. */
async function updateFiles(
  results: readonly TestedCase[],
  stale: readonly CaseName[],
  { folder, umask, signal }: GoldenFolder,
): Promise<void> {
  for (const { files } of results)
    for (const [path, bytes] of files ?? []) {
      signal.throwIfAborted();
      if (bytes === null) await rm(path, { force: true });
      else await writeOutput(path, relative(folder, path), bytes, umask);
    }
  for (const name of stale) await removeGolden(folder, name);
}

async function writeOutput(path: string, name: string, bytes: Uint8Array, umask: number): Promise<void> {
  await using outputFolder = await openOutputFolder(path, name, umask);
  await using file = await openUnfinishedFilm(path, fileRights(umask));
  await writeFile(file.path, bytes);
  await file.finish();
  outputFolder.keep();
}

/** Writes the difference sheet; null if no frame differs. */
async function writeSheet(
  results: readonly TestedCase[],
  name: string,
  { folder, umask, run, signal }: PictureDependencies & { readonly run: GoldenRun },
): Promise<string | null> {
  const cells = results.flatMap(({ template, name: ofCase, difference }): readonly SheetCell[] =>
    (difference?.cells ?? []).map((cell, index) =>
      index % SHEET_COLUMNS === 0 ? { ...cell, label: `${template} ${ofCase} · ${cell.label}` } : cell,
    ),
  );
  if (cells.length === 0) return null;
  const bytes = await makeSheet(
    inOneSize(cells.slice(0, SHEET_COLUMNS * MAX_SHEET_FRAMES)),
    { columns: SHEET_COLUMNS, format: 'png' },
    { tools: run.tools, signal },
  );
  await writeOutput(resolve(folder, name), name, bytes, umask);
  return name;
}

/** Pads pictures with black, so that films of several shapes fit into one sheet. */
function inOneSize(cells: readonly SheetCell[]): readonly SheetCell[] {
  const width = Math.max(...cells.map(({ picture }) => picture.width));
  const height = Math.max(...cells.map(({ picture }) => picture.height));
  return cells.map(({ picture, label }) => {
    if (picture.width === width && picture.height === height) return { picture, label };
    const pixels = new Uint8Array(3 * width * height);
    for (let row = 0; row < picture.height; row += 1)
      pixels.set(picture.pixels.subarray(3 * row * picture.width, 3 * (row + 1) * picture.width), 3 * row * width);
    return { picture: { width, height, pixels }, label };
  });
}
