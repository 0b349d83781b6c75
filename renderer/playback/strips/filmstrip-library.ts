import type { WaveformLevels } from '#renderer/ui/display/wave-height.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import type { ImagePicture } from '../picture/picture.ts';
import { chunkAt, hasSyncFrames, levelOf, type StripChunk, tileAt } from './filmstrip-plan.ts';

/** The facts of a source that are needed before its pictures. */
export interface SourceFacts {
  /** The duration of the source's picture in seconds. */
  readonly seconds: number;
  readonly hasPicture: boolean;
  readonly hasSound: boolean;
}

/** The functions of the service that the library needs. Each function throws if it has no result. */
export interface FilmstripPort {
  readonly facts: (source: MediaSource, signal: AbortSignal) => Promise<SourceFacts>;
  readonly strip: (source: MediaSource, chunk: StripChunk, exact: boolean, signal: AbortSignal) => Promise<ImageBitmap>;
  readonly peaks: (source: MediaSource, signal: AbortSignal) => Promise<WaveformLevels>;
  /**
   * Returns a version that changes with the bytes of a source; null if no such source exists, undefined while the list
   * is unknown.
   */
  readonly version: (source: MediaSource) => string | null | undefined;
}

/** A picture of a source with a unique id. */
export interface TilePicture {
  readonly id: string;
  readonly picture: ImagePicture;
}

/** Loads and caches facts, pictures, and waveforms of sources for the timeline. */
export interface FilmstripLibrary {
  /** Returns the facts; null while unknown, `missing` if the source is unavailable. */
  readonly facts: (source: MediaSource) => SourceFacts | 'missing' | null;
  /** Returns whether the source does not exist in the project. Loads nothing. */
  readonly isAbsent: (source: MediaSource) => boolean;
  /**
   * Returns the picture nearest to a time, from a strip whose tiles are at most `secondsPerTile` apart. Until that
   * strip is loaded, returns the nearest available picture; null if there is none.
   */
  readonly picture: (source: MediaSource, seconds: number, secondsPerTile: number) => TilePicture | null;
  readonly peaks: (source: MediaSource) => WaveformLevels | null;
  /** Returns whether the last attempt to load the waveform failed. The library retries automatically. */
  readonly hasFailedPeaks: (source: MediaSource) => boolean;
  /** Handles a changed list of assets, because an existing name can now refer to different bytes. */
  readonly refresh: () => void;
  /** Returns a counter that increases with each loaded item. */
  readonly revision: () => number;
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** The maximum size in bytes of the cache for pictures. */
const MAX_BYTES = 96_000_000;
const MAX_REQUESTS = 3;
const RETRY_MILLISECONDS = 15_000;

interface Strip {
  readonly chunk: StripChunk;
  readonly image: ImageBitmap;
  readonly exact: boolean;
}

interface SourceState {
  readonly source: MediaSource;
  facts: SourceFacts | 'missing' | null;
  peaks: WaveformLevels | null;
  hasFailedPeaks: boolean;
}

export function createFilmstripLibrary(port: FilmstripPort): FilmstripLibrary {
  const sources = new Map<string, SourceState>();
  /** Entries from the least to the most recently used. */
  const strips = new Map<string, Strip>();
  /** The names that are loading, loaded, or failed. They are not requested again. */
  const requested = new Set<string>();
  /** Waiting requests. The newest is last and is loaded first (LIFO). */
  const waiting: { readonly name: string; readonly run: () => Promise<void> }[] = [];
  const listeners = new Set<() => void>();
  const stopped = new AbortController();
  const { signal } = stopped;
  let running = 0;
  let bytes = 0;
  let revision = 0;

  const notify = () => {
    revision += 1;
    for (const listener of listeners) listener();
  };
  const startNext = () => {
    while (running < MAX_REQUESTS) {
      const next = waiting.pop();
      if (next === undefined) return;
      running += 1;
      next
        .run()
        .catch(() => {
          setTimeout(() => {
            requested.delete(next.name);
            if (!signal.aborted) notify();
          }, RETRY_MILLISECONDS);
        })
        .finally(() => {
          running -= 1;
          if (signal.aborted) return;
          notify();
          startNext();
        });
    }
  };
  const request = (name: string, run: () => Promise<void>) => {
    if (requested.has(name) || signal.aborted) return;
    requested.add(name);
    waiting.push({ name, run });
    startNext();
  };

  const stateOf = (source: MediaSource): { readonly key: string; readonly state: SourceState } | null => {
    const version = port.version(source);
    if (version === null || version === undefined) return null;
    const key = `${sourceKey(source)} ${version}`;
    const state = sources.get(key) ?? { source, facts: null, peaks: null, hasFailedPeaks: false };
    sources.set(key, state);
    return { key, state };
  };

  const cacheStrip = (name: string, strip: Strip) => {
    const previous = strips.get(name);
    if (previous !== undefined) drop(name, previous);
    strips.set(name, strip);
    bytes += sizeOf(strip);
    for (const [oldestName, oldest] of strips) {
      if (bytes <= MAX_BYTES || oldestName === name) break;
      drop(oldestName, oldest);
      requested.delete(oldestName);
      requested.delete(`${oldestName} exact`);
    }
  };
  const drop = (name: string, strip: Strip) => {
    strips.delete(name);
    bytes -= sizeOf(strip);
    strip.image.close();
  };

  const load = async (name: string, source: MediaSource, chunk: StripChunk) => {
    cacheStrip(name, { chunk, image: await port.strip(source, chunk, false, signal), exact: !hasSyncFrames(chunk) });
    if (!hasSyncFrames(chunk)) return;
    request(`${name} exact`, async () => {
      const image = await port.strip(source, chunk, true, signal);
      cacheStrip(name, { chunk, image, exact: true });
    });
  };

  const facts: FilmstripLibrary['facts'] = (source) => {
    if (source.unset === true) return 'missing';
    const entry = stateOf(source);
    if (entry === null) return port.version(source) === null ? 'missing' : null;
    const { key, state } = entry;
    if (state.facts === null || state.facts === 'missing')
      request(`${key} facts`, async () => {
        try {
          state.facts = await port.facts(source, signal);
        } catch (error) {
          if (!signal.aborted) state.facts = 'missing';
          throw error;
        }
      });
    return state.facts;
  };

  const nearest = (key: string, seconds: number): TilePicture | null => {
    let best: { readonly name: string; readonly strip: Strip; readonly step: number } | null = null;
    for (const [name, strip] of strips) {
      const { chunk } = strip;
      if (!name.startsWith(`${key} strip `) || seconds < chunk.from || seconds > chunk.to) continue;
      const step = (chunk.to - chunk.from) / chunk.count;
      if (best === null || step < best.step) best = { name, strip, step };
    }
    return best === null ? null : tileOf(best.name, best.strip, seconds);
  };

  return {
    facts,
    isAbsent: (source) => source.unset === true || port.version(source) === null,
    picture(source, seconds, secondsPerTile) {
      const sourceFacts = facts(source);
      const entry = stateOf(source);
      if (sourceFacts === null || sourceFacts === 'missing' || !sourceFacts.hasPicture || entry === null) return null;
      const within = Math.min(Math.max(0, seconds), sourceFacts.seconds);
      const chunk = chunkAt(within, levelOf(secondsPerTile), sourceFacts.seconds);
      const name = `${entry.key} strip ${chunk.level} ${chunk.index}`;
      const strip = strips.get(name);
      if (strip === undefined) {
        request(name, () => load(name, source, chunk));
        return nearest(entry.key, within);
      }
      // Move the strip to the end, as the most recently used one.
      strips.delete(name);
      strips.set(name, strip);
      return tileOf(name, strip, within);
    },
    peaks(source) {
      const sourceFacts = facts(source);
      const entry = stateOf(source);
      if (sourceFacts === null || sourceFacts === 'missing' || !sourceFacts.hasSound || entry === null) return null;
      const { key, state } = entry;
      if (state.peaks === null)
        request(`${key} peaks`, async () => {
          try {
            state.peaks = await port.peaks(source, signal);
            state.hasFailedPeaks = false;
          } catch (error) {
            state.hasFailedPeaks = !signal.aborted;
            throw error;
          }
        });
      return state.peaks;
    },
    hasFailedPeaks: (source) => stateOf(source)?.state.hasFailedPeaks === true,
    refresh: notify,
    revision: () => revision,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      stopped.abort();
      listeners.clear();
      for (const { image } of strips.values()) image.close();
      strips.clear();
    },
  };
}

function sizeOf({ image }: Strip): number {
  return image.width * image.height * 4;
}

function tileOf(name: string, { chunk, image, exact }: Strip, seconds: number): TilePicture {
  const tile = tileAt(chunk, seconds);
  const width = Math.floor(image.width / chunk.count);
  const { height } = image;
  const picture: ImagePicture = {
    kind: 'image',
    image,
    left: tile * width,
    top: 0,
    width,
    height,
    bytes: width * height * 4,
  };
  return { id: `${name} ${tile} ${exact}`, picture };
}
