import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lastEnd } from '#shared/captions/cue.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { MediaMessages } from '#shared/messages/films/media-messages.ts';
import { message } from '#shared/messages/message.ts';
import type { MessageIn } from '#shared/messages/message-in.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { SourceFailure } from '../errors/source-failure.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { assetDigest, assetNames } from '../renders/sources/asset-key.ts';
import { assetIn, type FilmSourceOptions } from '../renders/sources/film-sources.ts';
import { lackingAsset } from '../renders/sources/pinned-sources.ts';
import type { MediaFacts } from '../sources/facts/media-facts.ts';
import { stillCaptions } from '../sources/facts/still-facts.ts';
import { createSourceLocator } from '../sources/locate-source.ts';
import { usableSource } from '../sources/requested-facts.ts';
import { lookOfSource } from '../sources/source-facts.ts';
import type { LocalFile, SourceStore } from '../sources/source-store.ts';
import { STEADY_TICKS, steadySource } from '../sources/steady-copy.ts';
import type { BlobDigest, Clock, ProjectUid } from '../storage/ports.ts';
import { nearNames } from '../text/near-names.ts';
import { createLimiter, type Limiter } from '../waiting/limiter.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { type PictureDetails, pictureDetails } from './playability.ts';

/** A source whose bytes are here, and what it is. */
export interface ViewSource extends LocalFile, SourceLook {
  /** The bytes that people gave: others than those that are read where a steady copy takes their place. */
  readonly file: { readonly path: string; readonly hold: () => Disposable };
  /** How it was asked for. */
  readonly named: Pick<MediaSource, 'fields'>;
  readonly size: number;
  /** Strong; that of the asset where it is one. */
  readonly etag: string;
  /** Keeps the bytes from being removed; every call gives a hold of its own. */
  readonly hold: () => Disposable;
}

/** An image as films read it. */
export interface ViewImage {
  readonly path: string;
  readonly size: number;
  /** Strong. */
  readonly etag: string;
  /** Such as `png`: the format of these bytes, not of the source. */
  readonly format: string;
  readonly hold: () => Disposable;
}

/** A file of captions. */
export interface ViewCaptions {
  readonly size: number;
  /** Strong; that of the asset where it is one. */
  readonly etag: string;
  /** Where the last of them ends; 0 where there are none. */
  readonly endSeconds: number;
}

type ViewKind = 'media' | 'captions' | 'image';

interface SourceLook {
  readonly facts: MediaFacts;
  /** Of the file itself, where its steady copy is read instead. */
  readonly original: MediaFacts | null;
  readonly details: PictureDetails | null;
}

/** A source as a query names it: by one of the two. */
export interface SourceQuery {
  readonly src?: string | undefined;
  readonly url?: string | undefined;
  /** `false` of an interlaced source whose fields stay. */
  readonly deinterlace?: 'true' | 'false' | undefined;
}

/** Finds the sources that views are made of. */
export interface ViewSources {
  /** Throws {@link ServiceError} for what cannot be found, fetched or used, and the signal's reason. */
  find(project: ProjectUid, query: SourceQuery, signal: AbortSignal): Promise<ViewSource>;
  /** What a file of captions is; null where a source is none. Throws as {@link find} does. */
  captions(project: ProjectUid, query: SourceQuery, signal: AbortSignal): Promise<ViewCaptions | null>;
  /**
   * An image: the file itself, or the copy of a HEIC or AVIF photo. Throws as {@link find} does, also for a source that is
   * no image.
   */
  image(project: ProjectUid, query: SourceQuery, signal: AbortSignal): Promise<ViewImage>;
  /** Settles when nothing is looked into or fetched any more. */
  ended(): Promise<void>;
}

export interface ViewSourceOptions extends Omit<FilmSourceOptions, 'tools'> {
  readonly tools: () => Promise<MediaTools>;
  readonly clock: Clock;
  /** For looking into sources. */
  readonly limiter: Limiter;
  /** Open for as long as views are made. */
  readonly store: SourceStore;
}

/**
 * For so long a server is not asked again whether what it gave is still right: a pointer that moves asks many times a
 * second.
 */
const FRESH_MILLISECONDS = 60_000;
/** What was fetched may wait so long for its turn before somebody holds it. */
const IDLE_MILLISECONDS = 30 * 60_000;
const FETCHES = 4;
const REMEMBERED = 2000;

export function createViewSources(options: ViewSourceOptions): ViewSources {
  const { database, blobs, cacheFolder, clock, limiter, store } = options;
  const fetching = createLimiter(FETCHES);
  const looks = new Map<string, SourceLook & LocalFile>();
  const fetched = new Map<string, { readonly at: number; readonly file: LocalFile }>();
  const looking = createSharedWork<Result<SourceLook & LocalFile, MessageIn<MediaMessages>>>();
  const fetches = createSharedWork<Result<LocalFile, SourceFailure>>();

  const lookInto = async (file: LocalFile, name: string, signal: AbortSignal): Promise<SourceLook & LocalFile> => {
    const known = looks.get(file.sha256);
    // The copy may have been cleared away.
    if (known !== undefined && (known.original === null || (await store.take(known)) !== null)) return known;
    const tools = await options.tools();
    const result = await looking.run(file.sha256, signal, async (shared) => {
      const look = await limiter.run(shared, () => lookOfSource(file, tools, { cacheFolder, signal: shared }));
      if (!look.ok) return look;
      const { facts, record } = look.value;
      const details = facts.video === null ? null : pictureDetails(record, facts.video);
      if (facts.changes.length === 0) return ok({ ...file, facts, original: null, details });
      const steady = await steadySource(file, facts, { tools, store, cacheFolder, signal: shared });
      if (!steady.ok) return steady;
      const { path, sha256, original } = steady.value;
      return ok({ path, sha256, facts: steady.value.facts, original, details: details && steadyDetails(details) });
    });
    if (!result.ok) {
      const failure = message('source/unusable', { name, reason: result.error });
      throw new ServiceError('media/invalid', message('source/failed', { failure }));
    }
    rememberIn(looks, file.sha256, result.value);
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
      // Names never get there.
      assetsFolder: join(cacheFolder, 'no-assets'),
      scratchFolder: cacheFolder,
      store,
      // The bytes that were fetched are what a player is given.
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
    if (sha256 === null) throw missing(asset.name, assetNames(database, asset.project));
    const hold = () => blobs.hold(sha256 as BlobDigest);
    using _held = hold();
    return { file: { path: await blobs.atHand(sha256, signal), sha256 }, hold };
  };

  return {
    find: async (project, query, signal) => {
      const source = sourceOf(query);
      const { file, hold } = await fileOf(source, project, signal);
      using _held = hold();
      const look = await lookInto(file, source.kind === 'asset' ? source.name : shortUrl(source.url), signal);
      const { size } = await stat(file.path);
      const holds = look.original === null ? hold : () => store.hold(look.sha256);
      const named = query.deinterlace === 'false' ? CACHED_FIELDS : NO_FIELDS;
      return { ...look, file: { path: file.path, hold }, named, size, etag: `"${file.sha256}"`, hold: holds };
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
      const found = await usableSource(file, 'image', { tools, store, cacheFolder, signal });
      if (!found.ok) {
        const name = source.kind === 'asset' ? source.name : shortUrl(source.url);
        const failure = message('source/unusable', { name, reason: found.error.reason });
        throw new ServiceError('media/invalid', message('source/failed', { failure }));
      }
      const { path, sha256, facts } = found.value;
      const { size } = await stat(path);
      const format = 'still' in facts && facts.still === 'image' ? facts.image.format : '';
      const isItself = sha256 === file.sha256;
      return { path, size, etag: `"${sha256}"`, format, hold: isItself ? hold : () => store.hold(sha256) };
    },
    ended: async () => {
      await Promise.all([looking.ended(), fetches.ended()]);
    },
  };
}

const CACHED_FIELDS = { fields: 'keep' } as const;
const NO_FIELDS = {};

/** Of the copy, whose clock is its own and whose frames nobody counted. */
function steadyDetails(details: PictureDetails): PictureDetails {
  return { ...details, frames: null, timeScale: STEADY_TICKS, saysMatrix: true, sampleAspect: '1:1' };
}

function sourceOf({ src, url }: SourceQuery): MediaSource {
  if (src !== undefined && url === undefined) return { kind: 'asset', name: src };
  if (url !== undefined && src === undefined) return { kind: 'url', url };
  throw new ServiceError('request/invalid', message('field/source-by-one-name'));
}

function missing(name: string, names: readonly string[]): ServiceError {
  const near = nearNames(() => names).of(name);
  return new ServiceError(
    'asset/not-found',
    near.length === 0 ? lackingAsset(name) : message('source/did-you-mean', { near }),
  );
}

const CODES = {
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
  return new ServiceError(CODES[code], says);
}

/** An address for people: its query may be a signature or a key. */
function shortUrl(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function rememberIn<Value>(memory: Map<string, Value>, key: string, value: Value): void {
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > REMEMBERED && oldest !== undefined) memory.delete(oldest);
}
