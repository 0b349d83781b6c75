import { captionAt, type TimedCue, visibleCues } from '../captions/shown-cues.ts';
import { type ComposeSources, captionFonts, cuesOfLayer } from '../compositor/scene/compose-sources.ts';
import type { DrawingLayout, TextDrawing } from '../drawings/drawing/drawing.ts';
import type { CaptionsLayer, ImageLayer, Layer, Movie, VideoLayer } from '../template/movie/movie.ts';
import type { Size } from '../template/values/placement.ts';
import { boxIn } from '../timeline/boxes.ts';
import { buildTimeline } from '../timeline/build-timeline.ts';
import { captionDrawing } from '../timeline/caption-drawing.ts';
import { textDrawing } from '../timeline/layer-drawing.ts';
import { layerTime } from '../timeline/time.ts';
import type { FilmToSee, SetText } from './layer-tracks.ts';

/** A movie with known lengths, with the facts about its sources that the checks need. */
export interface CheckedMovie {
  readonly movie: Movie;
  readonly sources: Pick<ComposeSources, 'captions' | 'fonts'>;
  /** Returns the displayed size of an image or a video in square pixels; null if it is unknown. */
  readonly sizeOf: (layer: VideoLayer | ImageLayer) => Size | null;
  /** Returns whether the source of a layer is a vector image, which has no pixels. */
  readonly isVector: (layer: Layer) => boolean;
}

/** A text to lay out before the check. */
export interface TextToLayOut {
  readonly key: string;
  readonly drawing: TextDrawing;
}

/** The layouts of texts by the keys of {@link TextToLayOut}. The checks skip texts without a layout. */
export type TextLayouts = ReadonlyMap<string, DrawingLayout>;

/** The maximum number of texts in a check. Laying out a text takes about a millisecond. */
const MAX_TEXTS = 4000;

/** An enabled layer with its frames in the film. */
export interface PlacedLayer {
  readonly layer: Layer;
  /** The size to which percentages refer. */
  readonly frame: Size;
  /** The frame of the film at the layer's local frame 0. */
  readonly origin: number;
  /** The frames of the film in which the layer is played; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the enabled layers of enabled scenes and overlays, including the layers of groups. Excludes layers of masks.
 */
export function placedLayers(movie: Movie): readonly PlacedLayer[] {
  const timeline = buildTimeline(movie);
  const frame = { width: movie.width, height: movie.height };
  const { whole, length } = timeline;
  const scenes = timeline.scenes.flatMap(({ scene, start, end, origin }) =>
    scene.enabled ? placedIn(scene.layers, { frame, origin, start, end, length: scene.duration }) : [],
  );
  const over = movie.overlays
    .filter(({ enabled }) => enabled)
    .flatMap(({ layers }) =>
      placedIn(layers, { frame, origin: whole.origin, start: 0, end: length, length: whole.length }),
    );
  return [...scenes, ...over];
}

interface Container extends Omit<PlacedLayer, 'layer'> {
  readonly length: number;
}

function placedIn(layers: readonly Layer[], container: Container): readonly PlacedLayer[] {
  return layers.flatMap((layer): readonly PlacedLayer[] => {
    if (!layer.enabled) return [];
    const time = layerTime(layer, container.length as Parameters<typeof layerTime>[1]);
    const start = Math.max(container.start, container.origin + time.start);
    const end = Math.min(container.end, container.origin + time.end);
    if (end <= start) return [];
    const { frame } = container;
    const place = { frame, origin: container.origin + time.start - time.first, start, end };
    const inside =
      layer.kind === 'group'
        ? placedIn(layer.layers, { ...place, frame: boxIn(layer.box, frame), length: time.length })
        : [];
    return [{ layer, ...place }, ...inside];
  });
}

/** Captions with their cues in local frames, as displayed. */
export interface PlacedCaptions extends PlacedLayer {
  readonly layer: CaptionsLayer & { readonly kind: 'captions' };
  readonly cues: readonly TimedCue[];
}

/** Returns the captions of a film with all their cues, including cues outside the film. */
export function placedCaptions({ movie, sources }: CheckedMovie): readonly PlacedCaptions[] {
  return placedLayers(movie).flatMap(({ layer, ...place }): readonly PlacedCaptions[] => {
    if (layer.kind !== 'captions') return [];
    const all = cuesOfLayer(layer, sources, movie.frameRate);
    const range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
    return [{ ...place, layer, cues: visibleCues(all, layer, movie.frameRate, range) }];
  });
}

/** The texts of a film to lay out. */
export interface TextsToLayOut {
  readonly texts: readonly TextToLayOut[];
  /** Whether some texts are missing because the film has too many texts. */
  readonly isCut: boolean;
}

/** Returns the texts of a film at rest, and each cue of its captions. */
export function textsToLayOut(film: CheckedMovie): TextsToLayOut {
  const texts = new Map<string, TextToLayOut>();
  for (const { layer, frame } of placedLayers(film.movie)) {
    if (layer.kind !== 'text' || layer.content.trim() === '') continue;
    const { fonts, spanFonts } = film.sources.fonts(layer);
    const drawing = textDrawing(layer, fonts, { frame, scale: 1, look: null }, spanFonts);
    texts.set(layer.id, { key: layer.id, drawing });
  }
  for (const captions of placedCaptions(film)) {
    const { layer, frame, cues } = captions;
    if (cues.length === 0) continue;
    const { fonts } = captionFonts(layer, cues, film.sources);
    for (const cue of cues) {
      const caption = captionAt([cue], cue.from);
      if (caption === null || texts.size > MAX_TEXTS) continue;
      const { words: _, phrase: __, ...drawing } = captionDrawing(layer, caption, fonts, atRest(frame), cue.from);
      const key = cueKey(layer, cue);
      texts.set(key, { key, drawing });
    }
  }
  const all = [...texts.values()];
  return { texts: all.slice(0, MAX_TEXTS), isCut: all.length > MAX_TEXTS };
}

const atRest = (frame: Size) => ({ frame, scale: 1, look: null });

export function cueKey({ id }: Pick<CaptionsLayer, 'id'>, { from, to }: Pick<TimedCue, 'from' | 'to'>): string {
  return `${id} ${from} ${to}`;
}

/** Returns a movie with the layouts of its texts. */
export function filmToSee(film: CheckedMovie, layouts: TextLayouts): FilmToSee {
  const captions = new Map(placedCaptions(film).map((placed) => [placed.layer.id, placed]));
  const setCue = (layer: CaptionsLayer, localFrame: number): SetText | null => {
    const cue = captions.get(layer.id)?.cues.find(({ from, to }) => from <= localFrame && localFrame < to);
    return cue === undefined ? null : setText(layouts.get(cueKey(layer, cue)), cue.text);
  };
  return {
    movie: film.movie,
    known: {
      ofSource: film.sizeOf,
      ofText: ({ id }) => layouts.get(id) ?? null,
      ofCaptions: (layer, _look, _frame, at) => setCue(layer, at)?.layout ?? null,
    },
    textAt: (layer, localFrame) => {
      if (layer.kind === 'text') return setText(layouts.get(layer.id), layer.content);
      return layer.kind === 'captions' ? setCue(layer, localFrame) : null;
    },
  };
}

function setText(layout: DrawingLayout | undefined, content: string): SetText | null {
  return layout === undefined ? null : { layout, content };
}

/** The limits of the layout cache, which keep it below about 50 MiB. Long texts are not cached. */
export const LAYOUT_LIMITS = { most: 4000, longest: 16_000 };

/** Creates a cache of the last used layouts, by drawing. The films of a batch share most of their texts. */
export function createLayoutMemory<Layout>({ most, longest }: typeof LAYOUT_LIMITS) {
  const known = new Map<string, Layout>();
  return {
    /** Returns the layout of a drawing; undefined if it is not cached. */
    get: (drawn: string): Layout | undefined => known.get(drawn),
    /** Adds a layout and removes the least recently used one if the cache is full. Ignores drawings with long data. */
    put: (drawn: string, layout: Layout): void => {
      if (drawn.length > longest) return;
      known.delete(drawn);
      known.set(drawn, layout);
      for (const oldest of known.keys()) if (known.size > most) known.delete(oldest);
    },
  };
}
