import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DESIGN_DATA_FILE } from '#shared/designs/design-file.ts';
import { isDifferent } from '#shared/golden/compare-golden.ts';
import { decodeText } from '#shared/lib/decode-text.ts';
import { ok } from '#shared/lib/result.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { UndrawableFilmError } from '../golden/film-pictures.ts';
import {
  caseSlug,
  type GoldenFilm,
  goldenFiles,
  haveBytes,
  readGoldenFilm,
  templatesIn,
} from '../golden/golden-files.ts';
import {
  compareFilm,
  type EarlierFilm,
  type FilmDifference,
  type GoldenRun,
  goldenSheet,
  type MeasuredFilm,
  measureFilm,
  openCase,
} from '../golden/golden-film.ts';
import { fileFailure, systemErrorCode } from './files/file-failure.ts';
import { allProblems, type LoadedTemplate, loadTemplate } from './files/load-template.ts';
import { CommandError } from './shown/report.ts';
import type { TestedCase } from './shown/test-text.ts';
import type { TestInvocation } from './test-arguments.ts';
import { parseVariables, type VariableValues } from './variable-values.ts';

/** A template with the values of one case. */
export interface TestCase {
  /** The name of the template without `.xml`. */
  readonly template: string;
  /** The name of the case in file names. */
  readonly name: string;
  readonly values: VariableValues;
  readonly loaded: LoadedTemplate;
}

/** The case name for the default values. */
const DEFAULT_CASE = 'default';

/**
 * Returns the cases of all templates of a folder, sorted by template: the defaults first, then the cases in the order of
 * their files. Throws `command/template-unreadable` and `command/variables-unreadable`.
 */
export async function readCases(
  folder: string,
  { only, cases }: Pick<TestInvocation, 'only' | 'cases'>,
  workingFolder: string,
): Promise<readonly TestCase[]> {
  const templates = await templatesIn(folder).catch((cause: unknown) => {
    throw new CommandError('command/template-unreadable', fileFailure(folder, cause), { cause });
  });
  const shared =
    cases === null
      ? await valuesIn(join(folder, DESIGN_DATA_FILE))
      : await valuesIn(resolve(workingFolder, cases), true);
  const all: TestCase[] = [];
  for (const template of templates) {
    const own = cases === null ? await valuesIn(join(folder, `${template}.cases.json`)) : [];
    const byName = new Map<string, VariableValues>([[DEFAULT_CASE, new Map()]]);
    for (const [name, values] of [...shared, ...own]) byName.set(caseSlug(name), values);
    const names = [...byName.keys()].filter((name) => isChosen(template, name, only));
    if (names.length === 0) continue;
    const loaded = await loadTemplate(join(folder, `${template}.xml`), `${template}.xml`);
    for (const name of names) all.push({ template, name, values: byName.get(name) ?? new Map(), loaded });
  }
  return all;
}

/** Returns whether `--only` names the template or this case; true if it is empty. */
export function isChosen(template: string, name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(template) || only.includes(`${template}.${name}`);
}

/**
 * Reads a file of cases: an object that maps names to objects of values. Returns an empty list for a missing file
 * unless it is required.
 */
async function valuesIn(file: string, isRequired = false): Promise<readonly (readonly [string, VariableValues])[]> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    if (!isRequired && systemErrorCode(cause) === 'ENOENT') return null;
    throw unreadable(fileFailure(file, cause), cause);
  });
  if (bytes === null) return [];
  const text = decodeText(bytes);
  let json: unknown;
  try {
    json = text === null ? null : JSON.parse(text);
  } catch (cause) {
    throw unreadable(`${file}: isn’t JSON.`, cause);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw unreadable(`${file}: must contain a JSON object of cases, such as {"longest": {"name": "…"}}.`);
  return Object.entries(json).map(([name, values]) => {
    const read = parseVariables(JSON.stringify(withListTexts(values)));
    if (!read.ok) throw unreadable(`${file}: ${name}${read.error}`);
    return [name, read.value] as const;
  });
}

/** Returns the values with the texts of lists, which are JSON. */
function withListTexts(values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
  const texts = Object.entries(values).map(([name, value]: readonly [string, unknown]) =>
    Array.isArray(value) ? [name, JSON.stringify(value)] : [name, value],
  );
  return Object.fromEntries(texts);
}

function unreadable(message: string, cause?: unknown): CommandError {
  return new CommandError('command/variables-unreadable', message, { cause });
}

/** The number of compared frames of a new golden film. */
const DEFAULT_FRAMES = 6;

/** The earlier state of a case, and the environment. */
interface CaseContext {
  readonly args: TestInvocation;
  readonly folder: string;
  readonly run: GoldenRun;
  /** The films to compare with instead of golden files. */
  readonly against: { readonly run: GoldenRun; readonly cases: readonly TestCase[] } | null;
}

/** Makes the film of a case, and compares it with its golden file or with the other film. */
export async function testCase(test: TestCase, context: CaseContext): Promise<TestedCase> {
  const { template, name, loaded, values } = test;
  const base = { template, name, problems: [], reason: null, difference: null, files: null };
  const { source } = loaded;
  if (source === null) return { ...base, state: 'refused', problems: allProblems(loaded, []) };
  const read = context.against === null ? await readGoldenFilm(context.folder, test) : ok(null);
  if (!read.ok) return { ...base, state: 'refused', reason: read.error };
  try {
    const earlier = context.against === null ? null : await measureOther(test, context.against, context.args);
    const golden = earlier?.measured.golden ?? read.value?.golden ?? null;
    const measured = await measureFilm({ source, values }, momentsFor(golden, context.args), context.run);
    if (!measured.ok) return { ...base, state: 'refused', problems: allProblems(loaded, measured.error) };
    const film = earlier?.film ?? (read.value && earlierFilm(read.value, context.run));
    return await compared(test, context, measured.value, film);
  } catch (error) {
    if (!(error instanceof UndrawableFilmError)) throw error;
    return { ...base, state: 'refused', problems: allProblems(loaded, error.findings) };
  }
}

/** Returns the compared frames of the golden file. For a film without a golden file, returns new frames. */
function momentsFor(golden: GoldenFilm['golden'] | null, { frames, update, against }: TestInvocation) {
  const count = frames ?? DEFAULT_FRAMES;
  if (golden === null || ((update || against !== null) && frames !== null)) return { count };
  return { frames: golden.frames.map(({ frame }) => frame) };
}

/** Returns the film that golden files describe. */
function earlierFilm({ golden, stored, sheet }: GoldenFilm, run: GoldenRun): EarlierFilm {
  return {
    ...{ golden, sheet },
    open: async () => {
      const source = stored && readTemplate(stored.template).source;
      if (stored === null || source === null) return null;
      const opened = await openCase({ source, values: new Map(Object.entries(stored.values)) }, run);
      return opened.ok ? opened.value : null;
    },
  };
}

async function compared(
  { template, name, loaded, values }: TestCase,
  { args, folder, run }: CaseContext,
  measured: MeasuredFilm,
  earlier: EarlierFilm | null,
): Promise<TestedCase> {
  const difference: FilmDifference | null =
    earlier === null ? null : await compareFilm(earlier, measured, { ...run, tolerance: args.tolerance });
  const isEqual = difference !== null && !isDifferent(difference);
  const base = { template, name, problems: [], reason: null, difference };
  if (!args.update)
    return { ...base, files: null, state: difference === null ? 'missing' : isEqual ? 'equal' : 'different' };
  // Choose new frames for a film whose length changed.
  const remade =
    difference?.film.includes('length') && loaded.source !== null
      ? await measureFilm({ source: loaded.source, values }, { count: args.frames ?? DEFAULT_FRAMES }, run)
      : null;
  const written = remade?.ok ? remade.value : measured;
  const sheet = await goldenSheet(written, run);
  const storedNow = { template: loaded.source?.text ?? '', values: Object.fromEntries([...values].toSorted()) };
  const files = goldenFiles(folder, { template, name }, { golden: written.golden, stored: storedNow, sheet });
  // The same films can have other files: another FFmpeg made them, or a file was missing.
  const isUnchanged = isEqual && (await haveBytes(files));
  return { ...base, files, state: difference === null ? 'created' : isUnchanged ? 'equal' : 'updated' };
}

/** Makes the film of a case in the other folder; null if it has no such case. */
async function measureOther(
  { template, name }: TestCase,
  { run, cases }: NonNullable<CaseContext['against']>,
  { frames }: TestInvocation,
): Promise<{ readonly measured: MeasuredFilm; readonly film: EarlierFilm } | null> {
  const test = cases.find((each) => each.template === template && each.name === name);
  const source = test?.loaded.source ?? null;
  if (test === undefined || source === null) return null;
  const measured = await measureFilm({ source, values: test.values }, { count: frames ?? DEFAULT_FRAMES }, run);
  if (!measured.ok) return null;
  const { golden, pictures } = measured.value;
  return { measured: measured.value, film: { golden, sheet: null, open: () => Promise.resolve(pictures) } };
}

/** The maximum size of the files of a revision, in bytes. */
const MAX_ARCHIVE = 2 ** 30;
const BLOCK = 512;

/**
 * Writes the files that a folder has at a Git revision into another folder. Throws `command/template-unreadable` if the
 * revision does not exist.
 */
export async function checkOutRevision(
  revision: string,
  folder: string,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const run = promisify(execFile);
  const archive = ['-C', folder, 'archive', '--format=tar', revision];
  const { stdout } = await run('git', archive, { encoding: 'buffer', maxBuffer: MAX_ARCHIVE, signal }).catch(
    (cause: unknown) => {
      signal.throwIfAborted();
      const message = `${revision} is neither a folder nor a Git revision of ${folder}.`;
      throw new CommandError('command/usage', `--against ${message}`, { cause });
    },
  );
  for (const { path, bytes } of filesInTar(stdout)) {
    if (path.split('/').includes('..') || path.startsWith('/')) continue;
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), bytes);
  }
}

/** Yields the regular files of a tar archive (POSIX ustar, with the long names of pax headers). */
function* filesInTar(archive: Buffer): Generator<{ readonly path: string; readonly bytes: Buffer }> {
  const text = (from: number, length: number) => archive.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const prefix = text(at + 345, 155);
    const type = text(at + 156, 1);
    const from = at + BLOCK;
    const bytes = archive.subarray(from, from + size);
    const name = [prefix, text(at, 100)].filter((part) => part !== '').join('/');
    if (type === '0' || type === '') yield { path: longName ?? name, bytes };
    // A pax header has records such as `30 path=NAME`, which apply to the next file.
    longName = type === 'x' ? /^\d+ path=(.*)$/m.exec(bytes.toString('utf8'))?.[1] : undefined;
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
}
