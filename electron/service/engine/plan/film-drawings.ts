import { type Caption, captionAt, captionChanges, shownCues } from '#shared/captions/shown-cues.ts';
import { captionFonts } from '#shared/compositor/scene/compose-sources.ts';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import {
  type CaptionsLayer,
  type Layer,
  type Movie,
  sourceForPeople,
  type Transition,
} from '#shared/template/movie/movie.ts';
import { playedWithInner } from '#shared/template/movie/used-sources.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { captionDrawing, lumaDrawing } from '#shared/timeline/layer-drawing.ts';
import { layerTime } from '#shared/timeline/time.ts';
import type { Timeline, TimelineSegment } from '#shared/timeline/timeline.ts';
import { type LayerDrawing, layerDrawing } from '#shared/timeline/timeline-kinds.ts';
import type { FilmSources } from './film-sources.ts';
import type { FrameOfSegment } from './plan.ts';

/** A drawing of a film, and the places that show it. */
export interface DrawnUse {
  readonly drawing: Drawing;
  /** The size of the film's frame, in pixels. */
  readonly frame: Size;
  readonly at: readonly NonNullable<Finding['at']>[];
  /** For an image: the name of its asset, or its URL without the query. */
  readonly file?: string;
  /** Whether the drawing is one of many that its layer displays one after another; undefined for other drawings. */
  readonly isCaption?: true;
}

/**
 * Returns all drawings of a film without duplicates. The caller lays them out to find faults before a frame is made.
 * The sizes ignore animations of the layers.
 * @param only The single frame to make. Captions that are not visible in it are left out.
 */
export function timelineDrawings(
  movie: Movie,
  sources: FilmSources,
  frame: Size,
  only: FrameOfSegment | null = null,
): readonly DrawnUse[] {
  const { segments } = buildTimeline(movie);
  const shown: readonly Shown[] =
    only === null
      ? segments.map((segment) => ({ segment, from: 0, to: segment.end - segment.start }))
      : [framesAround(only, movie)];
  return [...ownDrawings(movie, sources, frame), ...captionDrawings(movie, sources, frame, shown)].map((use) => ({
    ...use,
    frame,
  }));
}

/** Returns the frames of the movie that a frame of the canvas may display. The canvas may have another frame rate. */
function framesAround({ segment, frame, canvas }: FrameOfSegment, { frameRate }: Movie): Shown {
  const { numerator, denominator } = canvas.frameRate;
  const moment = Math.floor((frame * denominator * frameRate.numerator) / (numerator * frameRate.denominator));
  return { segment: segment, from: Math.max(0, moment - 1), to: moment + 2 };
}

type FrameLess = Omit<DrawnUse, 'frame'>;

/** Returns all drawings except captions. */
function ownDrawings(movie: Movie, sources: FilmSources, frame: Size): readonly FrameLess[] {
  const within = { frame, scale: 1, look: null };
  const uses = new Map<string, FrameLess & { readonly at: NonNullable<Finding['at']>[] }>();
  const add = (node: NodeId, drawn: LayerDrawing | null) => {
    if (drawn === null) return;
    const key = JSON.stringify(drawn.drawing);
    const at = { node, ...(drawn.attribute !== null && { attribute: drawn.attribute }) };
    const existing = uses.get(key);
    const { drawing, source } = drawn;
    const file = source !== undefined && { file: sourceForPeople(source) };
    if (existing === undefined) uses.set(key, { drawing, at: [at], ...file });
    else existing.at.push(at);
  };
  for (const segment of buildTimeline(movie).segments) {
    for (const layer of playedWithInner(segment.layers)) add(layer.id, layerDrawing(layer, sources, within));
    if (segment.kind === 'transition') add(segment.transition.id, lumaOf(segment.transition, sources, frame));
  }
  for (const layer of overlaysShown(buildTimeline(movie))) add(layer.id, layerDrawing(layer, sources, within));
  return [...uses.values()];
}

/** Returns the overlay layers of all segments and the layers inside of them, without duplicates. */
function overlaysShown({ segments }: Timeline): readonly Layer[] {
  const byId = new Map(segments.flatMap(({ over }) => over?.layers.map((layer) => [layer.id, layer] as const) ?? []));
  return playedWithInner([...byId.values()]);
}

function lumaOf({ id, look }: Transition, sources: FilmSources, frame: Size): LayerDrawing | null {
  const image = look.type === 'luma' ? sources.images.get(id) : undefined;
  if (look.type !== 'luma' || image === undefined) return null;
  const { source } = look;
  return { drawing: lumaDrawing(image, frame), attribute: source.kind === 'url' ? 'url' : 'src', source };
}

/** A range of frames of a segment, counted from its start. */
interface Shown {
  readonly segment: TimelineSegment;
  readonly from: number;
  readonly to: number;
}

/** Returns every caption that is visible in these frames, without duplicates. */
function captionDrawings(
  movie: Movie,
  sources: FilmSources,
  frame: Size,
  shown: readonly Shown[],
): readonly FrameLess[] {
  const uses = new Map<string, FrameLess>();
  for (const { layer, from, to } of shown.flatMap(captionsIn)) {
    const read = sources.captions.get(layer.id);
    if (read === undefined) continue;
    const cues = shownCues(read.cues, layer, movie.frameRate, { from, to });
    const { fonts } = captionFonts(layer, cues, sources);
    const within = { frame, scale: 1, look: null };
    for (const at of [from, ...captionChanges(cues).filter((change) => change > from && change < to)]) {
      const caption: Caption | null = captionAt(cues, at);
      if (caption === null) continue;
      const drawing = captionDrawing(layer, caption, fonts, within);
      uses.set(`${layer.id} ${JSON.stringify(drawing)}`, { drawing, at: [{ node: layer.id }], isCaption: true });
    }
  }
  return [...uses.values()];
}

/** A captions layer, and the range of its own frames that is visible. */
interface CaptionsSeen {
  readonly layer: CaptionsLayer;
  readonly from: number;
  readonly to: number;
}

function captionsIn({ segment, from, to }: Shown): readonly CaptionsSeen[] {
  const sides = segment.kind === 'scene' ? [segment] : [segment.outgoing, segment.incoming];
  const { over } = segment;
  return [
    ...sides.flatMap((side) =>
      side === null
        ? []
        : captionsAmong(side.layers, { length: side.scene.duration, from: side.from + from, to: side.from + to }),
    ),
    ...(segment.kind === 'transition' && segment.transition.look.type === 'custom'
      ? captionsAmong(segment.transition.look.layers, {
          length: segment.length,
          from: segment.from + from,
          to: segment.from + to,
        })
      : []),
    ...(over === null
      ? []
      : captionsAmong(over.layers, { length: over.length, from: over.from + from, to: over.from + to })),
  ];
}

/**
 * Returns the visible captions layers among these layers and inside of them. `clock` contains the range of visible
 * frames.
 */
function captionsAmong(
  layers: readonly Layer[],
  clock: { readonly length: Frames; readonly from: number; readonly to: number },
): readonly CaptionsSeen[] {
  return layers.flatMap((layer): readonly CaptionsSeen[] => {
    if (!layer.enabled) return [];
    const { start, end, first, length } = layerTime(layer, clock.length);
    const [from, to] = [Math.max(clock.from, start), Math.min(clock.to, end)];
    if (to <= from) return [];
    const own = { length, from: from - start + first, to: to - start + first };
    const masking = layer.masks.filter(({ enabled }) => enabled).flatMap((mask) => mask.layers);
    const inside = layer.kind === 'group' ? [...layer.layers, ...masking] : masking;
    const inner = inside.length === 0 ? [] : captionsAmong(inside, own);
    return layer.kind === 'captions' ? [{ layer, from: own.from, to: own.to }, ...inner] : inner;
  });
}
