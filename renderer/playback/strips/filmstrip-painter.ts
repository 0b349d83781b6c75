import type { Movie } from '#shared/template/movie/movie.ts';
import { placeSource, type Size } from '#shared/template/values/placement.ts';
import type { VideoState } from '#shared/timeline/layer-state.ts';
import { filmSize } from '#shared/timeline/timeline.ts';
import { thumbnailRenderer } from '../frames/thumbnail-renderer.ts';
import { type ComposedLayer, type Composition, RGB } from '../picture/composition.ts';
import type { TilePicture } from './filmstrip-library.ts';

/** The video state of a layer at a frame, with its picture. */
export interface FilmLayer {
  readonly state: VideoState;
  readonly picture: TilePicture;
}

/** The kind of time budget for drawing: the budget of the current animation frame, or the budget of an idle period. */
export type Urgency = 'immediate' | 'idle';

/** Draws thumbnails of filmstrips with the shaders of the preview. */
export interface FilmstripPainter {
  /**
   * Draws one thumbnail with its layers from bottom to top, on black. Returns false if the time budget for shaders is
   * used up; the caller must then call again later. In that case, draws a cached picture with the same effects, or else
   * the picture without effects.
   */
  readonly draw: (
    context: CanvasRenderingContext2D,
    at: { readonly left: number; readonly size: Size },
    film: {
      readonly movie: Pick<Movie, 'width' | 'height'>;
      readonly layers: readonly FilmLayer[];
    },
    urgency: Urgency,
  ) => boolean;
}

/** The number of cached pictures with effects. */
const CACHE_SIZE = 600;
/**
 * The time budget for shaders per animation frame, in milliseconds. With a GPU, the budget is enough for several
 * pictures. With software rendering, a picture takes longer and is drawn in an idle period.
 */
const MILLISECONDS: Readonly<Record<Urgency, number>> = { immediate: 3, idle: 6 };

export function createFilmstripPainter(): FilmstripPainter {
  const drawn = new Map<string, OffscreenCanvas>();
  /**
   * The last picture for each combination of sources and effects, at any time of the source. It serves as a
   * placeholder.
   */
  const similarPictures = new Map<string, OffscreenCanvas>();
  let spent = 0;
  /** The drawing time of the last picture in milliseconds. */
  let expectedCost = 0;

  /** Renders a picture if the time budget allows it; otherwise returns `later`. */
  const inTime = (composition: Composition, size: Size, urgency: Urgency): OffscreenCanvas | 'later' | null => {
    if (spent + (urgency === 'immediate' ? expectedCost : 0) > MILLISECONDS[urgency]) return 'later';
    if (spent === 0)
      requestAnimationFrame(() => {
        spent = 0;
      });
    const begun = performance.now();
    const picture = thumbnailRenderer.draw(composition, size);
    expectedCost = Math.max(0.1, performance.now() - begun);
    spent += expectedCost;
    return picture;
  };
  return {
    draw(context, { left, size }, { movie, layers }, urgency) {
      const frame = filmSize(movie);
      context.fillStyle = 'black';
      context.fillRect(left, 0, size.width, size.height);
      if (layers.every(({ state }) => state.effects.length === 0)) {
        for (const each of layers) drawPlain(context, each, { left, size, frame });
        return true;
      }
      const key = keyOf(layers, size, ({ picture }) => picture.id);
      const similarKey = keyOf(layers, size, ({ state }) => state.layer.source);
      const known = drawn.get(key);
      const picture = known ?? inTime({ frame, layers: layers.map(composed) }, size, urgency);
      if (picture === 'later') {
        const rough = similarPictures.get(similarKey);
        if (rough !== undefined) context.drawImage(rough, left, 0);
        else for (const each of layers) drawPlain(context, each, { left, size, frame });
        return false;
      }
      if (picture === null) {
        for (const each of layers) drawPlain(context, each, { left, size, frame });
        return true;
      }
      cache(drawn, key, picture);
      cache(similarPictures, similarKey, picture);
      context.drawImage(picture, left, 0);
      return true;
    },
  };
}

/** Adds a picture. Evicts the pictures that were added first. */
function cache(pictures: Map<string, OffscreenCanvas>, key: string, picture: OffscreenCanvas): void {
  pictures.delete(key);
  pictures.set(key, picture);
  for (const oldest of pictures.keys()) {
    if (pictures.size <= CACHE_SIZE) break;
    pictures.delete(oldest);
  }
}

function composed({ state, picture: { picture } }: FilmLayer): ComposedLayer {
  return {
    picture,
    color: RGB,
    rotation: 0,
    display: { width: picture.width, height: picture.height },
    fit: state.fit,
    effects: state.effects,
  };
}

/** Draws a picture without effects. It is only scaled and cropped, and needs no shader. */
function drawPlain(
  context: CanvasRenderingContext2D,
  { state, picture: { picture } }: FilmLayer,
  { left, size, frame }: { readonly left: number; readonly size: Size; readonly frame: Size },
): void {
  const place = placeSource(picture, frame, state.fit, 1);
  const [across, down] = [size.width / frame.width, size.height / frame.height];
  // Crop in coordinates of the source.
  const [visibleX, visibleY] = [place.picture.width / place.scaled.width, place.picture.height / place.scaled.height];
  context.drawImage(
    picture.image,
    picture.left + (picture.width * (1 - visibleX)) / 2,
    picture.top + (picture.height * (1 - visibleY)) / 2,
    picture.width * visibleX,
    picture.height * visibleY,
    left + place.left * across,
    place.top * down,
    place.picture.width * across,
    place.picture.height * down,
  );
}

function keyOf(layers: readonly FilmLayer[], { width, height }: Size, subject: (layer: FilmLayer) => unknown): string {
  const parts = layers.map((each) => [
    subject(each),
    each.state.fit,
    each.state.effects.map(({ id: _, ...effect }) => effect),
  ]);
  return JSON.stringify([width, height, parts]);
}
