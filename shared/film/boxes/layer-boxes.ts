import type { NodeId } from '../../template/document/document.ts';
import { withInner } from '../../template/movie/inner-layers.ts';
import type { GroupLayer, Layer, Mask, Movie } from '../../template/movie/movie.ts';
import type { FrameRate, Frames } from '../../template/values/frame-rate.ts';
import type { Size } from '../../template/values/placement.ts';
import { boundsOf } from '../rows/affine.ts';
import { composedRowsAt } from '../rows/composed-rows.ts';
import type { SizeAfter } from '../rows/effects-at.ts';
import { lookAt } from '../rows/look.ts';
import type { Affine, ComposedRow, Rect } from '../rows/row.ts';
import type { Stretch } from '../scenes/film.ts';
import { frameAt } from '../scenes/frame-at.ts';
import { settle } from '../scenes/settle.ts';
import { layerTime, ownFrame } from '../time/layer-time.ts';
import { type KnownSizes, layerSize } from './layer-size.ts';
import { chained, IDENTITY, inverted } from './matrices.ts';

/** Where the picture of a layer lies in a frame of the film. */
export interface LayerBox {
  readonly layer: Layer;
  /** The groups that it stands in, from the outermost. */
  readonly groups: readonly NodeId[];
  /** The layer that it is a mask of, itself or in a group; null for what is seen by itself. */
  readonly masked: NodeId | null;
  /** Whether it is played, with all that it stands in. Others have a box too, so that they can be shown when selected. */
  readonly isPlayed: boolean;
  /** Of its picture, effects included. */
  readonly size: Size;
  /** The part of the picture that its box outlines: all of it; of a group that has no sides of its own, its content. */
  readonly shown: Rect;
  /** From its picture to the frame of the film. */
  readonly matrix: Affine;
  /** From what it is placed in, the frame or the box of its group, to the frame of the film. */
  readonly outer: Affine;
  /** What it is placed in: what percentages are of. */
  readonly frame: Size;
  /** The layer's own frame, and how many it has. */
  readonly own: number;
  readonly length: Frames;
  readonly row: ComposedRow;
}

/** What boxes are made of beside the movie. */
export interface BoxesIn {
  readonly known: KnownSizes;
  readonly sizeAfter: SizeAfter;
  /** Layers whose masks have boxes too, where they are among them. */
  readonly inMasks?: ReadonlySet<NodeId>;
}

/** The boxes of all layers that are there in a frame of the film, from the lowest to the topmost, groups before theirs. */
export function layerBoxesAt(movie: Movie, frame: number, within: BoxesIn): readonly LayerBox[] {
  const at = frameAt(settle(movie), frame);
  if (at === null) return [];
  const size = { width: movie.width, height: movie.height };
  const common = {
    ...within,
    rate: movie.frameRate,
    frame: size,
    outer: IDENTITY,
    groups: [],
    masked: null,
    isPlayed: true,
  };
  const seen = seenAt(at.stretch, at.frame);
  const scene = seen === null ? [] : boxesOf(seen.layers, { ...common, at: seen.frame, length: seen.length });
  const { over } = at.stretch;
  if (over === null) return scene;
  return [...scene, ...boxesOf(over.layers, { ...common, at: over.from + at.frame, length: over.length })];
}

interface Seen {
  readonly layers: readonly Layer[];
  readonly frame: number;
  readonly length: Frames;
}

/** The layers of the scene that is seen, or in a transition of the one that is seen more of. */
function seenAt(stretch: Stretch, within: number): Seen | null {
  if (stretch.kind === 'scene') {
    const { scene, from } = stretch;
    return { layers: scene.layers, frame: from + within, length: scene.duration };
  }
  const { outgoing, incoming, from, length } = stretch;
  const side = 2 * (from + within) < length ? outgoing : incoming;
  return side && { layers: side.scene.layers, frame: side.from + within, length: side.scene.duration };
}

interface Around extends BoxesIn {
  readonly rate: FrameRate;
  readonly frame: Size;
  readonly outer: Affine;
  readonly groups: readonly NodeId[];
  readonly masked: NodeId | null;
  readonly isPlayed: boolean;
  /** The frame of what the layers stand in, and how long that is. */
  readonly at: number;
  readonly length: Frames;
}

function boxesOf(layers: readonly Layer[], around: Around): readonly LayerBox[] {
  return layers.flatMap((layer) => {
    const time = layerTime(layer, around.length);
    const own = ownFrame(time, around.at);
    if (own === null) return [];
    const box = boxOf(layer, own, time.length, around);
    const inside = layer.kind === 'group' ? insideOf(layer, box, around) : [];
    const outlined = layer.kind === 'group' ? { ...box, shown: contentOf(layer, box, inside) } : box;
    return [outlined, ...inside, ...layer.masks.flatMap((mask) => maskOf(mask, box, around))];
  });
}

function boxOf(layer: Layer, own: number, length: Frames, around: Around): LayerBox {
  const { rate, frame, outer, groups, known, sizeAfter } = around;
  const picture = layerSize(layer, frame, lookAt(layer, own, length, frame), known);
  const [row] = composedRowsAt([layer], around.at, {
    frame,
    rate,
    sceneLength: around.length,
    sizeOf: () => picture,
    sizeAfter,
  });
  if (row === undefined) throw new Error('a layer that is there has a row');
  const size = sizeAfter(picture, row.effects);
  return {
    layer,
    groups,
    masked: around.masked,
    isPlayed: around.isPlayed && layer.enabled,
    size,
    shown: { left: 0, top: 0, ...size },
    matrix: chained(outer, row.matrix),
    outer,
    frame,
    own,
    length,
    row,
  };
}

/** The bounds of the box of a layer in the frame of the film. */
export function boundsOfBox({ matrix, shown: { left, top, width, height } }: Pick<LayerBox, 'matrix' | 'shown'>): Rect {
  return boundsOf(chained(matrix, { ...IDENTITY, e: left, f: top }), { width, height });
}

/** The smallest rectangle around several. */
export function boundsAround(rects: readonly Rect[]): Rect {
  const left = Math.min(...rects.map((each) => each.left));
  const top = Math.min(...rects.map((each) => each.top));
  const right = Math.max(...rects.map((each) => each.left + each.width));
  const bottom = Math.max(...rects.map((each) => each.top + each.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** What of a group's picture is drawn on: a group without sides is as large as the frame, whatever it holds. */
function contentOf(
  { id, box: sides }: GroupLayer,
  { matrix, size, shown, row }: LayerBox,
  inside: readonly LayerBox[],
) {
  const back = inverted(matrix);
  const held = inside.filter((each) => each.groups.at(-1) === id && each.masked === null && each.isPlayed);
  const drawn = held.length > 0 ? held : inside.filter((each) => each.groups.at(-1) === id && each.masked === null);
  if (back === null || drawn.length === 0 || row.effects.length > 0 || (sides.width !== null && sides.height !== null))
    return shown;
  const content = boundsAround(drawn.map((each) => boundsOfBox({ ...each, matrix: chained(back, each.matrix) })));
  if (content.width <= 0 || content.height <= 0) return shown;
  // A side that is given cuts off what reaches beyond it.
  return {
    ...content,
    ...(sides.width !== null && { left: 0, width: size.width }),
    ...(sides.height !== null && { top: 0, height: size.height }),
  };
}

/** What stands in a group has its clock and is placed in its box. */
function insideOf(group: GroupLayer, { own, length, matrix, isPlayed, frame }: LayerBox, around: Around) {
  const inner = layerSize(group, frame, null, around.known);
  const groups = [...around.groups, group.id];
  return boxesOf(group.layers, { ...around, at: own, length, frame: inner, outer: matrix, groups, isPlayed });
}

/** A mask has the clock of what it masks, and is placed in its picture as effects have made it. */
function maskOf({ layers, enabled }: Mask, { layer, own, length, matrix, size, isPlayed }: LayerBox, around: Around) {
  const { inMasks } = around;
  if (inMasks === undefined || !withInner(layers).some(({ id }) => inMasks.has(id))) return [];
  const isMasking = isPlayed && enabled;
  const within = { at: own, length, frame: size, outer: matrix, masked: layer.id, isPlayed: isMasking };
  return boxesOf(layers, { ...around, ...within });
}
