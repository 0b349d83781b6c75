import { attributeValue, childElements, type ElementNode, elementsOf } from '../../template/document/document.ts';
import { elementRegistry } from '../../template/tables/elements.ts';
import { layersOf } from '../../template/tables/roles.ts';
import type { FrameSize } from '../model/frame-shapes.ts';

/** A rectangle of the frame, in pixels from its upper left corner. */
export interface FrameRectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A layer that is smaller than the frame, with its bounds. */
export interface Block extends FrameRectangle {
  readonly layer: ElementNode;
  /** The position of the layer's origin in the frame, in pixels from the upper left corner of the frame. */
  readonly x: number;
  readonly y: number;
  /** The resting position, in the units of the template. */
  readonly rest: readonly [number, number];
}

/** The approximate width of a letter and height of a line, as fractions of the font size. */
const LETTER_WIDTH = 0.55;
const LINE_HEIGHT = 1.25;

/** The layers of a scene without its background. */
export interface SceneBlocks {
  readonly blocks: readonly Block[];
  /** Full-height solids and animated layers. Their position and size stay the same fractions of the frame. */
  readonly scaledLayers: readonly ElementNode[];
}

/**
 * Returns the blocks and the scaled layers of a scene. Returns null if the position of a layer is unknown, if a scaled
 * layer contains a text, or if the scene has captions.
 */
export function blocksOf(scene: ElementNode, frame: FrameSize): SceneBlocks | null {
  const layers = layersOf(scene);
  const scaledLayers = layers.filter((layer) => scalesWithFrame(layer, frame));
  // Refuse a scaled layer with text, because a text must keep its position relative to the other layers.
  if (scaledLayers.some(hasText)) return null;
  const blocks = layers
    .filter((layer) => !scaledLayers.includes(layer) && !coversFrame(layer, frame))
    .map((layer) => (layer.name === 'captions' ? null : blockOf(layer, frame)));
  const placedBlocks = blocks.filter((block) => block !== null);
  return placedBlocks.length < blocks.length ? null : { blocks: placedBlocks, scaledLayers };
}

/**
 * Returns whether a layer scales with the frame: a full-height solid, a full-height animated layer, or an animated
 * layer that covers the frame.
 */
function scalesWithFrame(layer: ElementNode, frame: FrameSize): boolean {
  const size = sizeOf(layer, frame);
  const isHigh = size !== null && size.height >= frame.height * 0.98;
  return (isHigh && isStripe(layer)) || (movesAlongKeys(layer) && (isHigh || coversFrame(layer, frame)));
}

function hasText(layer: ElementNode): boolean {
  return [...elementsOf(layer)].some(({ name }) => name === 'text');
}

/** Returns whether a layer is a solid. A solid can be stretched to any aspect ratio. */
export function isStripe({ name }: ElementNode): boolean {
  return name === 'solid';
}

function blockOf(layer: ElementNode, frame: FrameSize): Block | null {
  const size = sizeOf(layer, frame);
  const origin = originOf(layer);
  const rest = pair(restOf(layer), (text) => pixelsWritten(text));
  if (size === null || origin === null || rest === null) return null;
  const anchor = pair(attributeValue(layer, 'anchor') ?? '0, 0', (text, at) =>
    lengthOf(text, at === 0 ? size.width : size.height),
  );
  if (anchor === null) return null;
  const [x, y] = [origin[0] * frame.width + rest[0], origin[1] * frame.height + rest[1]];
  return {
    ...{ layer, x, y, rest, ...size },
    left: x - anchor[0] - size.width / 2,
    top: y - anchor[1] - size.height / 2,
  };
}

/** Returns the origin of a layer's position as fractions of the frame; null for an origin in pixels or a variable. */
export function originOf(layer: ElementNode): readonly [number, number] | null {
  const written = attributeValue(layer, 'origin') ?? 'center';
  const read = written.includes('${') ? null : elementRegistry.text.attributes.origin.type.parse(written, null);
  if (read?.ok !== true) return null;
  const { across, down } = read.value;
  return across.unit === '%' && down.unit === '%' ? [across.amount / 100, down.amount / 100] : null;
}

function sizeOf(layer: ElementNode, frame: FrameSize): FrameSize | null {
  const side = (name: 'width' | 'height'): number | null | undefined => {
    const written = attributeValue(layer, name);
    return written === undefined ? undefined : lengthOf(written, frame[name]);
  };
  const [width, height] = [side('width'), side('height')];
  if (width === null || height === null) return null;
  if (width !== undefined && height !== undefined) return { width, height };
  if (layer.name === 'text') return textSize(layer, width, height);
  if (layer.name !== 'image') return { width: width ?? frame.width, height: height ?? frame.height };
  const writtenSide = width ?? height;
  return writtenSide === undefined ? null : { width: writtenSide, height: writtenSide };
}

function textSize(text: ElementNode, width: number | undefined, height: number | undefined): FrameSize | null {
  const size = pixelsWritten(attributeValue(text, 'size') ?? '');
  if (size === null) return null;
  const lines = lineLengths(text);
  const longest = lines.reduce((most, length) => Math.max(most, length), 1);
  return { width: width ?? longest * size * LETTER_WIDTH, height: height ?? lines.length * size * LINE_HEIGHT };
}

/**
 * Returns the number of characters of each line of the written text. In a span with another font size, each character
 * counts in proportion to that size.
 */
export function lineLengths(text: ElementNode): readonly number[] {
  const written = attributeValue(text, 'content');
  if (written !== undefined) return written.split('\n').map((line) => line.length);
  const size = pixelsWritten(attributeValue(text, 'size') ?? '');
  const lengths = [0];
  const count = (element: ElementNode, factor: number): void => {
    for (const child of element.children) {
      if (child.kind === 'text') addLines(lengths, child.text, factor);
      else if (child.kind === 'element' && attributeValue(child, 'enabled') !== 'false') {
        const own = pixelsWritten(writtenSize(child)?.value ?? '');
        count(child, own === null || size === null ? factor : own / size);
      }
    }
  };
  for (const inside of childElements(text).filter(({ name }) => name === 'content')) count(inside, 1);
  return lengths;
}

function addLines(lengths: number[], text: string, factor: number): void {
  for (const [at, line] of text.split('\n').entries()) {
    if (at > 0) lengths.push(0);
    lengths.push((lengths.pop() ?? 0) + line.length * factor);
  }
}

/** Returns the attribute with the font size of a span, which has two possible names. */
export function writtenSize({ attributes }: ElementNode): ElementNode['attributes'][number] | undefined {
  return attributes.find(({ name }) => name === 'size' || name === 'fontsize');
}

/** Returns whether a layer covers the frame. Layers that take the size of the frame need no written size. */
function coversFrame(layer: ElementNode, frame: FrameSize): boolean {
  if (layer.name === 'text' || layer.name === 'captions') return false;
  return (['width', 'height'] as const).every((side) => {
    const written = attributeValue(layer, side);
    if (written === undefined) return layer.name !== 'image';
    return (lengthOf(written, frame[side]) ?? 0) >= frame[side] * 0.999;
  });
}

function movesAlongKeys(layer: ElementNode): boolean {
  return placedKeys(layer).length > 0;
}

/** Returns the keyframes that set the position of a layer. */
export function placedKeys(layer: ElementNode): readonly ElementNode[] {
  return childElements(layer)
    .filter(({ name }) => name === 'animation')
    .flatMap((animation) => childElements(animation))
    .filter((key) => attributeValue(key, 'position') !== undefined);
}

/**
 * Returns the resting position of a layer: the position at its last keyframe. If one of its keyframes has the layer's
 * own position, returns this position.
 */
function restOf(layer: ElementNode): string {
  const own = attributeValue(layer, 'position');
  const keys = placedKeys(layer).map((key) => attributeValue(key, 'position') ?? '0, 0');
  return (own !== undefined && keys.includes(own) ? own : keys.at(-1)) ?? own ?? '0, 0';
}

function lengthOf(written: string, whole: number): number | null {
  const text = written.trim();
  const share = text.endsWith('%') ? pixelsWritten(text.slice(0, -1)) : null;
  return share === null ? pixelsWritten(text) : (share / 100) * whole;
}

function pair(written: string, read: (text: string, at: 0 | 1) => number | null): readonly [number, number] | null {
  const [first, second, ...more] = written.trim().split(/[\s,]+/);
  if (first === undefined || second === undefined || more.length > 0) return null;
  const [one, other] = [read(first, 0), read(second, 1)];
  return one === null || other === null ? null : [one, other];
}

/** Returns the smallest rectangle that contains all boxes. */
export function boxAround(boxes: readonly FrameRectangle[]): FrameRectangle {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Parses a number of pixels; null for other lengths. */
export function pixelsWritten(written: string): number | null {
  return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(written) ? Number(written) : null;
}
