import type { Scene } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { layersOf } from '#shared/timeline/build-timeline.ts';
import { videoStatesAt } from '#shared/timeline/frame-at.ts';
import { sourceSeconds, videoStateUntil } from '#shared/timeline/layer-state.ts';
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
  }
  // Keep the canvas in main memory, because compositing hundreds of small GPU canvases takes longer than drawing them.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return true;
  if (film.pictures.isComposed(movie, film.scene)) {
    drawComposed(context, film);
    return true;
  }
  let isWhole = true;
  tiles.forEach(({ frame }, at) => {
    const layers = layersAt(film, frame);
    const left = at * size.width;
    if (layers === null) return;
    if (!painter.draw(context, { left, size }, { movie, layers }, urgency)) isWhole = false;
    drawEdge(context, left, size);
  });
  return isWhole;
}

/** Draws the tiles that are already composited. `pictures` notifies its listeners when more tiles are ready. */
function drawComposed(context: CanvasRenderingContext2D, { pictures, movie, scene, tiles, size }: Film): void {
  context.clearRect(0, 0, tiles.length * size.width, size.height);
  // Request the first tile last, because the latest request is composited first.
  for (const [at, { frame }] of [...tiles.entries()].toReversed()) {
    const { picture } = pictures.picture({ movie, scene, frame, height: size.height });
    if (picture === null) continue;
    context.drawImage(picture, at * size.width, 0, size.width, size.height);
    drawEdge(context, at * size.width, size);
  }
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
