import { sizeWithEffects } from '#shared/compositor/effects/apply-effects.ts';
import type { DrawnPicture } from '#shared/drawings/drawing/drawing.ts';
import { isResting } from '#shared/film-check/layer-tracks.ts';
import { inkedPixels } from '#shared/film-check/letters.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';
import { type LayerBox, layerBoxesAt } from '#shared/timeline/boxes.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import type { KnownSizes } from '#shared/timeline/timeline-kinds.ts';
import type { OpenFilm } from '../open-film.ts';

/** A layer in a frame in which it rests: it is fully visible and moves at most slowly. */
export interface RestingLayer extends LayerBox {
  /** The opacity of the layer times the opacities of its groups. */
  readonly opacity: number;
}

/** The number of frames between two checked frames. */
const STEP = 4;

/**
 * Returns a small set of frames with their resting layers, in which each requested layer rests at least once. Skips
 * frames of transitions.
 */
export function restingFrames(
  film: OpenFilm,
  known: KnownSizes,
  requested: (layer: Layer) => boolean,
): readonly { readonly frame: number; readonly layers: readonly RestingLayer[] }[] {
  const { movie } = film;
  return buildTimeline(movie).segments.flatMap((segment) => {
    if (segment.kind !== 'scene') return [];
    const all: { readonly frame: number; readonly layers: readonly RestingLayer[] }[] = [];
    for (let frame = segment.start + STEP; frame < segment.end - STEP; frame += STEP)
      all.push({ frame, layers: restingAt(movie, frame, known, requested) });
    const chosen: typeof all = [];
    const seen = new Set<string>();
    while (true) {
      const news = (layers: readonly RestingLayer[]) => layers.filter(({ layer }) => !seen.has(layer.id)).length;
      const best = all.reduce((one, other) => (news(other.layers) > news(one.layers) ? other : one), {
        frame: -1,
        layers: [] as readonly RestingLayer[],
      });
      if (best.frame < 0) return chosen;
      const layers = best.layers.filter(({ layer }) => !seen.has(layer.id));
      for (const { layer } of layers) seen.add(layer.id);
      chosen.push({ frame: best.frame, layers });
    }
  });
}

function restingAt(
  movie: Movie,
  frame: number,
  known: KnownSizes,
  requested: (layer: Layer) => boolean,
): readonly RestingLayer[] {
  const within = { known, sizeAfter: sizeWithEffects };
  const [before, now] = [frame - STEP, frame].map((at) => layerBoxesAt(movie, at, within));
  const earlier = new Map((before ?? []).map((box) => [box.layer.id, box]));
  const byId = new Map((now ?? []).map((box) => [box.layer.id, box]));
  return (now ?? []).flatMap((box): readonly RestingLayer[] => {
    if (!(box.isPlayed && requested(box.layer))) return [];
    const around = box.groups.flatMap((id) => byId.get(id) ?? []);
    const chain = [box, ...around];
    const opacity = chain.reduce((product, { state: row }) => product * row.opacity, 1);
    const rests = opacity > 0.5 && chain.every((each) => isResting(each, earlier.get(each.layer.id), STEP, movie));
    return rests ? [{ ...box, opacity }] : [];
  });
}

/** Returns the bounds of the letters of a text: the pixels of the frame that they cover at least partly. */
export function inkBounds({ matrix }: LayerBox, picture: DrawnPicture) {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const { x, y } of inkedPixels(matrix, picture, 60, 1)) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}
