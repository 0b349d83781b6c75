import { type Caption, captionAt, captionChanges, shownCues } from '#shared/captions/shown-cues.ts';
import { captionFonts } from '#shared/compositor/scene/compose-sources.ts';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import {
  type CaptionsLayer,
  type Layer,
  type MediaSource,
  type Movie,
  sourceForPeople,
  type Transition,
} from '#shared/template/movie/movie.ts';
import { playedWithInner } from '#shared/template/movie/used-sources.ts';
import type { Frames } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import {
  captionDrawing,
  imageDrawing,
  lumaDrawing,
  shapeDrawing,
  textDrawing,
} from '#shared/timeline/layer-drawing.ts';
import { layerTime } from '#shared/timeline/time.ts';
import type { Timeline, TimelineSegment } from '#shared/timeline/timeline.ts';
import type { FilmSources } from './film-sources.ts';
import type { FrameOfSegment } from './plan.ts';

/** Something that a film shows drawn, and everywhere it is shown. */
export interface DrawnUse {
  readonly drawing: Drawing;
  /** The frame of the film, in its pixels. */
  readonly frame: Size;
  readonly at: readonly NonNullable<Finding['at']>[];
  /** Of an image: the name of its asset, or its address without the query. */
  readonly file?: string;
  /** It is one of many that its layer shows, one after another. */
  readonly isCaption?: true;
}

/**
 * What a film shows that is drawn, each once: its layout says what is wrong with it before a frame is made. As large as
 * the layers say; what is animated of it does not count.
 * @param only The one frame that is made; captions that it does not show are not asked for then.
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

/** The frames of the movie that a frame of the canvas may show, which counts at a rate of its own. */
function framesAround({ segment, frame, canvas }: FrameOfSegment, { frameRate }: Movie): Shown {
  const { numerator, denominator } = canvas.frameRate;
  const moment = Math.floor((frame * denominator * frameRate.numerator) / (numerator * frameRate.denominator));
  return { segment: segment, from: Math.max(0, moment - 1), to: moment + 2 };
}

type FrameLess = Omit<DrawnUse, 'frame'>;

/** All that is drawn but captions. */
function ownDrawings(movie: Movie, sources: FilmSources, frame: Size): readonly FrameLess[] {
  const uses = new Map<string, FrameLess & { readonly at: NonNullable<Finding['at']>[] }>();
  const add = (node: NodeId, drawn: ReturnType<typeof drawingOf>) => {
    if (drawn === null) return;
    const key = JSON.stringify(drawn.drawing);
    const at = { node, ...(drawn.attribute !== null && { attribute: drawn.attribute }) };
    const known = uses.get(key);
    const { drawing, source } = drawn;
    const file = source !== undefined && { file: sourceForPeople(source) };
    if (known === undefined) uses.set(key, { drawing, at: [at], ...file });
    else known.at.push(at);
  };
  for (const segment of buildTimeline(movie).segments) {
    for (const layer of playedWithInner(segment.layers)) add(layer.id, drawingOf(layer, sources, frame));
    if (segment.kind === 'transition') add(segment.transition.id, lumaOf(segment.transition, sources, frame));
  }
  for (const layer of overlaysShown(buildTimeline(movie))) add(layer.id, drawingOf(layer, sources, frame));
  return [...uses.values()];
}

/** The layers of overlays that some stretch shows, with those in them, each once. */
function overlaysShown({ segments }: Timeline): readonly Layer[] {
  const byId = new Map(segments.flatMap(({ over }) => over?.layers.map((layer) => [layer.id, layer] as const) ?? []));
  return playedWithInner([...byId.values()]);
}

function lumaOf({ id, look }: Transition, sources: FilmSources, frame: Size): ReturnType<typeof drawingOf> {
  const image = look.type === 'luma' ? sources.images.get(id) : undefined;
  if (look.type !== 'luma' || image === undefined) return null;
  const { source } = look;
  return { drawing: lumaDrawing(image, frame), attribute: source.kind === 'url' ? 'url' : 'src', source };
}

function drawingOf(
  layer: Layer,
  sources: FilmSources,
  frame: Size,
): { readonly drawing: Drawing; readonly attribute: string | null; readonly source?: MediaSource } | null {
  const within = { frame, scale: 1, look: null };
  switch (layer.kind) {
    case 'text': {
      const { fonts, spanFonts } = sources.fonts(layer);
      return { drawing: textDrawing(layer, fonts, within, spanFonts), attribute: null };
    }
    case 'image': {
      const image = sources.images.get(layer.id);
      const { source } = layer;
      const attribute = source.kind === 'url' ? 'url' : 'src';
      return image === undefined ? null : { drawing: imageDrawing(layer, image, within), attribute, source };
    }
    case 'shape':
      return { drawing: shapeDrawing(layer, within), attribute: layer.outline.kind === 'path' ? 'path' : null };
    case 'captions':
    case 'solid':
    case 'video':
    case 'group':
    case 'layer':
      return null;
    default:
      return assertNever(layer);
  }
}

/** Frames of a stretch, counted from its beginning. */
interface Shown {
  readonly segment: TimelineSegment;
  readonly from: number;
  readonly to: number;
}

/** Every caption that is seen in those frames, each once. */
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

/** Captions, and their own frames that are seen. */
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

/** Those among layers, and in them, that are seen in some frames of a clock. */
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
