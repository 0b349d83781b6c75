import { open, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isBundleName } from '#shared/names/bundle-name.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { bundleFiles, type DesignFiles, type FolderFile, shippedFiles } from '../designs/folder-files.ts';
import { createMovieInspector } from '../inspection/inspector.ts';
import { nearNames } from '../text/near-names.ts';
import type { NewInvocation } from './designs-arguments.ts';
import { builtInDesigns } from './designs-command.ts';
import { fileFailure, systemErrorCode } from './files/file-failure.ts';
import { openOutputFolder } from './files/output-file.ts';
import { fileRights } from './files/output-permissions.ts';
import { CommandError, type Report } from './shown/report.ts';

/** The dependencies of the command. */
export interface NewDependencies {
  /** The working directory. */
  readonly folder: string;
  readonly umask: number;
  readonly signal: AbortSignal;
}

/**
 * Copies a design into a folder: all of its files, or none after an error. Throws `command/output-refused` if a file
 * name is taken, `command/no-design`, `design/…`, and `bundle/…`.
 */
export async function newCommand(args: NewInvocation, dependencies: NewDependencies): Promise<Report> {
  const folder = resolve(dependencies.folder, args.folder);
  await using scope = new AsyncDisposableStack();
  const design = isBundleName(args.design) ? await fromBundle(args, dependencies, scope) : await fromProgram(args);
  await requireFree(folder, design.files, args.folder);
  await using output = await openOutputFolder(join(folder, 'any'), args.folder, dependencies.umask);
  await writeAll(folder, design.files, dependencies);
  output.keep();
  const files = design.files.map(({ name }) => name);
  return {
    ...{ failure: null, problems: [], source: null },
    result: { command: 'new', design: args.design, folder: args.folder, templates: design.templates, files },
    lines: await linesFor(design, args.folder),
  };
}

async function fromProgram({ design: name, size }: NewInvocation): Promise<DesignFiles> {
  const designs = await builtInDesigns();
  const design = designs.find((candidate) => candidate.name === name);
  if (design !== undefined) return shippedFiles(design, size);
  const names = designs.map((candidate) => candidate.name);
  const [near] = nearNames(() => names).of(name);
  const others = names.length === 0 ? 'No designs found.' : `Choose from ${names.join(', ')}.`;
  throw new CommandError(
    'command/no-design',
    `The design ${name} doesn’t exist. ${near === undefined ? others : `Did you mean ${near}?`}`,
  );
}

async function fromBundle(
  { design, size }: NewInvocation,
  { folder, signal }: NewDependencies,
  scope: AsyncDisposableStack,
): Promise<DesignFiles> {
  const file = await open(resolve(folder, design)).catch((cause: unknown) => {
    throw new CommandError('command/no-design', fileFailure(design, cause), { cause });
  });
  scope.defer(() => file.close());
  const inspector = scope.use(createMovieInspector());
  return await bundleFiles(file, size, inspector, signal);
}

/** Throws if a file exists. It can be a user's work, so it is never overwritten. */
async function requireFree(folder: string, files: readonly FolderFile[], name: string): Promise<void> {
  for (const file of files) {
    const existing = await stat(join(folder, file.name)).catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error))) return null;
      throw error;
    });
    if (existing !== null)
      throw new CommandError(
        'command/output-refused',
        `${join(name, file.name)} already exists and wasn’t changed. Choose another folder.`,
      );
  }
}

/** Writes all files. Removes the written files if one fails. */
async function writeAll(
  folder: string,
  files: readonly FolderFile[],
  { umask, signal }: NewDependencies,
): Promise<void> {
  const written: string[] = [];
  try {
    for (const { name, bytes } of files) {
      signal.throwIfAborted();
      const path = join(folder, name);
      await using file = await open(path, 'wx', fileRights(umask));
      written.push(path);
      if (process.platform !== 'win32') await file.chmod(fileRights(umask));
      for await (const piece of bytes()) await file.writeFile(piece);
    }
  } catch (error) {
    for (const path of written) await rm(path, { force: true });
    throw signal.aborted ? error : refusalOf(error);
  }
}

/** Converts a system error into a {@link CommandError}; returns other errors unchanged. */
function refusalOf(cause: unknown): unknown {
  if (!(cause instanceof Error && 'syscall' in cause)) return cause;
  return new CommandError('command/output-refused', `The files can’t be written there (${systemErrorCode(cause)}).`, {
    cause,
  });
}

/** Returns the lines about the created files and about useful next commands. */
async function linesFor({ file, templates, files }: DesignFiles, folder: string): Promise<readonly string[]> {
  const [first = ''] = templates;
  const variable = await firstTextVariable(files.find(({ name }) => name === first));
  const values = variable === null ? '' : ` --var ${variable}=…`;
  return [
    `Created ${file.title.en} in ${folder}: ${templates.join(', ')} and ${files.length - templates.length} other files.`,
    `List its variables:  scenewright variables ${join(folder, first)}`,
    `Render it:           scenewright render ${join(folder, first)} --out film.mp4${values}`,
  ];
}

/** Returns the first text variable that a template declares; null if there is none. */
async function firstTextVariable(template: FolderFile | undefined): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  for await (const piece of template?.bytes() ?? []) pieces.push(piece);
  const { source } = readTemplate(Buffer.concat(pieces));
  const declared = source === null ? [] : [...declarationsIn(source.document.root).values()];
  return declared.find(({ type }) => type === 'text')?.name ?? null;
}
