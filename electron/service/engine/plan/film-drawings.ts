import { type Caption, captionAt, captionChanges, visibleCues } from '#shared/captions/shown-cues.ts';
import { captionFonts, cuesOfLayer } from '#shared/compositor/scene/compose-sources.ts';
import type { Drawing, TextDrawing } from '#shared/drawings/drawing/drawing.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { type Layer, type Movie, sourceLabel, type Transition } from '#shared/template/movie/movie.ts';
import { playedWithNested } from '#shared/template/movie/used-sources.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';

import { captionDrawing } from '#shared/timeline/caption-drawing.ts';
import { type CountedFrame, countedFrameAt } from '#shared/timeline/counted-text.ts';
import { lumaDrawing } from '#shared/timeline/layer-drawing.ts';

import { layerTime } from '#shared/timeline/time.ts';
import type { Timeline, TimelineSegment } from '#shared/timeline/timeline.ts';
import { type LayerDrawing, layerDrawing } from '#shared/timeline/timeline-kinds.ts';
import type { FrameOfSegment } from './plan.ts';
import type { FilmSources } from './planned-sources.ts';

/** A drawing of a film, and the places in the template that show it. */
export interface DrawingUse {
  readonly drawing: Drawing;
  /** The size of the film's frame, in pixels. */
  readonly frame: Size;
  readonly at: readonly NonNullable<Finding['at']>[];
  /**
   * For an image: for each entry of `at`, the name of the asset, or its URL without the query. The names can differ,
   * because assets with equal bytes share one drawing.
   */
  readonly files?: readonly string[];
  /** For a text: the names of the template's font files by their digests; absent without any. */
  readonly fontFiles?: Readonly<Record<string, string>>;
  /** Whether the drawing is one of the captions that its layer displays; undefined for other drawings. */
  readonly isCaption?: true;
  /** Whether the drawing is one frame of a text with a counting number; undefined for other drawings. */
  readonly isCounted?: true;
}

/**
 * Returns all drawings of a film without duplicates. The caller lays them out to find faults before a frame is made.
 * The sizes ignore animations of the layers.
 * @param only The single frame to make. Captions that are invisible in it are omitted.
 */
export function timelineDrawings(
  movie: Movie,
  sources: FilmSources,
  frame: Size,
  only: FrameOfSegment | null = null,
): readonly DrawingUse[] {
  const { segments } = buildTimeline(movie);
  const ranges: readonly FrameRange[] =
    only === null
      ? segments.map((segment) => ({ segment, from: 0, to: segment.end - segment.start }))
      : [framesAround(only, movie)];
  const visible = ranges.flatMap(layersIn);
  const drawings = [
    ...drawingsAtRest(movie, sources, frame),
    ...countedDrawings(visible, sources, frame),
    ...captionDrawings(visible, movie, sources, frame),
  ];
  const { fontFiles } = sources;
  return drawings.map((use) => ({ ...use, frame, ...(use.drawing.kind === 'text' && fontFiles && { fontFiles }) }));
}

/** Returns the frames of the movie that a frame of the canvas may display. The canvas may have another frame rate. */
function framesAround({ segment, frame, canvas }: FrameOfSegment, { frameRate }: Movie): FrameRange {
  const { numerator, denominator } = canvas.frameRate;
  const movieFrame = Math.floor((frame * denominator * frameRate.numerator) / (numerator * frameRate.denominator));
  return { segment, from: Math.max(0, movieFrame - 1), to: movieFrame + 2 };
}

type UseWithoutFrame = Omit<DrawingUse, 'frame'>;

/** Returns all drawings except captions. A text with a moving number has its resting number. */
function drawingsAtRest(movie: Movie, sources: FilmSources, frame: Size): readonly UseWithoutFrame[] {
  const within = { frame, scale: 1, look: null };
  const uses = new Map<string, UseWithoutFrame & { readonly at: NonNullable<Finding['at']>[]; files?: string[] }>();
  const add = (node: NodeId, drawn: LayerDrawing | null) => {
    if (drawn === null) return;
    const key = JSON.stringify(drawn.drawing);
    const at = { node, ...(drawn.attribute !== null && { attribute: drawn.attribute }) };
    const existing = uses.get(key);
    const { drawing, source } = drawn;
    const files = source === undefined ? [] : [sourceLabel(source)];
    if (existing === undefined) uses.set(key, { drawing, at: [at], ...(files.length > 0 && { files }) });
    else {
      existing.at.push(at);
      existing.files?.push(...files);
    }
  };
  for (const segment of buildTimeline(movie).segments) {
    for (const layer of playedWithNested(segment.layers)) add(layer.id, layerDrawing(layer, sources, within));
    if (segment.kind === 'transition') add(segment.transition.id, lumaOf(segment.transition, sources, frame));
  }
  for (const layer of visibleOverlays(buildTimeline(movie))) add(layer.id, layerDrawing(layer, sources, within));
  return [...uses.values()];
}

/** Returns the overlay layers of all segments and the layers inside of them, without duplicates. */
function visibleOverlays({ segments }: Timeline): readonly Layer[] {
  const byId = new Map(segments.flatMap(({ over }) => over?.layers.map((layer) => [layer.id, layer] as const) ?? []));
  return playedWithNested([...byId.values()]);
}

function lumaOf({ id, look }: Transition, sources: FilmSources, frame: Size): LayerDrawing | null {
  const image = look.type === 'luma' ? sources.images.get(id) : undefined;
  if (look.type !== 'luma' || image === undefined) return null;
  const { source } = look;
  return { drawing: lumaDrawing(image, frame), attribute: source.kind === 'url' ? 'url' : 'src', source };
}

/** A range of frames of a segment, counted from its start. */
interface FrameRange {
  readonly segment: TimelineSegment;
  readonly from: number;
  readonly to: number;
}

/** A layer, and the visible range of its frames, counted from the start of the layer. */
interface VisibleLayer {
  readonly layer: Layer;
  readonly length: Frames;
  readonly from: number;
  readonly to: number;
}

/**
 * The maximum number of texts that are laid out for a moving number. They are distributed evenly over all its texts.
 */
const MAX_COUNTED_TEXTS = 64;

/** Returns the texts that a moving number has in these frames, without duplicates. */
function countedDrawings(
  visible: readonly VisibleLayer[],
  sources: FilmSources,
  frame: Size,
): readonly UseWithoutFrame[] {
  const uses = new Map<string, UseWithoutFrame>();
  for (const { layer, length, from, to } of visible) {
    if (layer.kind !== 'text' || layer.counted === undefined) continue;
    const texts = new Map<string, CountedFrame>();
    for (let at = from; at < to; at++) {
      const text = countedFrameAt(layer, at, length);
      if (text !== null) texts.set(text.content, text);
    }
    const step = Math.max(1, texts.size / MAX_COUNTED_TEXTS);
    for (const [index, text] of [...texts.values()].entries()) {
      if (index > 0 && Math.floor(index / step) === Math.floor((index - 1) / step)) continue;
      const drawn = layerDrawing({ ...layer, ...text }, sources, { frame, scale: 1, look: null });
      if (drawn === null) continue;
      const { drawing } = drawn;
      uses.set(`${layer.id} ${JSON.stringify(drawing)}`, { drawing, at: [{ node: layer.id }], isCounted: true });
    }
  }
  return [...uses.values()];
}

/** Returns every caption that is visible in these frames, without duplicates. */
function captionDrawings(
  visible: readonly VisibleLayer[],
  movie: Movie,
  sources: FilmSources,
  frame: Size,
): readonly UseWithoutFrame[] {
  const uses = new Map<string, UseWithoutFrame>();
  for (const { layer, from, to } of visible) {
    if (layer.kind !== 'captions') continue;
    const all = cuesOfLayer(layer, sources, movie.frameRate);
    const cues = visibleCues(all, layer, movie.frameRate, { from, to });
    if (cues.length === 0) continue;
    const { fonts } = captionFonts(layer, cues, sources);
    const within = { frame, scale: 1, look: null };
    for (const at of [from, ...captionChanges(cues).filter((change) => change > from && change < to)]) {
      const caption: Caption | null = captionAt(cues, at);
      if (caption === null) continue;
      const drawing = atRest(captionDrawing(layer, caption, fonts, within, at));
      uses.set(`${layer.id} ${JSON.stringify(drawing)}`, { drawing, at: [{ node: layer.id }], isCaption: true });
    }
  }
  return [...uses.values()];
}

/**
 * Returns a caption for its layout only. Omits the styles of its words, because they do not change the layout. A phrase
 * is already cut to its box, so its number of lines is unlimited.
 */
function atRest({ words: _, phrase, ...drawing }: TextDrawing): TextDrawing {
  return phrase === undefined ? drawing : { ...drawing, height: null, maxLines: null };
}

/** Returns the visible layers of the frames of a segment, including layers inside of other layers. */
function layersIn({ segment, from, to }: FrameRange): readonly VisibleLayer[] {
  const sides = segment.kind === 'scene' ? [segment] : [segment.outgoing, segment.incoming];
  const { over } = segment;
  return [
    ...sides.flatMap((side) =>
      side === null
        ? []
        : layersAmong(side.layers, { length: side.scene.duration, from: side.from + from, to: side.from + to }),
    ),
    ...(segment.kind === 'transition' && segment.transition.look.type === 'custom'
      ? layersAmong(segment.transition.look.layers, {
          length: segment.length,
          from: segment.from + from,
          to: segment.from + to,
        })
      : []),
    ...(over === null
      ? []
      : layersAmong(over.layers, { length: over.length, from: over.from + from, to: over.from + to })),
  ];
}

/**
 * Returns the visible layers among these layers and inside of them. `range` has the length of the scene or layer that
 * contains them, and its visible frames.
 */
function layersAmong(
  layers: readonly Layer[],
  range: { readonly length: Frames; readonly from: number; readonly to: number },
): readonly VisibleLayer[] {
  return layers.flatMap((layer): readonly VisibleLayer[] => {
    if (!layer.enabled) return [];
    const { start, end, first, length } = layerTime(layer, range.length);
    const [from, to] = [Math.max(range.from, start), Math.min(range.to, end)];
    if (to <= from) return [];
    const localRange = { length, from: from - start + first, to: to - start + first };
    const maskLayers = layer.masks.filter(({ enabled }) => enabled).flatMap((mask) => mask.layers);
    const children = layer.kind === 'group' ? [...layer.layers, ...maskLayers] : maskLayers;
    return [{ layer, ...localRange }, ...layersAmong(children, localRange)];
  });
}
