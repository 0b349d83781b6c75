import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DESIGN_DATA_FILE } from '#shared/designs/design-file.ts';
import { decodeText } from '#shared/lib/decode-text.ts';
import { caseSlug, templatesIn } from '../golden/golden-files.ts';
import { fileFailure, systemErrorCode } from './files/file-failure.ts';
import { type LoadedTemplate, loadTemplate } from './files/load-template.ts';
import { CommandError } from './shown/report.ts';
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

/** The name of the case without values. */
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

/** Returns whether `--only` names a template, or its case. */
export function isChosen(template: string, name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(template) || only.includes(`${template}.${name}`);
}

/** Reads a file of cases: an object of names with objects of values. Returns nothing for a missing file. */
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
    const read = parseVariables(JSON.stringify(values));
    if (!read.ok) throw unreadable(`${file}: ${name}${read.error}`);
    return [name, read.value] as const;
  });
}

function unreadable(message: string, cause?: unknown): CommandError {
  return new CommandError('command/variables-unreadable', message, { cause });
}

/** The maximum size of the files of a revision, in bytes. */
const MAX_ARCHIVE = 2 ** 30;
const BLOCK = 512;

/**
 * Writes the files that a folder has at a Git revision into another folder. Throws `command/template-unreadable` if Git
 * does not know the revision.
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
      throw new CommandError('command/template-unreadable', message, { cause });
    },
  );
  for (const { path, bytes } of filesInTar(stdout)) {
    if (path.split('/').includes('..') || path.startsWith('/')) continue;
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), bytes);
  }
}

/** Yields the regular files of a tar archive with names of up to 255 bytes (POSIX ustar). */
function* filesInTar(archive: Buffer): Generator<{ readonly path: string; readonly bytes: Buffer }> {
  const text = (from: number, length: number) => archive.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const prefix = text(at + 345, 155);
    const type = text(at + 156, 1);
    const from = at + BLOCK;
    if (type === '0' || type === '')
      yield {
        path: [prefix, text(at, 100)].filter((part) => part !== '').join('/'),
        bytes: archive.subarray(from, from + size),
      };
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
}
