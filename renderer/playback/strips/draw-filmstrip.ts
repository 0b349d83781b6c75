import type { Scene } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { layersOf } from '#shared/timeline/build-timeline.ts';
import { videoStatesAt } from '#shared/timeline/frame-at.ts';
import { sourceSeconds, videoStateUntil } from '#shared/timeline/layer-state.ts';
import { thumbnailRenderer } from '../frames/thumbnail-renderer.ts';
import type { FilmstripLibrary } from './filmstrip-library.ts';
import type { FilmLayer, FilmstripPainter, Urgency } from './filmstrip-painter.ts';
import type { FilmstripFormat, FilmstripTile } from './filmstrip-plan.ts';
import type { ScenePictures } from './scene-pictures.ts';

export interface Film {
  readonly library: FilmstripLibrary;
  readonly painter: FilmstripPainter;
  readonly pictures: ScenePictures;
  readonly movie: FilmstripFormat;
  readonly scene: Scene;
  readonly tiles: readonly FilmstripTile[];
  /** The size of a tile in canvas pixels. */
  readonly size: Size;
  readonly secondsPerTile: number;
}

/** Draws the available tiles. Returns false if some tiles are provisional; the caller must then call again later. */
export function drawFilmstrip(canvas: HTMLCanvasElement, film: Film, urgency: Urgency): boolean {
  const { painter, movie, tiles, size } = film;
  const width = tiles.length * size.width;
  if (canvas.width !== width || canvas.height !== size.height) {
    canvas.width = width;
    canvas.height = size.height;
    drawn.delete(canvas);
    composed.delete(canvas);
  }
  // During a gesture, no pictures are composited. Planning the scene of each step would therefore draw the same again.
  if (film.pictures.isResting() && composed.get(canvas)?.frames === framesOf(tiles)) return true;
  // Keep the canvas in main memory, because compositing hundreds of small GPU canvases takes longer than drawing them.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return true;
  if (film.pictures.isComposed(movie, film.scene)) {
    drawn.delete(canvas);
    drawComposed(canvas, context, film);
    return true;
  }
  composed.delete(canvas);
  const layersOfTiles = tiles.map(({ frame }) => layersAt(film, frame));
  const content = contentOf(film, layersOfTiles);
  if (isSameContent(drawn.get(canvas), content)) return true;
  drawn.delete(canvas);
  let isWhole = true;
  layersOfTiles.forEach((layers, at) => {
    const left = at * size.width;
    if (layers === null) return;
    if (!painter.draw(context, { left, size }, { movie, layers }, urgency)) isWhole = false;
    drawEdge(context, left, size);
  });
  // While the WebGL context is lost, pictures are drawn without effects.
  if (isWhole && !thumbnailRenderer.isLost()) drawn.set(canvas, content);
  return isWhole;
}

/** The content of a canvas whose pictures are all final. */
interface DrawnContent extends Size {
  readonly scene: Scene;
  readonly filmWidth: number;
  readonly filmHeight: number;
  /** The ids of the pictures of all tiles. */
  readonly pictures: string;
}

/**
 * The contents of the canvases. Each loaded picture makes all visible clips draw again, and few of them show this
 * picture.
 */
const drawn = new WeakMap<HTMLCanvasElement, DrawnContent>();

function contentOf(
  { movie, scene, size }: Film,
  layersOfTiles: readonly (readonly FilmLayer[] | null)[],
): DrawnContent {
  const ids = layersOfTiles.map((layers) => layers?.map(({ picture }) => picture.id) ?? null);
  return { ...size, scene, filmWidth: movie.width, filmHeight: movie.height, pictures: JSON.stringify(ids) };
}

function isSameContent(before: DrawnContent | undefined, now: DrawnContent): boolean {
  return (
    before !== undefined &&
    before.scene === now.scene &&
    before.pictures === now.pictures &&
    before.width === now.width &&
    before.height === now.height &&
    before.filmWidth === now.filmWidth &&
    before.filmHeight === now.filmHeight
  );
}

/** The composited pictures on a canvas, with the frames of its tiles as text. */
interface ComposedContent {
  readonly frames: string;
  readonly pictures: readonly (OffscreenCanvas | null)[];
}

/** The composited contents of the canvases. During a drag of a layer, its scene changes at each move. */
const composed = new WeakMap<HTMLCanvasElement, ComposedContent>();

function framesOf(tiles: readonly FilmstripTile[]): string {
  return tiles.map(({ frame }) => frame).join(' ');
}

/**
 * Draws the tiles that are already composited, unless the canvas shows them. `pictures` notifies its listeners when
 * more tiles are ready.
 */
function drawComposed(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  { pictures, movie, scene, tiles, size }: Film,
): void {
  // Request the first tile last, because the latest request is composited first.
  const shown = tiles
    .toReversed()
    .map(({ frame }) => pictures.picture({ movie, scene, frame, height: size.height }).picture)
    .toReversed();
  const before = composed.get(canvas)?.pictures;
  composed.set(canvas, { frames: framesOf(tiles), pictures: shown });
  if (before?.length === shown.length && shown.every((picture, at) => picture === before[at])) return;
  context.clearRect(0, 0, tiles.length * size.width, size.height);
  shown.forEach((picture, at) => {
    if (picture === null) return;
    context.drawImage(picture, at * size.width, 0, size.width, size.height);
    drawEdge(context, at * size.width, size);
  });
}

function drawEdge(context: CanvasRenderingContext2D, left: number, { width, height }: Size): void {
  context.fillStyle = 'rgb(0 0 0 / 0.5)';
  context.fillRect(left + width - 1, 0, 1, height);
}

/** Returns the layers of a tile; null if the tile has videos but none of their pictures are loaded. */
function layersAt({ library, movie, scene, secondsPerTile }: Film, frame: number): readonly FilmLayer[] | null {
  const states = videoStatesAt(layersOf(scene), frames(frame), scene.duration);
  const layers = states.flatMap((each): readonly FilmLayer[] => {
    const facts = library.facts(each.layer.source);
    const state = facts === null || facts === 'missing' ? each : videoStateUntil(each, facts.seconds, movie.frameRate);
    if (state === null) return [];
    const picture = library.picture(state.layer.source, sourceSeconds(state, movie.frameRate), secondsPerTile);
    return picture === null ? [] : [{ state, picture }];
  });
  return layers.length === 0 && states.length > 0 ? null : layers;
}
