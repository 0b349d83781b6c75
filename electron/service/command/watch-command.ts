import { resolve } from 'node:path';
import { requestHeader } from '#shared/contract/shapes/request-header.ts';
import { ServiceError } from '../errors/service-error.ts';
import { findMediaTools } from '../ffmpeg/find-tools.ts';
import { thisMachine } from '../ffmpeg/machine.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { cacheFolder } from '../files/user-folders.ts';
import { createMovieInspector } from '../inspection/inspector.ts';
import { addressSource, webAddress } from '../tables/address-source.ts';
import { fileSource, type TableSource } from '../tables/table-source.ts';
import type { WatchInvocation } from './arguments.ts';
import { readTables } from './batch-tables.ts';
import { fileFailure } from './files/file-failure.ts';
import { makeOutputFolder } from './files/output-permissions.ts';
import { type CommandDependencies, renderCommand } from './render-command.ts';
import { withBrandChecks } from './required-check.ts';
import { CommandError, type Report } from './shown/report.ts';
import { type WatchedInputs, watchInputs } from './watch-films.ts';
import { openWatchFolder, type WatchFolder } from './watch-state.ts';
import { createWatchedTable, type WatchDependencies, type WatchEvent, type WatchedTable } from './watched-table.ts';

interface RunWatchDependencies extends Omit<CommandDependencies, 'onProgress' | 'tools'> {
  readonly onEvent: (event: WatchEvent) => void;
}

/** Runs `watch`: renders and checks films as the commands `render` and `check` do. Finds FFmpeg only once. */
export async function runWatch(args: WatchInvocation, dependencies: RunWatchDependencies): Promise<Report> {
  const { environment, signal } = dependencies;
  let found: Promise<MediaTools> | null = null;
  const tools = (): Promise<MediaTools> => {
    found ??= findMediaTools(environment, { signal, cacheFolder: cacheFolder(environment, process.platform) });
    return found;
  };
  const checkOf = async () =>
    args.requiredCheck && (await withBrandChecks(args.requiredCheck, args.brandFile, dependencies.folder));
  await checkOf();
  await using inspector = createMovieInspector();
  return await watchCommand(args, {
    ...dependencies,
    machine: thisMachine(),
    render: async ({ template, values, output }) =>
      await renderCommand(
        {
          ...{ ...args, command: 'render', template, output, variablesFile: null, brandFile: null },
          requiredCheck: await checkOf(),
          variables: [...values].map(([name, value]) => ({ name, value })),
        },
        { ...dependencies, tools, inspector, onProgress: () => undefined },
      ),
  });
}

/** The environment variable with a header for the address of a table, such as `Authorization: Bearer …`. */
const HEADER_VARIABLE = 'SCENEWRIGHT_TABLE_HEADER';

/**
 * Makes the films that are missing for the rows of a table. Repeats this after each change of the table, the template,
 * or an asset. Ends after the first films with `--once`, otherwise when the signal aborts.
 */
export async function watchCommand(args: WatchInvocation, dependencies: WatchDependencies): Promise<Report> {
  const { folder, umask, signal } = dependencies;
  const path = resolve(folder, args.output);
  if (!args.dryRun)
    await makeOutputFolder(path, umask).catch((error: unknown) => {
      throw new CommandError('command/output-refused', fileFailure(args.output, error), { cause: error });
    });
  using films = await openWatchFolder(path, { name: args.output, readOnly: args.dryRun, signal });
  if (films.notice !== null) dependencies.onEvent({ event: 'problem', message: films.notice });
  await using source = sourceOf(args, films, dependencies);
  const watched = createWatchedTable(args, films, dependencies);
  const report = { problems: [], source: null, result: { command: 'watch', template: args.template }, lines: [] };
  try {
    if (args.once || args.dryRun) {
      const { bytes } = await source.next(signal);
      const guardFailure = await watched.apply(bytes);
      await watched.idle();
      return { ...report, failure: guardFailure ?? watched.failure() };
    }
    using inputs = await watchInputs(args, folder, films, watched.usesAsset);
    await watchUntilAbort(source, inputs, watched, signal);
    return { ...report, failure: null };
  } finally {
    await watched.finished();
  }
}

/** Applies each change. Rejects with the error of a film or with the signal's reason. */
async function watchUntilAbort(
  source: TableSource,
  inputs: WatchedInputs,
  watched: WatchedTable,
  signal: AbortSignal,
): Promise<never> {
  let bytes: Uint8Array | null = null;
  const nextContent = () =>
    source.next(signal).then(
      ({ bytes: read }) => ({ kind: 'content', read }) as const,
      (error: unknown) => ({ kind: 'fault', error }) as const,
    );
  const nextInputs = () => inputs.next(signal).then(() => ({ kind: 'inputs' }) as const);
  let [content, changedInputs] = [nextContent(), nextInputs()];
  for (;;) {
    const change = await Promise.race([content, changedInputs, watched.failed]);
    signal.throwIfAborted();
    if (change.kind === 'inputs') changedInputs = nextInputs();
    else content = nextContent();
    if (change.kind === 'content') bytes = change.read;
    if (change.kind === 'fault') {
      if (!(change.error instanceof ServiceError)) throw change.error;
      watched.pause(change.error.message);
    } else if (bytes !== null) await watched.apply(bytes);
  }
}

/** Opens the table of the command: a file, or an address. */
function sourceOf(args: WatchInvocation, films: WatchFolder, dependencies: WatchDependencies): TableSource {
  const { folder, environment, signal, watchFolder, wait } = dependencies;
  const isAddress = /^https?:\/\//i.test(args.rows);
  if (isAddress) {
    const policy = { allowHosts: new Set(args.allowedHosts.map((host) => host.toLowerCase())), allowLoopback: true };
    return addressSource(webAddress(args.rows, policy).href, {
      policy,
      every: args.every,
      header: headerIn(environment),
    });
  }
  let endedWithLine = false;
  const isCut = async (bytes: Uint8Array): Promise<boolean> => {
    const endsWithLine = bytes.at(-1) === LINE_FEED;
    if (endedWithLine && !endsWithLine) return true;
    const isRead = await readTables(args, folder, signal, bytes).then(
      () => true,
      (error: unknown) => {
        if (error instanceof CommandError) return false;
        throw error;
      },
    );
    if (isRead) endedWithLine = endsWithLine;
    return !isRead;
  };
  const before = films.table.bytes;
  return fileSource(resolve(folder, fileOf(args.rows)), {
    ...{ isCut, before },
    ...(watchFolder && { watchFolder }),
    ...(wait && { wait }),
  });
}

const LINE_FEED = 10;

/** Returns the file path without the sheet name of `file.xlsx#Sheet1`. */
function fileOf(rows: string): string {
  const at = rows.indexOf('#');
  return at <= 0 ? rows : rows.slice(0, at);
}

function headerIn(environment: WatchDependencies['environment']): { name: string; value: string } | null {
  const text = environment[HEADER_VARIABLE] ?? '';
  if (text === '') return null;
  const [, name, value] = /^([^:]+): *(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new CommandError('command/usage', `${HEADER_VARIABLE} isn’t a header, such as “Authorization: Bearer …”.`);
  const [fault] = requestHeader.safeParse({ name, value }).error?.issues ?? [];
  if (fault !== undefined) throw new CommandError('command/usage', `${HEADER_VARIABLE}: ${fault.message}`);
  return { name: name.toLowerCase(), value };
}
