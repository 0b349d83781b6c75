import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lastEnd } from '#shared/captions/cue.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { MediaMessage } from '#shared/messages/media.en.ts';
import { message } from '#shared/messages/message.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { SourceFailure } from '../errors/source-failure.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { assetDigest, assetNames } from '../renders/sources/asset-key.ts';
import { assetIn, type FilmSourceOptions } from '../renders/sources/locate-for-film.ts';
import { missingAssetMessage } from '../renders/sources/pinned-sources.ts';
import { STEADY_TICKS } from '../sources/copy-steps.ts';
import type { MediaFacts } from '../sources/facts/media-facts.ts';
import { stillCaptions } from '../sources/facts/still-facts.ts';
import { createSourceLocator } from '../sources/locate-source.ts';
import { usableSource } from '../sources/requested-facts.ts';
import { probeSource } from '../sources/source-facts.ts';
import type { LocalFile, SourceStore } from '../sources/source-store.ts';
import { steadySource } from '../sources/steady-copy.ts';
import type { BlobDigest, Clock, ProjectUid } from '../storage/ports.ts';
import { nearNames } from '../text/near-names.ts';
import { createLimiter, type Limiter } from '../waiting/limiter.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { type PictureDetails, pictureDetails } from './playability.ts';

/** A source with its facts and its bytes on this machine. */
export interface ViewSource extends LocalFile, ProbedSource {
  /** The original file with its hold. If a steady copy exists, views read the copy instead. */
  readonly file: { readonly path: string; readonly hold: () => Disposable };
  /** Whether the query keeps interlaced fields. */
  readonly fieldChoice: Pick<MediaSource, 'fields'>;
  readonly size: number;
  /** The strong entity tag. For an asset, it is the asset's entity tag. */
  readonly etag: string;
  /** Protects the bytes from removal until disposal. Each call returns a separate hold. */
  readonly hold: () => Disposable;
}

/** An image in the form that films read. */
export interface ViewImage {
  readonly path: string;
  readonly size: number;
  /** The strong entity tag. */
  readonly etag: string;
  /** The format of these bytes, such as `png`. The format of the source can differ. */
  readonly format: string;
  readonly hold: () => Disposable;
}

/** A captions file. */
export interface ViewCaptions {
  readonly size: number;
  /** The strong entity tag. For an asset, it is the asset's entity tag. */
  readonly etag: string;
  /** The end of the last cue in seconds; 0 for a file without cues. */
  readonly endSeconds: number;
}

type ViewKind = 'media' | 'captions' | 'image';

interface ProbedSource {
  readonly facts: MediaFacts;
  /** The facts of the original if views read a copy with constant streams; otherwise null. */
  readonly original: MediaFacts | null;
  readonly details: PictureDetails | null;
}

/** A source in a query. Exactly one of `src` and `url` must be set. */
export interface SourceQuery {
  readonly src?: string | undefined;
  readonly url?: string | undefined;
  /** Whether an interlaced source is deinterlaced; `false` keeps its fields. */
  readonly deinterlace?: 'true' | 'false' | undefined;
}

/** Finds the sources of views. */
export interface ViewSources {
  /**
   * Finds a source. Throws a {@link ServiceError} if it cannot be found, fetched, or used, and the signal's reason
   * after an abort.
   */
  find(project: ProjectUid, query: SourceQuery, signal: AbortSignal): Promise<ViewSource>;
  /**
   * Returns the facts about a captions file; null if the source is another kind of file. Throws the errors of {@link
   * find}.
   */
  captions(project: ProjectUid, query: SourceQuery, signal: AbortSignal): Promise<ViewCaptions | null>;
  /**
   * Returns an image: the file itself, or the copy of a HEIC or AVIF photo. Throws the errors of {@link find}, and an
   * error if the source is not an image.
   */
  image(project: ProjectUid, query: SourceQuery, signal: AbortSignal): Promise<ViewImage>;
  /** Drops the cached facts of a source, because more of its damaged places are known. */
  forget(sha256: string): void;
  /** Resolves when no probe or fetch is running. */
  ended(): Promise<void>;
}

export interface ViewSourceOptions extends Omit<FilmSourceOptions, 'tools'> {
  readonly tools: () => Promise<MediaTools>;
  readonly clock: Clock;
  /** Limits how many sources are probed at the same time. */
  readonly limiter: Limiter;
  /** The store of fetched sources. It stays open while views are made. */
  readonly store: SourceStore;
  /** Stores the damaged places that a conversion found. */
  readonly keepFaults?: ((sha256: BlobDigest, faults: readonly FaultSpan[]) => Promise<void>) | undefined;
}

/**
 * The time in milliseconds for which a fetched source is used without a request to its server. A moving pointer
 * requests many views per second.
 */
const FRESH_MILLISECONDS = 60_000;
/** The time in milliseconds for which a fetched file stays after its last use. */
const IDLE_MILLISECONDS = 30 * 60_000;
const MAX_FETCHES = 4;
const MAX_REMEMBERED = 2000;

export function createViewSources(options: ViewSourceOptions): ViewSources {
  const { database, blobs, cacheFolder, clock, limiter, store } = options;
  const fetching = createLimiter(MAX_FETCHES);
  const probedSources = new Map<string, ProbedSource & LocalFile>();
  const fetched = new Map<string, { readonly at: number; readonly file: LocalFile }>();
  const probes = createSharedWork<Result<ProbedSource & LocalFile, MediaMessage>>();
  const fetches = createSharedWork<Result<LocalFile, SourceFailure>>();

  const probe = async (file: LocalFile, name: string, signal: AbortSignal): Promise<ProbedSource & LocalFile> => {
    const remembered = probedSources.get(file.sha256);
    // If the steady copy was removed from the cache, make it again.
    if (remembered !== undefined && (remembered.original === null || (await store.take(remembered)) !== null))
      return remembered;
    const tools = await options.tools();
    const result = await probes.run(file.sha256, signal, async (shared) => {
      const probed = await limiter.run(shared, () => probeSource(file, tools, { cacheFolder, signal: shared }));
      if (!probed.ok) return probed;
      const { facts, record } = probed.value;
      const details = facts.video === null ? null : pictureDetails(record, facts.video);
      const steady = await steadySource(file, facts, { tools, store, cacheFolder, signal: shared });
      if (!steady.ok) return steady;
      const { path, sha256, original } = steady.value;
      if (original === null) return ok({ ...file, facts: steady.value.facts, original, details });
      if (original.faults !== undefined) await options.keepFaults?.(file.sha256 as BlobDigest, original.faults);
      return ok({ path, sha256, facts: steady.value.facts, original, details: details && steadyDetails(details) });
    });
    if (!result.ok) {
      const failure = message('source/unusable', { name, reason: result.error });
      throw new ServiceError('media/invalid', message('source/failed', { failure }));
    }
    rememberIn(probedSources, file.sha256, result.value);
    return result.value;
  };

  const fetchRemote = async (
    source: MediaSource & { readonly kind: 'url' },
    kind: ViewKind,
    signal: AbortSignal,
  ): Promise<LocalFile> => {
    const { url } = source;
    const recent = fetched.get(`${kind} ${url}`);
    if (recent !== undefined && clock() - recent.at < FRESH_MILLISECONDS && (await store.take(recent.file)) !== null)
      return recent.file;
    await store.releaseIdle(IDLE_MILLISECONDS);
    const { locate } = createSourceLocator({
      ...options.policy,
      tools: await options.tools(),
      cacheFolder,
      // This locator receives only addresses, so the folder of assets is unused.
      assetsFolder: join(cacheFolder, 'no-assets'),
      scratchFolder: cacheFolder,
      store,
      // Read the source unchanged, because a player also gets the fetched bytes unchanged.
      asIs: true,
    });
    const result = await fetches.run(`${kind} ${url}`, signal, (shared) =>
      fetching.run(shared, () => locate({ source, kind }, shared)),
    );
    if (!result.ok) throw failureOf(result.error);
    const { path, sha256 } = result.value;
    rememberIn(fetched, `${kind} ${url}`, { at: clock(), file: { path, sha256 } });
    return { path, sha256 };
  };

  const fileOf = async (source: MediaSource, project: ProjectUid, signal: AbortSignal, kind: ViewKind = 'media') => {
    const asset = assetIn(source, project, options);
    if (asset === null) {
      if (source.kind !== 'url') throw new Error('an asset of a project is not remote');
      const file = await fetchRemote(source, kind, signal);
      return { file, hold: () => store.hold(file.sha256) };
    }
    const sha256 = assetDigest(database, asset.project, asset.name);
    if (sha256 === null) throw assetNotFound(asset.name, assetNames(database, asset.project));
    const hold = () => blobs.hold(sha256 as BlobDigest);
    using _held = hold();
    return { file: { path: await blobs.atHand(sha256, signal), sha256 }, hold };
  };

  return {
    find: async (project, query, signal) => {
      const source = sourceOf(query);
      const { file, hold } = await fileOf(source, project, signal);
      using _held = hold();
      const probed = await probe(file, source.kind === 'asset' ? source.name : shortUrl(source.url), signal);
      const { size } = await stat(file.path);
      const sourceHold = probed.original === null ? hold : () => store.hold(probed.sha256);
      const named = query.deinterlace === 'false' ? KEEP_FIELDS : DEFAULT_FIELDS;
      return {
        ...probed,
        file: { path: file.path, hold },
        fieldChoice: named,
        size,
        etag: `"${file.sha256}"`,
        hold: sourceHold,
      };
    },
    captions: async (project, query, signal) => {
      const { file, hold } = await fileOf(sourceOf(query), project, signal, 'captions');
      using _held = hold();
      const read = await stillCaptions(file.path, signal);
      if (!read.ok || read.value.still !== 'captions') return null;
      const { size } = await stat(file.path);
      return { size, etag: `"${file.sha256}"`, endSeconds: lastEnd(read.value.captions) ?? 0 };
    },
    image: async (project, query, signal) => {
      const source = sourceOf(query);
      const { file, hold } = await fileOf(source, project, signal, 'image');
      using _held = hold();
      const tools = await options.tools();
      const usable = await usableSource(file, 'image', { tools, store, cacheFolder, signal });
      if (!usable.ok) {
        const name = source.kind === 'asset' ? source.name : shortUrl(source.url);
        const failure = message('source/unusable', { name, reason: usable.error.reason });
        throw new ServiceError('media/invalid', message('source/failed', { failure }));
      }
      const { path, sha256, facts } = usable.value;
      const { size } = await stat(path);
      const format = 'still' in facts && facts.still === 'image' ? facts.image.format : '';
      const isItself = sha256 === file.sha256;
      return { path, size, etag: `"${sha256}"`, format, hold: isItself ? hold : () => store.hold(sha256) };
    },
    forget: (sha256) => {
      probedSources.delete(sha256);
    },
    ended: async () => {
      await Promise.all([probes.ended(), fetches.ended()]);
    },
  };
}

const KEEP_FIELDS = { fields: 'keep' } as const;
const DEFAULT_FIELDS = {};

/** Returns the details of the steady copy, which has another time scale. Its frames were not counted. */
function steadyDetails(details: PictureDetails): PictureDetails {
  return {
    ...details,
    frames: null,
    timeScale: STEADY_TICKS,
    hasMatrixTag: true,
    sampleAspect: '1:1',
    isOnlyRotated: true,
  };
}

function sourceOf({ src, url }: SourceQuery): MediaSource {
  if (src !== undefined && url === undefined) return { kind: 'asset', name: src };
  if (url !== undefined && src === undefined) return { kind: 'url', url };
  throw new ServiceError('request/invalid', message('field/source-by-one-name'));
}

function assetNotFound(name: string, names: readonly string[]): ServiceError {
  const near = nearNames(() => names).of(name);
  return new ServiceError(
    'asset/not-found',
    near.length === 0 ? missingAssetMessage(name) : message('source/did-you-mean', { near }),
  );
}

const ERROR_CODES = {
  'source/not-found': 'media/unreachable',
  'source/fetch-failed': 'media/unreachable',
  'source/refused': 'media/refused',
  'source/unreadable': 'media/invalid',
  'source/kind': 'media/invalid',
  'source/too-large': 'media/invalid',
  'font/not-found': 'media/unreachable',
  'font/unreadable': 'media/invalid',
  'cube/unreadable': 'media/invalid',
  'captions/unreadable': 'media/invalid',
} as const satisfies Record<SourceFailure['code'], string>;

function failureOf({ code, says }: SourceFailure): ServiceError {
  return new ServiceError(ERROR_CODES[code], says);
}

/** Returns a URL for display. Omits the query, which may contain a signature or a key. */
function shortUrl(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function rememberIn<Value>(memory: Map<string, Value>, key: string, value: Value): void {
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > MAX_REMEMBERED && oldest !== undefined) memory.delete(oldest);
}
