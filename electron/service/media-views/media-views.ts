import { createHash } from 'node:crypto';
import { open as openFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { svgRoot } from '#shared/drawings/images/svg-root.ts';
import { interestOf, mostInteresting } from '#shared/film-check/picture-interest.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import { ENGINE_VERSION } from '../engine/parts/part.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { RequestContext } from '../renders/accept/render-request.ts';
import { assetDrawnHere } from '../renders/sources/asset-key.ts';
import { keepFaults, knownFaults, withFaults } from '../sources/facts/source-faults.ts';
import { heifIn } from '../sources/facts/still-facts.ts';
import { openSourceStore } from '../sources/source-store.ts';
import type { BlobDigest, ProjectUid } from '../storage/ports.ts';
import { createLimiter, type Urgency } from '../waiting/limiter.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { type FilmFrame, type FrameForm, filmCaptions, openFilmCells, openFilmFrame } from './film-frame.ts';
import { type FrameRequest, framePart, imageFilm, posterMoments, ratingPart } from './frame-view.ts';
import { createProxies } from './proxies.ts';
import { makeStrip, planStrip } from './strip-view.ts';
import { withPicture } from './view-picture.ts';
import { makePictures } from './view-run.ts';
import { createViewSources, type ViewSource } from './view-sources.ts';
import { openViewStore, type ViewFile } from './view-store.ts';
import type { MediaViewOptions, MediaViews, View } from './views-port.ts';
import { makeWaveform, peaksPerSecond, soundOf } from './waveform-view.ts';

/** The version of the views. Raise it when views change for a reason that is not part of their keys. */
const VIEWS_VERSION = 2;
const LIMIT_BYTES = 8 * 2 ** 30;
/** The maximum number of processes that make views at the same time, for all assets together. */
const MAX_CONCURRENT = 2;
const MAX_CONCURRENT_LATER = 1;

/** The number of first bytes in which the root element of an SVG is searched. */
const SVG_HEAD_BYTES = 2 ** 20;
const POSTER_WIDTH = 320;
/** The positions for a film's poster, as shares of its length. Films often start and end with black. */
const FILM_POSTER_SHARES = [0.2, 0.45, 0.7, 0.05, 0.9] as const;

type Make = (path: string, folder: string, signal: AbortSignal) => Promise<void>;

/**
 * Creates the views. `open` makes each view once for all requests, and caches it. `viewOf` adds the key of a source's
 * view, which contains all data that determine the bytes. A source is held while it is read. The memory of the
 * processes counts toward the limit for all renders (`reserveViewMemory`).
 */
export function createMediaViews(options: MediaViewOptions): MediaViews {
  const { tools, policy, ownHosts } = options;
  const { database, blobs, events, clock, workspace } = options.foundation;
  const cacheFolder = join(workspace, 'cache');
  const limitBytes = options.limitBytes ?? (() => LIMIT_BYTES);
  const store = openViewStore({ folder: join(cacheFolder, 'views'), limitBytes, clock });
  const limiter = createLimiter(MAX_CONCURRENT, MAX_CONCURRENT_LATER);
  const sharedMakings = createSharedWork<void>();
  const fetched = openSourceStore(join(cacheFolder, 'sources'));
  const added = options.addedFonts && { addedFonts: options.addedFonts };
  const sourceOptions = { database, blobs, policy, ownHosts, cacheFolder, store: fetched, ...added };
  const sources = createViewSources({ ...sourceOptions, tools, clock, limiter, keepFaults: options.keepFaults });
  /** Stores the damaged places that a run found in a source. Skips steady copies, which have no damage. */
  const addFaults = async ({ sha256, facts, original }: ViewSource, places: readonly FaultSpan[]): Promise<void> => {
    if (places.length === 0 || original !== null) return;
    await keepFaults(sha256, places, await tools(), cacheFolder);
    sources.forget(sha256);
    const known = await knownFaults(sha256, await tools(), cacheFolder);
    await options.keepFaults?.(sha256 as BlobDigest, withFaults(facts, known).faults ?? []);
  };
  const proxies = createProxies({ store, events, tools, onFailure: options.onFailure, onFaults: addFaults });
  const stopping = new AbortController();
  const requests: RequestContext = { ...options, database };

  const open = async (key: string, urgency: Urgency, signal: AbortSignal, make: Make): Promise<ViewFile> => {
    const cached = await store.find(key);
    if (cached !== null) return cached;
    await sharedMakings.run(key, signal, (shared) =>
      limiter.run(
        shared,
        async () => {
          await using scratch = await store.scratch();
          const path = join(scratch.folder, 'view');
          await make(path, scratch.folder, shared);
          await store.keep(key, path);
        },
        { urgency },
      ),
    );
    const made = await store.find(key);
    if (made === null) throw new ServiceError('request/internal', '', { cause: new Error('a view is gone at once') });
    return made;
  };
  const viewOf = async (
    kind: string,
    source: ViewSource,
    request: unknown,
    urgency: Urgency,
    make: (mediaTools: MediaTools) => Make,
  ): Promise<View> => {
    const mediaTools = await tools();
    const key = viewKey(kind, source, request, mediaTools);
    return {
      etag: etagOf(key),
      open: (signal) =>
        guarded(signal, (either) =>
          open(key, urgency, either, async (path, folder, shared) => {
            using _hold = source.hold();
            await make(mediaTools)(path, folder, shared);
          }),
        ),
    };
  };
  /** Runs work until the request is aborted or the service stops. Throws the same error in both cases. */
  const guarded = async <Value>(signal: AbortSignal, work: (either: AbortSignal) => Promise<Value>): Promise<Value> => {
    const either = AbortSignal.any([signal, stopping.signal]);
    try {
      return await work(either);
    } catch (error) {
      if (!either.aborted) throw error;
      // biome-ignore lint/style/useErrorCause: the cause is passed as the third argument of ServiceError
      throw new ServiceError('media/cancelled', '', { cause: error });
    }
  };

  /** Returns the natural size of an SVG, HEIC, or AVIF file that has not been probed yet; null for any other file. */
  const naturalSizeOf = async (sha256: BlobDigest, signal: AbortSignal): Promise<Size | null> => {
    using _held = blobs.hold(sha256);
    const path = await blobs.atHand(sha256, signal);
    const photo = await heifIn(path);
    if (photo !== null) return photo.ok ? photo.value : null;
    await using file = await openFile(path, 'r');
    const { bytesRead, buffer } = await file.read(new Uint8Array(SVG_HEAD_BYTES), 0, SVG_HEAD_BYTES, 0);
    return svgRoot(buffer.subarray(0, bytesRead))?.size ?? null;
  };

  const frame = (source: ViewSource, request: FrameRequest): Promise<View> => {
    const pictureSource = withPicture(source);
    const { at = 0, width = null } = request;
    return viewOf(
      'frame',
      source,
      [at, width],
      'soon',
      (mediaTools) => (path, _folder, signal) =>
        makePictures([{ part: framePart(pictureSource, request, mediaTools), path }], source.path, mediaTools, signal),
    );
  };
  const interestAt = async (source: ViewSource, at: number, signal: AbortSignal): Promise<number> => {
    const pictureSource = withPicture(source);
    const view = await viewOf(
      'look',
      source,
      at,
      'soon',
      (mediaTools) => (path, _folder, shared) =>
        makePictures([{ part: ratingPart(pictureSource, at, mediaTools), path }], source.path, mediaTools, shared),
    );
    return interestIn(await view.open(signal));
  };
  const filmFrame = (form: FrameForm, project: ProjectUid, signal: AbortSignal): Promise<FilmFrame> =>
    openFilmFrame(form, project, { ...sourceOptions, requests }, signal);
  const openFrame = ({ key, make }: FilmFrame, signal: AbortSignal): Promise<ViewFile> =>
    open(key, 'soon', signal, make);
  const viewOfFilm = (made: FilmFrame): View => ({
    etag: etagOf(made.key),
    open: (signal) => guarded(signal, (either) => openFrame(made, either)),
  });
  /** Returns the first of the given times at which the frame of a film has sufficient detail. */
  const interestingTime = (
    moments: readonly number[],
    formOf: (moment: number) => FrameForm,
    project: ProjectUid,
    signal: AbortSignal,
  ): Promise<number> =>
    mostInteresting(
      moments,
      async (moment) =>
        interestIn(await openFrame(await filmFrame({ ...formOf(moment), picture: 'look' }, project, signal), signal)),
      affectsOnlyThisTime,
    );

  return {
    find: (project, query, signal) => guarded(signal, (either) => sources.find(project, query, either)),
    captions: (project, query, signal) => guarded(signal, (either) => sources.captions(project, query, either)),
    image: (project, query, signal) => guarded(signal, (either) => sources.image(project, query, either)),
    frame,
    poster: (source, width, signal) =>
      guarded(signal, async (either) => {
        const moments = posterMoments(withPicture(source));
        const at = await mostInteresting(moments, (at) => interestAt(source, at, either), affectsOnlyThisTime);
        return frame(source, { at, width });
      }),
    imagePoster: async (project, { src = '', width }, signal) => {
      const image = assetDrawnHere(database, project, src);
      if (image === null) return null;
      const size = image.size ?? (await guarded(signal, (either) => naturalSizeOf(image.sha256, either)));
      if (size === null) return null;
      const made = await guarded(signal, (either) => filmFrame(imageFilm(src, size, width), project, either));
      return { ...viewOfFilm(made), sha256: image.sha256 };
    },
    strip: (source, request) => {
      const pictureSource = withPicture(source);
      const plan = planStrip(pictureSource, request);
      return viewOf(
        'strip',
        source,
        plan,
        'soon',
        (mediaTools) => (path, folder, signal) => makeStrip(pictureSource, plan, { path, folder }, mediaTools, signal),
      );
    },
    waveform: (source, requested) => {
      const perSecond = peaksPerSecond(soundOf(source.facts), requested);
      return viewOf(
        'waveform',
        source,
        perSecond,
        'later',
        (mediaTools) => async (path, _folder, signal) =>
          addFaults(source, await makeWaveform(source, perSecond, path, mediaTools, signal)),
      );
    },
    startProxy: async (source, requester, retry) => {
      const key = proxyKey(source, await tools());
      const state = await proxies.request(key, source, requester, retry);
      return { ...state, etag: state.state === 'ready' ? etagOf(key) : null };
    },
    proxy: async (source) => {
      const key = proxyKey(source, await tools());
      const file = await store.find(key);
      return file === null ? null : { etag: etagOf(key), file };
    },
    filmFrame: (form, project, signal) =>
      guarded(signal, async (either) => {
        const { among } = form;
        const chosen = among && {
          frame: String(await interestingTime(among, (at) => ({ ...form, frame: String(at) }), project, either)),
        };
        const exact = await filmFrame({ ...form, ...chosen }, project, either);
        const { key, unusedValues } = exact;
        return { etag: etagOf(key), file: await openFrame(exact, either), unusedValues };
      }),
    filmCells: (form, project, signal) =>
      guarded(signal, async (either) => {
        const make = await openFilmCells(form, project, { ...sourceOptions, requests }, either);
        return await limiter.run(
          either,
          async () => {
            await using scratch = await store.scratch();
            return await make(scratch.folder, either);
          },
          { urgency: 'soon' },
        );
      }),
    filmPoster: (movie, project, { at, width = POSTER_WIDTH, variables, language, picture = 'jpeg' }, signal) =>
      guarded(signal, async (either) => {
        const form = { movie, variables, language, widthAtMost: width, isPoster: at === undefined, isOverMatte: true };
        const share =
          at ?? (await interestingTime(FILM_POSTER_SHARES, (each) => ({ ...form, share: each }), project, either));
        const poster = await filmFrame({ ...form, share, picture }, project, either);
        return viewOfFilm(poster);
      }),
    filmCaptions: (form, project, signal) =>
      guarded(signal, (either) => filmCaptions(form, project, { ...sourceOptions, requests }, either)),
    findCached: (key) => store.find(key),
    makeCached: (key, signal, make) =>
      guarded(signal, async (either) => {
        const { hold } = await open(key, 'later', either, make);
        hold[Symbol.dispose]();
      }),
    cache: store,
    stop: async () => {
      stopping.abort();
      // Wait for work without a waiting request, because it may still write to the cache.
      await Promise.all([proxies.stop(), sharedMakings.ended(), sources.ended()]);
      await fetched[Symbol.asyncDispose]();
    },
  };
}

/**
 * Checks whether an error affects only this time, so that another time may have a picture. Examples are a missing
 * source of a scene and a damaged part of a source.
 */
function affectsOnlyThisTime(error: unknown): boolean {
  return error instanceof ServiceError && (error.code === 'render/invalid' || error.code === 'ffmpeg/failed');
}

/** Returns the interest of a cached look: how suitable its picture is for a poster. */
async function interestIn({ path, hold }: ViewFile): Promise<number> {
  using _hold = hold;
  return interestOf(await readFile(path));
}

function viewKey(kind: string, source: ViewSource, request: unknown, { version }: MediaTools): string {
  const { sha256, fieldChoice: named, facts } = source;
  // Add these properties to the key only if a source has them, so that all other sources keep their keys.
  const fields = facts.video === null || facts.video.fields === null ? [] : [named.fields ?? 'deinterlaced'];
  const lead = facts.audio === null || facts.audio.leadSeconds === 0 ? [] : ['lead', facts.audio.leadSeconds];
  return createHash('sha256')
    .update(JSON.stringify([VIEWS_VERSION, ENGINE_VERSION, version, kind, sha256, request, ...fields, ...lead]))
    .digest('hex');
}

/**
 * Returns the key of a proxy. Sources with surround sound or gaps have new keys: in their older proxies, the sound is
 * clipped or plays too early.
 */
function proxyKey(source: ViewSource, tools: MediaTools): string {
  const { audio } = source.facts;
  const isOther = audio !== null && (audio.channels > 2 || audio.gaps.length > 0);
  return viewKey('proxy', source, isOther ? 'stereo' : null, tools);
}

function etagOf(key: string): string {
  return `"${key.slice(0, 32)}"`;
}
