import type { NodeId } from '../template/document/document.ts';
import type { Box, GroupLayer, Layer, Mask, Movie } from '../template/movie/movie.ts';
import { withNestedLayers } from '../template/movie/used-sources.ts';
import type { FrameRate, Frames } from '../template/values/frame-rate.ts';
import { inPixels } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';
import { buildTimeline } from './build-timeline.ts';
import { composedEffects, effectsAt, type SizeAfter } from './effects.ts';
import { frameAt } from './frame-at.ts';
import { solidBox } from './layer-drawing.ts';
import { type Affine, hasOneSize, type LayerState, type Rect, styleAt } from './layer-state.ts';
import { boundsOf, IDENTITY, inverted, multiplyAffine, placementAt } from './placement.ts';
import { layerTime, localFrame } from './time.ts';
import type { TimelineSegment } from './timeline.ts';
import { type KnownSizes, layerSize } from './timeline-kinds.ts';

/** The context for computing layer states. */
export interface LayerStateContext {
  /** The frame to which percentages refer. */
  readonly frame: Size;
  readonly rate: FrameRate;
  readonly sceneLength: Frames;
  /**
   * Returns the size of a layer’s picture before its effects: the laid-out size of a text, or the fitted size of an
   * image or a video.
   */
  readonly sizeOf: (layer: Layer) => Size;
  readonly sizeAfter: SizeAfter;
}

/**
 * Returns the states of the visible layers at the frame `sceneFrame` of a scene, from the lowest layer. `layers` are
 * the enabled layers. The frame can be fractional, because an output can have another frame rate than the movie.
 */
export function layerStatesAt(
  layers: readonly Layer[],
  sceneFrame: number,
  context: LayerStateContext,
): readonly LayerState[] {
  return layers.flatMap((layer): readonly LayerState[] => {
    const time = layerTime(layer, context.sceneLength);
    const frame = localFrame(time, sceneFrame);
    return frame === null ? [] : [layerStateAt(layer, frame, time.length, context)];
  });
}

function layerStateAt(
  layer: Layer,
  frame: number,
  length: Frames,
  { frame: size, rate, sizeOf, sizeAfter }: LayerStateContext,
): LayerState {
  const own = sizeOf(layer);
  const written = composedEffects(layer);
  const effects = effectsAt(written, frame, length, own, sizeAfter);
  const context = { frame: size, rate, length, picture: sizeAfter(own, effects) };
  // An animated box or effect changes the size of the picture. Rounding to whole pixels uses the size at rest, because
  // the picture would otherwise jitter.
  const steady = hasOneSize(layer) || !('box' in layer) ? own : solidBox(layer, size);
  const snapped = effects === written && steady === own ? context.picture : sizeAfter(steady, written);
  const placed = placementAt(layer, frame, { ...context, snapped });
  return {
    layer,
    frame,
    ...placed,
    blendMode: layer.blendMode,
    effects,
    look: styleAt(layer, frame, length, size),
  };
}

/** The position of a layer's picture in a frame of the movie. */
export interface LayerBox {
  readonly layer: Layer;
  /** The groups around the layer, from the outermost. */
  readonly groups: readonly NodeId[];
  /** The layer that this layer masks, directly or as part of a group. Null for a layer outside of masks. */
  readonly masked: NodeId | null;
  /**
   * Whether the layer and its containers are enabled. Disabled layers have boxes, too, because the editor displays
   * their outlines.
   */
  readonly isPlayed: boolean;
  /** The size of the picture after effects. */
  readonly size: Size;
  /**
   * The part of the picture that the editor outlines. For a group with fewer than two written sides, this is the bounds
   * of its layers; otherwise, the whole picture.
   */
  readonly shown: Rect;
  /** The matrix from the layer's picture to the frame of the movie. */
  readonly matrix: Affine;
  /** The matrix from the container (the frame or the box of a group) to the frame of the movie. */
  readonly outer: Affine;
  /** The size of the container. Percentages refer to it. */
  readonly frame: Size;
  /** The local frame of the layer. */
  readonly localFrame: number;
  /** The length of the layer. */
  readonly length: Frames;
  readonly state: LayerState;
}

/** The inputs of {@link layerBoxesAt} in addition to the movie and the frame. */
export interface BoxContext {
  readonly known: KnownSizes;
  readonly sizeAfter: SizeAfter;
  /** The ids of layers in masks that need boxes. If a mask contains one of them, all its layers get boxes. */
  readonly inMasks?: ReadonlySet<NodeId>;
}

/**
 * Returns the boxes of all layers in a frame of the movie, from the lowest to the topmost. A group precedes its layers.
 */
export function layerBoxesAt(movie: Movie, frame: number, context: BoxContext): readonly LayerBox[] {
  const at = frameAt(buildTimeline(movie), frame);
  if (at === null) return [];
  const size = { width: movie.width, height: movie.height };
  const common = {
    ...context,
    rate: movie.frameRate,
    frame: size,
    outer: IDENTITY,
    groups: [],
    masked: null,
    isPlayed: true,
  };
  const dominant = dominantLayers(at.segment, at.frame);
  const scene =
    dominant === null ? [] : boxesOf(dominant.layers, { ...common, at: dominant.frame, length: dominant.length });
  const { over } = at.segment;
  if (over === null) return scene;
  return [...scene, ...boxesOf(over.layers, { ...common, at: over.from + at.frame, length: over.length })];
}

interface DominantLayers {
  readonly layers: readonly Layer[];
  readonly frame: number;
  readonly length: Frames;
}

/**
 * Returns the layers of the current scene. In a transition, returns the layers of the dominant scene, or null if the
 * background is dominant.
 */
function dominantLayers(segment: TimelineSegment, segmentFrame: number): DominantLayers | null {
  if (segment.kind === 'scene') {
    const { scene, from } = segment;
    return { layers: scene.layers, frame: from + segmentFrame, length: scene.duration };
  }
  const { outgoing, incoming, from, length } = segment;
  const side = 2 * (from + segmentFrame) < length ? outgoing : incoming;
  return side && { layers: side.scene.layers, frame: side.from + segmentFrame, length: side.scene.duration };
}

interface Container extends BoxContext {
  readonly rate: FrameRate;
  readonly frame: Size;
  readonly outer: Affine;
  readonly groups: readonly NodeId[];
  readonly masked: NodeId | null;
  readonly isPlayed: boolean;
  /** The local frame of the container. */
  readonly at: number;
  /** The length of the container. */
  readonly length: Frames;
}

function boxesOf(layers: readonly Layer[], container: Container): readonly LayerBox[] {
  return layers.flatMap((layer) => {
    const time = layerTime(layer, container.length);
    const frame = localFrame(time, container.at);
    if (frame === null) return [];
    const box = boxOf(layer, frame, time.length, container);
    const inside = layer.kind === 'group' ? insideOf(layer, box, container) : [];
    const outlined = layer.kind === 'group' ? { ...box, shown: contentOf(layer, box, inside) } : box;
    return [outlined, ...inside, ...layer.masks.flatMap((mask) => maskOf(mask, box, container))];
  });
}

function boxOf(layer: Layer, localFrame: number, length: Frames, container: Container): LayerBox {
  const { rate, frame, outer, groups, known, sizeAfter } = container;
  const picture = layerSize(layer, frame, styleAt(layer, localFrame, length, frame), known, localFrame);
  const [state] = layerStatesAt([layer], container.at, {
    frame,
    rate,
    sceneLength: container.length,
    sizeOf: () => picture,
    sizeAfter,
  });
  if (state === undefined) throw new Error('a layer that is there has a row');
  const size = sizeAfter(picture, state.effects);
  return {
    layer,
    groups,
    masked: container.masked,
    isPlayed: container.isPlayed && layer.enabled,
    size,
    shown: { left: 0, top: 0, ...size },
    matrix: multiplyAffine(outer, state.matrix),
    outer,
    frame,
    localFrame,
    length,
    state,
  };
}

/** Returns the bounds in the movie's frame of the part of a layer that the editor outlines (`shown`). */
export function boundsOfBox({ matrix, shown: { left, top, width, height } }: Pick<LayerBox, 'matrix' | 'shown'>): Rect {
  return boundsOf(multiplyAffine(matrix, { ...IDENTITY, e: left, f: top }), { width, height });
}

/** Returns the smallest rectangle that contains all rectangles. */
export function boundsAround(rects: readonly Rect[]): Rect {
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  const right = Math.max(...rects.map((rect) => rect.left + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.top + rect.height));
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * Returns the part of a group’s picture that contains its layers. Without written sides, the group is as large as the
 * frame.
 */
function contentOf(
  { id, box: sides }: GroupLayer,
  { matrix, size, shown, state }: LayerBox,
  inside: readonly LayerBox[],
) {
  const back = inverted(matrix);
  const played = inside.filter((box) => box.groups.at(-1) === id && box.masked === null && box.isPlayed);
  const members = played.length > 0 ? played : inside.filter((box) => box.groups.at(-1) === id && box.masked === null);
  if (
    back === null ||
    members.length === 0 ||
    state.effects.length > 0 ||
    (sides.width !== null && sides.height !== null)
  )
    return shown;
  const content = boundsAround(
    members.map((member) => boundsOfBox({ ...member, matrix: multiplyAffine(back, member.matrix) })),
  );
  if (content.width <= 0 || content.height <= 0) return shown;
  // An explicit side of a group crops its content.
  return {
    ...content,
    ...(sides.width !== null && { left: 0, width: size.width }),
    ...(sides.height !== null && { top: 0, height: size.height }),
  };
}

/**
 * Returns the boxes of the layers in a group. Their clock is the clock of the group, and their container is the box of
 * the group.
 */
function insideOf(group: GroupLayer, { localFrame, length, matrix, isPlayed, frame }: LayerBox, container: Container) {
  const inner = layerSize(group, frame, null, container.known, localFrame);
  const groups = [...container.groups, group.id];
  return boxesOf(group.layers, { ...container, at: localFrame, length, frame: inner, outer: matrix, groups, isPlayed });
}

/**
 * Returns the boxes of the layers in a mask; empty unless `inMasks` contains the id of such a layer. The layers use the
 * clock of the masked layer, and percentages refer to its picture after effects.
 */
function maskOf(
  { layers, enabled }: Mask,
  { layer, localFrame, length, matrix, size, isPlayed }: LayerBox,
  container: Container,
) {
  const { inMasks } = container;
  if (inMasks === undefined || !withNestedLayers(layers).some(({ id }) => inMasks.has(id))) return [];
  const isMasking = isPlayed && enabled;
  const context = { at: localFrame, length, frame: size, outer: matrix, masked: layer.id, isPlayed: isMasking };
  return boxesOf(layers, { ...container, ...context });
}

/** A layer and the frame to which its percentages refer. */
export interface FramedLayer {
  readonly layer: Layer;
  readonly frame: Size;
}

/** Returns all enabled layers in enabled scenes and overlays, including the layers in groups and masks. */
export function framedLayers(movie: Movie): readonly FramedLayer[] {
  const frame = { width: movie.width, height: movie.height };
  const played = [...movie.scenes, ...movie.overlays].filter(({ enabled }) => enabled);
  return played.flatMap(({ layers }) => framedLayersIn(layers, frame));
}

function framedLayersIn(layers: readonly Layer[], frame: Size): readonly FramedLayer[] {
  return layers
    .filter(({ enabled }) => enabled)
    .flatMap((layer) => [
      { layer, frame },
      ...(layer.kind === 'group' ? framedLayersIn(layer.layers, boxIn(layer.box, frame)) : []),
      ...layer.masks.filter(({ enabled }) => enabled).flatMap((mask) => framedLayersIn(mask.layers, frame)),
    ]);
}

/** Returns the size of a box in pixels. The default of each side is the side of the frame. */
export function boxIn({ width, height }: Box, frame: Size): Size {
  return {
    width: width === null ? frame.width : inPixels(width, frame.width),
    height: height === null ? frame.height : inPixels(height, frame.height),
  };
}
