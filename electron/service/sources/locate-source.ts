import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { MediaMessage, ReachMessage } from '#shared/messages/media.en.ts';
import { message } from '#shared/messages/message.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { SourceFailure } from '../errors/source-failure.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { cachedDigest, type FileDigest } from '../files/digest-file.ts';
import type { AddressPolicy } from '../network/address-guard.ts';
import { displayedAddress } from '../network/shown-address.ts';
import { type NearNames, nearNames } from '../text/near-names.ts';
import { runTogether } from '../waiting/pool.ts';
import { type ProbeRecord, probeRecordOf } from './facts/probe.ts';
import type { FetchLimits } from './fetch-source.ts';
import type { LocateSource } from './located-source.ts';
import { usableSource } from './requested-facts.ts';
import { openSourceStore, type SourceStore } from './source-store.ts';

export interface SourceLocatorOptions extends AddressPolicy {
  readonly tools: MediaTools;
  /** The folder of the files that `src` attributes refer to. Files outside of it are never returned. */
  readonly assetsFolder: string;
  /** The folder that stores digests, facts, and fetched sources for the next render; null for no cache. */
  readonly cacheFolder: string | null;
  /** The store of fetched sources, which the caller closes. The default is a store that the locator opens. */
  readonly store?: SourceStore;
  /** The folder for fetched sources if `cacheFolder` is null. The caller removes it. */
  readonly scratchFolder: string;
  readonly onFetch?: (url: string, bytes: number, total: number | null) => void;
  readonly fetchLimits?: Partial<FetchLimits>;
  /** Whether to return a source that changes midway unchanged. Otherwise its steady copy is returned. */
  readonly asIs?: boolean;
}

/** Locates the sources of a render. Fetched sources stay on disk until disposal, even if the cache is cleared. */
export interface SourceLocator extends AsyncDisposable {
  readonly locate: LocateSource;
}

/**
 * Creates a locator that finds files of the assets folder by name, fetches remote sources, and probes both. The locator
 * throws the signal's reason after an abort, and a `ServiceError` if ffprobe cannot be run or the disk is full.
 */
export function createSourceLocator(options: SourceLocatorOptions): SourceLocator {
  const { tools, cacheFolder } = options;
  const store = options.store ?? openSourceStore(join(cacheFolder ?? options.scratchFolder, 'sources'));

  // Build the index once, because many names may be wrong for the same reason. All of them are compared with the files
  // that the first failed lookup found.
  let nearNamesIndex: NearNames | null = null;
  const near = (names: readonly string[]): NearNames => {
    nearNamesIndex ??= nearNames(() => names);
    return nearNamesIndex;
  };
  const find = async (
    source: MediaSource,
    probes: boolean,
    signal: AbortSignal,
  ): Promise<Result<FoundFile, SourceFailure>> => {
    if (source.kind === 'asset') return locateAsset(source.name, options, probes, signal, near);
    const { url } = source;
    // Load the module at its first use, because loading takes a while and most films use only files.
    const { fetchSource } = await import('./fetch-source.ts');
    const limits = options.fetchLimits ?? {};
    const onProgress = (bytes: number, total: number | null) => options.onFetch?.(url, bytes, total);
    const file = await fetchSource(url, { store, policy: options, signal, onProgress, limits });
    return file.ok ? ok({ ...file.value, stamp: null, probe: null }) : file;
  };
  const locate: SourceLocator['locate'] = async ({ source, kind }, signal) => {
    const file = await find(source, kind === 'media', signal);
    if (!file.ok) return err(asSentence(file.error));
    const { probe, ...located } = file.value;
    const facts = await usableSource(located, kind, {
      tools,
      store,
      cacheFolder,
      signal,
      probe,
      asIs: options.asIs,
    });
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

/** A file that was found. */
interface FoundFile extends Omit<FileDigest, 'stamp'> {
  readonly path: string;
  readonly stamp: string | null;
  /** The result of a probe that ran together with the digest; null if the file must be probed. */
  readonly probe: Result<ProbeRecord, MediaMessage> | null;
}

function asSentence({ code, says }: SourceFailure): SourceFailure {
  return { code, says: message('source/failed', { failure: says }) };
}

function nameOf(source: MediaSource): string {
  return source.kind === 'asset' ? source.name : displayedAddress(new URL(source.url));
}

async function locateAsset(
  name: string,
  options: SourceLocatorOptions,
  probes: boolean,
  signal: AbortSignal,
  near: (names: readonly string[]) => NearNames,
): Promise<Result<FoundFile, SourceFailure>> {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name))
    return refused(name, message('file/no-name'));
  const folder = resolve(options.assetsFolder);
  try {
    const root = await realpath(folder);
    const names = await readdir(root);
    // Treat names with decomposed accents, which macOS writes, as equal to composed names.
    const stored = names.includes(name)
      ? name
      : names.find((other) => other.normalize('NFC') === name.normalize('NFC'));
    if (stored === undefined) return err(notFound(name, folder, near(names).of(name)));
    const path = await realpath(join(root, stored));
    if (!isInside(root, path)) return refused(name, message('file/outside'));
    const entry = await stat(path);
    if (entry.isDirectory()) return refused(name, message('file/folder'));
    // Refuse other kinds of files: opening a pipe may block forever, and opening a device may have side effects.
    if (!entry.isFile()) return refused(name, message('file/not-ordinary'));
    return ok({ path, ...(await digestAndProbe(path, options, probes, signal)) });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error) || error instanceof ServiceError) throw error;
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
 * Computes the digest of a file. Without a cache, also probes the file at the same time: hashing keeps a core busy,
 * while probing waits for a program to start.
 */
async function digestAndProbe(
  path: string,
  { tools, cacheFolder }: SourceLocatorOptions,
  probes: boolean,
  signal: AbortSignal,
): Promise<Omit<FoundFile, 'path'>> {
  if (cacheFolder !== null || !probes) return { ...(await cachedDigest(path, { cacheFolder, signal })), probe: null };
  const [digest, probe] = await runTogether(
    signal,
    (either) => cachedDigest(path, { cacheFolder, signal: either }),
    (either) => probeRecordOf(path, tools, either),
  );
  return { ...digest, probe };
}

function isInside(root: string, path: string): boolean {
  const relativePath = relative(root, path);
  return (
    relativePath !== '' && relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
  );
}

function notFound(name: string, folder: string, near: readonly string[]): SourceFailure {
  return { code: 'source/not-found', says: unusable(name, message('file/not-in-folder', { folder, near })) };
}

function refused(name: string, reason: ReachMessage): Result<never, SourceFailure> {
  return err({ code: 'source/refused', says: unusable(name, reason) });
}

function unusable(name: string, reason: ReachMessage | MediaMessage) {
  return message('source/unusable', { name, reason });
}
