import { idleQueue } from '#renderer/ui/browser/idle-queue.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { isComposed } from '../compose/composed-frames.ts';
import type { MediaPort } from '../decode/media-port.ts';
import type { FrameProducer, FrameView } from '../frame-producer.ts';
import { createThumbnailFrames } from '../frames/thumbnail-frames.ts';
import { thumbnailRenderer } from '../frames/thumbnail-renderer.ts';
import { rgbOf } from '../picture/planes-to-rgb.ts';
import type { FilmstripFormat } from './filmstrip-plan.ts';

/** A thumbnail of one frame of a scene. */
export interface SceneTile {
  readonly movie: FilmstripFormat;
  readonly scene: Scene;
  /** The frame relative to the scene. */
  readonly frame: number;
  /** The minimum height in pixels. */
  readonly height: number;
}

/** Thumbnails of scenes, without overlays and transitions. */
export interface ScenePictures {
  /** Returns whether the worker composites a scene. Other scenes consist only of videos that fill the frame. */
  readonly isComposed: (movie: FilmstripFormat, scene: Scene) => boolean;
  /** Returns the picture of a tile, and requests the tile. The latest request is drawn first. */
  readonly picture: (tile: SceneTile) => TilePicture;
  /** Pauses drawing while the page has more urgent work. The end of the pause notifies the listeners. */
  readonly rest: (isResting: boolean) => void;
  readonly isResting: () => boolean;
  /** Marks all pictures as stale, because the bytes of sources can have changed. */
  readonly refresh: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

export interface TilePicture {
  /**
   * The picture, or a placeholder until the picture is drawn. Null without a placeholder, and for unreadable sources.
   */
  readonly picture: OffscreenCanvas | null;
  /** Whether `picture` shows exactly this tile. If so, it changes only with a new movie or new sources. */
  readonly isItself: boolean;
}

/** The delay in milliseconds between the last request and drawing, because scrolling and typing have priority. */
const QUIET_MILLISECONDS = 120;
const MAX_WAITING = 400;

/** Returns the scale for a picture of at least this height: a power of two, at most 1. */
export function tileScale(height: number, filmHeight: number): number {
  return Math.min(1, 2 ** -Math.floor(Math.log2(Math.max(1, filmHeight / Math.max(1, height)))));
}

/**
 * Creates the thumbnails of a project. Their frame producer is created with the first tile.
 * @param cacheBytes The size limit in bytes of the cache for decoded pictures.
 */
export function createScenePictures(port: MediaPort, cacheBytes: number): ScenePictures {
  const tiles = createCachedTiles<OffscreenCanvas>();
  const films = new WeakMap<Scene, { readonly format: FilmstripFormat; readonly film: Movie }>();
  const listeners = new Set<() => void>();
  /** Waiting tiles by position in the movie, newest last. The position stays the same when the scene is edited. */
  const waiting = new Map<string, SceneTile>();
  let current: SceneTile | null = null;
  let source: FrameProducer | null = null;
  let height = 1;
  let isResting = false;
  let isDisposed = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;

  const filmOf = (format: FilmstripFormat, scene: Scene): Movie => {
    const before = films.get(scene);
    if (before !== undefined && isSame(before.format, format)) return before.film;
    const film = filmOfOne(format, scene);
    films.set(scene, { format, film });
    return film;
  };
  const scaleOf = (film: Movie): number => tileScale(height, film.height);
  const sourceOf = (): FrameProducer => {
    if (source === null) {
      source = createThumbnailFrames(port, { scale: scaleOf, cacheBytes });
      source.subscribe(later);
    }
    return source;
  };
  const later = () => idleQueue.add(work);
  const unfollow = thumbnailRenderer.onRestored(later);
  const work = () => {
    if (isDisposed || isResting) return;
    current ??= takeLast(waiting);
    if (current === null) return;
    const { movie, scene, frame } = current;
    height = current.height;
    const film = filmOf(movie, scene);
    const frames = sourceOf();
    const view = frames.view(film, frame);
    if (!isDone(view)) {
      frames.request(film, frame, { ahead: 0, backwards: false });
      return;
    }
    const picture = pictureOf(view, sizeOf(film, scaleOf(film)));
    // The WebGL context is lost. Work continues when it is restored.
    if (picture === 'later') return;
    tiles.add(current, picture);
    current = null;
    for (const listener of listeners) listener();
    later();
  };
  const request = (tile: SceneTile) => {
    const key = `${tile.scene.id} ${tile.frame} ${tile.height}`;
    waiting.delete(key);
    waiting.set(key, tile);
    for (const oldest of waiting.keys()) {
      if (waiting.size <= MAX_WAITING) break;
      waiting.delete(oldest);
    }
    clearTimeout(quiet);
    quiet = setTimeout(later, QUIET_MILLISECONDS);
  };

  return {
    isComposed: (format, scene) => {
      const film = filmOf(format, scene);
      return buildTimeline(film).segments.some((segment) => isComposed(segment, film));
    },
    picture(tile) {
      const stored = tiles.find(tile);
      if (!stored.isItself) request(tile);
      return stored;
    },
    rest(next) {
      isResting = next;
      if (next) return;
      for (const listener of listeners) listener();
      later();
    },
    isResting: () => isResting,
    refresh() {
      tiles.makeStale();
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      isDisposed = true;
      clearTimeout(quiet);
      idleQueue.remove(work);
      unfollow();
      listeners.clear();
      source?.dispose();
    },
  };
}

/** Returns whether the frame is final. A frame with a missing source is also final. */
function isDone({ exact, byEngine, issues }: FrameView): boolean {
  return exact || byEngine || issues.some(({ kind }) => kind !== 'opening');
}

function sizeOf({ width, height }: Movie, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws a thumbnail; null without sources or WebGL 2, `later` while the WebGL context is lost. */
function pictureOf({ composition, issues }: FrameView, size: Size): OffscreenCanvas | 'later' | null {
  const first = composition?.layers[0];
  if (composition === null || (first === undefined && issues.length > 0)) return null;
  if (first?.picture.kind !== 'planes') {
    const drawn = thumbnailRenderer.draw(composition, size);
    return drawn ?? (thumbnailRenderer.canDraw() ? 'later' : null);
  }
  const { picture } = first;
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  // Draw in main memory, where the target canvases are also stored.
  canvas.getContext('2d', { willReadFrequently: true })?.putImageData(rgbOf(picture), 0, 0);
  return canvas;
}

function filmOfOne(format: FilmstripFormat, scene: Scene): Movie {
  const { width, height, frameRate, background, matte, fonts } = format;
  return {
    ...{ id: scene.id, width, height, frameRate, background, fonts },
    ...(matte && { matte }),
    scenes: [{ ...scene, enabled: true, sounds: [] }],
    ...{ transitions: [], sounds: [], overlays: [], span: null },
  };
}

function isSame(one: FilmstripFormat, other: FilmstripFormat): boolean {
  return (
    one.width === other.width &&
    one.height === other.height &&
    one.frameRate === other.frameRate &&
    one.background === other.background &&
    one.matte === other.matte &&
    one.fonts === other.fonts
  );
}

function takeLast(tiles: Map<string, SceneTile>): SceneTile | null {
  const last = [...tiles.entries()].at(-1);
  if (last === undefined) return null;
  tiles.delete(last[0]);
  return last[1];
}

/** The values that identify a tile. */
export interface TileOf {
  readonly scene: Scene;
  /** The frame relative to the scene. */
  readonly frame: number;
  readonly height: number;
}

/** A cache of tile pictures with LRU eviction. */
export interface CachedTiles<Picture> {
  /**
   * Returns the picture of the tile. Until it is drawn, the result is a placeholder: the picture from before an edit of
   * the scene, or any picture of the scene. Null for an empty tile, and if the placeholder is missing.
   */
  readonly find: (tile: TileOf) => { readonly picture: Picture | null; readonly isItself: boolean };
  readonly add: (tile: TileOf, picture: Picture | null) => void;
  /** Marks all pictures as stale. They are shown until new ones replace them. */
  readonly makeStale: () => void;
}

const MAX_CACHED_TILES = 800;

export function createCachedTiles<Picture>(most = MAX_CACHED_TILES): CachedTiles<Picture> {
  /**
   * The pictures by position in the movie, least recently used first. An edited scene is a new object at the same
   * position.
   */
  const tiles = new Map<string, { readonly scene: Scene; readonly age: number; readonly picture: Picture | null }>();
  /** The latest picture of each scene. */
  const latest = new Map<string, Picture>();
  let age = 0;
  const keyOf = ({ scene, frame, height }: TileOf) => `${scene.id} ${frame} ${height}`;
  return {
    find(tile) {
      const key = keyOf(tile);
      const entry = tiles.get(key);
      if (entry === undefined) return { picture: latest.get(tile.scene.id) ?? null, isItself: false };
      tiles.delete(key);
      tiles.set(key, entry);
      return { picture: entry.picture, isItself: entry.scene === tile.scene && entry.age === age };
    },
    add(tile, picture) {
      const key = keyOf(tile);
      tiles.delete(key);
      tiles.set(key, { scene: tile.scene, age, picture });
      latest.delete(tile.scene.id);
      if (picture !== null) latest.set(tile.scene.id, picture);
      for (const bounded of [tiles, latest])
        for (const oldest of bounded.keys()) {
          if (bounded.size <= most) break;
          bounded.delete(oldest);
        }
    },
    makeStale() {
      age += 1;
    },
  };
}
