import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { MediaMessages, ReachMessages } from '#shared/messages/films/media-messages.ts';
import { message } from '#shared/messages/message.ts';
import type { MessageIn } from '#shared/messages/message-in.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { SourceFailure } from '../errors/source-failure.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { digestFile, type FileDigest } from '../files/file-digest.ts';
import type { AddressPolicy } from '../network/address-guard.ts';
import { shownAddress } from '../network/shown-address.ts';
import { type NearNames, nearNames } from '../text/near-names.ts';
import { runTogether } from '../waiting/pool.ts';
import { lookInto, type ProbeRecord } from './facts/probe.ts';
import type { FetchLimits } from './fetch-source.ts';
import type { LocateSource } from './located-source.ts';
import { usableSource } from './requested-facts.ts';
import { openSourceStore, type SourceStore } from './source-store.ts';

export interface SourceLocatorOptions extends AddressPolicy {
  readonly tools: MediaTools;
  /** Where `src` names are looked up; nothing outside it is ever given. */
  readonly assetsFolder: string;
  /** Keeps digests, facts and fetched sources for the next render; null keeps nothing. */
  readonly cacheFolder: string | null;
  /** Instead of a store of its own; whoever gives it closes it. */
  readonly store?: SourceStore;
  /** Takes fetched sources where there is no cache folder; the caller removes it. */
  readonly scratchFolder: string;
  readonly onFetch?: (url: string, bytes: number, total: number | null) => void;
  readonly fetchLimits?: Partial<FetchLimits>;
  /** Whether sources that change midway are given as they are, and not as their steady copies. */
  readonly asIs?: boolean;
}

/** Finds the sources of a render. What was fetched stays on disk until the scope ends, whoever clears the cache. */
export interface SourceLocator extends AsyncDisposable {
  readonly locate: LocateSource;
}

/**
 * Makes what finds a render's sources, files of the assets folder by name and remote ones by fetching them, and looks
 * into them. It throws the signal's reason when aborted and `ServiceError` when ffprobe cannot be
 * run or the disk is full.
 */
export function createSourceLocator(options: SourceLocatorOptions): SourceLocator {
  const { tools, cacheFolder } = options;
  const store = options.store ?? openSourceStore(join(cacheFolder ?? options.scratchFolder, 'sources'));

  // Many names may be wrong for one reason; all are compared with the files as the first found them.
  let known: NearNames | null = null;
  const near = (names: readonly string[]): NearNames => {
    known ??= nearNames(() => names);
    return known;
  };
  const find = async (
    source: MediaSource,
    looks: boolean,
    signal: AbortSignal,
  ): Promise<Result<FoundFile, SourceFailure>> => {
    if (source.kind === 'asset') return locateAsset(source.name, options, looks, signal, near);
    const { url } = source;
    // Most films are made of files alone, and what asks servers takes a while to load.
    const { fetchSource } = await import('./fetch-source.ts');
    const limits = options.fetchLimits ?? {};
    const onProgress = (bytes: number, total: number | null) => options.onFetch?.(url, bytes, total);
    const file = await fetchSource(url, { store, policy: options, signal, onProgress, limits });
    return file.ok ? ok({ ...file.value, stamp: null, look: null }) : file;
  };
  const locate: SourceLocator['locate'] = async ({ source, kind }, signal) => {
    const file = await find(source, kind === 'media', signal);
    if (!file.ok) return err(asSentence(file.error));
    const { look, ...found } = file.value;
    const facts = await usableSource(found, kind, { tools, store, cacheFolder, signal, look, asIs: options.asIs });
    if (facts.ok) return ok(facts.value);
    const { code, reason } = facts.error;
    return err(asSentence({ code, says: unusable(nameOf(source), reason) }));
  };
  return {
    locate,
    [Symbol.asyncDispose]: async () => {
      if (options.store === undefined) await store[Symbol.asyncDispose]();
    },
  };
}

/** A stamp where others may change the file. */
interface FoundFile extends Omit<FileDigest, 'stamp'> {
  readonly path: string;
  readonly stamp: string | null;
  /** What was seen in it while its digest was read; null where that is to be asked for. */
  readonly look: Result<ProbeRecord, MessageIn<MediaMessages>> | null;
}

function asSentence({ code, says }: SourceFailure): SourceFailure {
  return { code, says: message('source/failed', { failure: says }) };
}

function nameOf(source: MediaSource): string {
  return source.kind === 'asset' ? source.name : shownAddress(new URL(source.url));
}

async function locateAsset(
  name: string,
  options: SourceLocatorOptions,
  looks: boolean,
  signal: AbortSignal,
  near: (names: readonly string[]) => NearNames,
): Promise<Result<FoundFile, SourceFailure>> {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    return refused(name, message('file/no-name'));
  const folder = resolve(options.assetsFolder);
  try {
    const root = await realpath(folder);
    const names = await readdir(root);
    // Decomposed accents, as macOS writes them, are the same name.
    const stored = names.includes(name)
      ? name
      : names.find((other) => other.normalize('NFC') === name.normalize('NFC'));
    if (stored === undefined) return err(notFound(name, folder, near(names).of(name)));
    const path = await realpath(join(root, stored));
    if (!isInside(root, path)) return refused(name, message('file/outside'));
    const entry = await stat(path);
    if (entry.isDirectory()) return refused(name, message('file/folder'));
    // Opening a pipe or a device would wait for ever, or do something.
    if (!entry.isFile()) return refused(name, message('file/not-ordinary'));
    return ok({ path, ...(await digestAndLook(path, options, looks, signal)) });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error ? error.code : null;
    if (code === 'ENOENT') return err(notFound(name, folder, []));
    const reason =
      code === 'EACCES' || code === 'EPERM'
        ? message('file/not-allowed')
        : message('file/unreadable', { words: error.message });
    return err({ code: 'source/unreadable', says: unusable(name, reason) });
  }
}

/**
 * Reads a file's digest. Where nothing is kept, and so nothing can be known of these bytes, it is looked into
 * meanwhile: the one keeps a processor busy, the other waits for a program to start.
 */
async function digestAndLook(
  path: string,
  { tools, cacheFolder }: SourceLocatorOptions,
  looks: boolean,
  signal: AbortSignal,
): Promise<Omit<FoundFile, 'path'>> {
  if (cacheFolder !== null || !looks) return { ...(await digestFile(path, { cacheFolder, signal })), look: null };
  const [digest, look] = await runTogether(
    signal,
    (either) => digestFile(path, { cacheFolder, signal: either }),
    (either) => lookInto(path, tools, either),
  );
  return { ...digest, look };
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function notFound(name: string, folder: string, near: readonly string[]): SourceFailure {
  return { code: 'source/not-found', says: unusable(name, message('file/not-in-folder', { folder, near })) };
}

function refused(name: string, reason: MessageIn<ReachMessages>): Result<never, SourceFailure> {
  return err({ code: 'source/refused', says: unusable(name, reason) });
}

function unusable(name: string, reason: MessageIn<ReachMessages> | MessageIn<MediaMessages>) {
  return message('source/unusable', { name, reason });
}
