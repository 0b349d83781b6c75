import { idleTurns } from '#renderer/ui/browser/idle-queue.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { isComposed } from '../compose/composed-frames.ts';
import type { FrameSource } from '../frames/frame-source.ts';
import type { FrameView } from '../frames/frame-view.ts';
import { rgbOf } from '../picture/planes-to-rgb.ts';
import type { FilmstripFormat } from './filmstrip-plan.ts';

/** A small picture of one frame of a scene. */
export interface SceneTile {
  readonly movie: FilmstripFormat;
  readonly scene: Scene;
  /** Of the scene. */
  readonly frame: number;
  /** Pixels that it is shown with, at least. */
  readonly height: number;
}

/** Small pictures of scenes that are more than videos, each by itself: without overlays and transitions. */
export interface ScenePictures {
  /** Whether a scene is composed; film of others is drawn of the strips of their videos. */
  readonly compose: (movie: FilmstripFormat, scene: Scene) => boolean;
  /** The picture of a tile; until it is there, one like it. Null: none yet. What was asked for last comes first. */
  readonly picture: (tile: SceneTile) => OffscreenCanvas | null;
  /** While somebody waits for the page to draw something else, nothing is composed. */
  readonly rest: (isResting: boolean) => void;
  /** Names of sources may mean other bytes: all is composed anew once it is asked for. */
  readonly refresh: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** After so long without another wish, composing begins: who scrolls or types comes first. */
const QUIET_MILLISECONDS = 120;
const MOST_WAITING = 400;

/** How many pixels there are for one of the film, each way, so that a picture is at least so high: 1, 1/2, 1/4 and so on. */
export function tileScale(height: number, filmHeight: number): number {
  return Math.min(1, 2 ** -Math.floor(Math.log2(Math.max(1, filmHeight / Math.max(1, height)))));
}

/**
 * @param open Opens the frames of the film's sources, composed with so many pixels for one of the film; called once there
 * is something to compose.
 */
export function createScenePictures(open: (scale: (movie: Movie) => number) => FrameSource): ScenePictures {
  const kept = createCachedTiles<OffscreenCanvas>();
  const films = new WeakMap<Scene, { readonly format: FilmstripFormat; readonly film: Movie }>();
  const listeners = new Set<() => void>();
  /** By the place of the tile in the film, whatever its scene shows by now: the newest last. */
  const waiting = new Map<string, SceneTile>();
  let current: SceneTile | null = null;
  let source: FrameSource | null = null;
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
  const sourceOf = (): FrameSource => {
    if (source === null) {
      source = open((movie) => tileScale(height, movie.height));
      source.subscribe(later);
    }
    return source;
  };
  const later = () => idleTurns.add(work);
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
      frames.want(film, frame, { ahead: 0, backwards: false });
      return;
    }
    kept.add(current, pictureOf(view));
    current = null;
    for (const listener of listeners) listener();
    later();
  };
  const wish = (tile: SceneTile) => {
    const key = `${tile.scene.id} ${tile.frame} ${tile.height}`;
    waiting.delete(key);
    waiting.set(key, tile);
    for (const oldest of waiting.keys()) {
      if (waiting.size <= MOST_WAITING) break;
      waiting.delete(oldest);
    }
    clearTimeout(quiet);
    quiet = setTimeout(later, QUIET_MILLISECONDS);
  };

  return {
    compose: (format, scene) => {
      const film = filmOf(format, scene);
      return buildTimeline(film).segments.some((segment) => isComposed(segment, film));
    },
    picture(tile) {
      const found = kept.find(tile);
      if (found.isItself) return found.picture;
      wish(tile);
      return found.picture;
    },
    rest(next) {
      isResting = next;
      if (!next) later();
    },
    refresh() {
      kept.makeStale();
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      isDisposed = true;
      clearTimeout(quiet);
      idleTurns.remove(work);
      listeners.clear();
      source?.dispose();
    },
  };
}

/** Whether nothing more comes of a frame for now: also one that lacks a source is shown. */
function isDone({ exact, byEngine, issues }: FrameView): boolean {
  return exact || byEngine || issues.some(({ kind }) => kind !== 'opening');
}

function pictureOf({ composition }: FrameView): OffscreenCanvas | null {
  const picture = composition?.layers[0]?.picture;
  if (picture?.kind !== 'planes') return null;
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  // In memory, as the canvases are that it is drawn to.
  canvas.getContext('2d', { willReadFrequently: true })?.putImageData(rgbOf(picture), 0, 0);
  return canvas;
}

/** The film of one scene by itself. */
function filmOfOne({ width, height, frameRate, background, fonts }: FilmstripFormat, scene: Scene): Movie {
  return {
    ...{ id: scene.id, width, height, frameRate, background, fonts },
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
    one.fonts === other.fonts
  );
}

function takeLast(tiles: Map<string, SceneTile>): SceneTile | null {
  const last = [...tiles.entries()].at(-1);
  if (last === undefined) return null;
  tiles.delete(last[0]);
  return last[1];
}

/** What a picture is of. */
export interface TileOf {
  readonly scene: Scene;
  /** Of the scene. */
  readonly frame: number;
  readonly height: number;
}

/** Pictures of tiles within a bound; those not used for the longest go first. */
export interface CachedTiles<Picture> {
  /**
   * The picture of a tile; where it is not there, the one that its scene had there before it was edited, else any of the
   * scene. A picture may be known to be none: null.
   */
  readonly find: (tile: TileOf) => { readonly picture: Picture | null; readonly isItself: boolean };
  readonly add: (tile: TileOf, picture: Picture | null) => void;
  /** From now on each only stands in for the one that comes. */
  readonly makeStale: () => void;
}

const MOST = 800;

export function createCachedTiles<Picture>(most = MOST): CachedTiles<Picture> {
  /** By the place in the film, in the order of their use. A scene that was edited is another object. */
  const kept = new Map<string, { readonly scene: Scene; readonly age: number; readonly picture: Picture | null }>();
  /** The picture that came last, by scene. */
  const latest = new Map<string, Picture>();
  let age = 0;
  const keyOf = ({ scene, frame, height }: TileOf) => `${scene.id} ${frame} ${height}`;
  return {
    find(tile) {
      const key = keyOf(tile);
      const known = kept.get(key);
      if (known === undefined) return { picture: latest.get(tile.scene.id) ?? null, isItself: false };
      kept.delete(key);
      kept.set(key, known);
      return { picture: known.picture, isItself: known.scene === tile.scene && known.age === age };
    },
    add(tile, picture) {
      const key = keyOf(tile);
      kept.delete(key);
      kept.set(key, { scene: tile.scene, age, picture });
      latest.delete(tile.scene.id);
      if (picture !== null) latest.set(tile.scene.id, picture);
      for (const bounded of [kept, latest])
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
