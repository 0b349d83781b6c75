import { attributeValue, type ElementNode, elementsOf } from '../../template/document/document.ts';
import { formatPlaceholder, parseValue } from '../../template/placeholders/placeholder.ts';
import { elementSpecOf } from '../../template/tables/language.ts';
import { roleOf } from '../../template/tables/roles.ts';
import type { AttributeSpec } from '../../template/value-types/attribute-types.ts';
import { formatDecimal } from '../../template/values/lengths.ts';
import { absentAttributesOf, knownAttributesOf } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import { LANDSCAPE_CAPTIONS, PORTRAIT_CAPTIONS } from '../insert/insertable.ts';
import type { FrameSize } from '../model/frame-shapes.ts';
import { attributeEdits, type Planning } from '../planning/planning.ts';

/** The minimum difference between two aspect ratios that is visible. */
const RATIO_TOLERANCE = 0.01;

/**
 * Returns the edits that adapt all layers to a frame of another size or shape. Multiplies pixel values by the factor
 * that fits the old frame into the new one. A headline then keeps its size relative to the shorter side of the frame,
 * and a logo stays in its corner. Percentages stay unchanged. A video or picture that filled the frame fills the new
 * frame and is cropped if the aspect ratio differs. A layer that covered the frame covers the new frame, and a centered
 * picture that was fitted into the frame is fitted into the new frame. A layer with the size of its own pixels gets
 * another `scale`.
 */
export function adaptLayers(planning: Planning, from: FrameSize, to: FrameSize): readonly DocumentEdit[] {
  const factor = Math.min(to.width / from.width, to.height / from.height);
  const isOtherShape = Math.abs((from.width / from.height / to.width) * to.height - 1) > RATIO_TOLERANCE;
  return [...planning.index.elements.values()].flatMap(({ element, parent }) => {
    if (element === planning.document.root) return [];
    const cover = isOtherShape ? coverEdits(planning, element, parent, from, to) : [];
    const rest = factor === 1 ? [] : pixelEdits(planning, element, parent, factor);
    return [
      ...rest.filter((edit) => !cover.some((other) => isSameAttribute(edit, other))),
      ...cover,
      ...(isOtherShape && fillsFrame(planning, element) ? attributeEdits(element, 'fit', 'cover') : []),
    ];
  });
}

/**
 * Returns the edits that move captions, and texts with the origin `bottom`, into the safe area when the frame changes
 * between landscape and portrait. Moves only captions at the default position, and changes only the default width.
 */
export function captionEdits(planning: Planning, from: FrameSize, to: FrameSize): readonly DocumentEdit[] {
  const isPortrait = to.height > to.width;
  if (isPortrait === from.height > from.width) return [];
  const [before, after] = isPortrait
    ? [LANDSCAPE_CAPTIONS, PORTRAIT_CAPTIONS]
    : [PORTRAIT_CAPTIONS, LANDSCAPE_CAPTIONS];
  return [...planning.index.elements.values()].flatMap(({ element }) => {
    const isCaptions = element.name === 'captions';
    if (!isCaptions && (element.name !== 'text' || attributeValue(element, 'origin') !== 'bottom')) return [];
    const position = attributeValue(element, 'position') ?? (isCaptions ? LANDSCAPE_CAPTIONS.position : null);
    if (position !== before.position) return [];
    const width = attributeValue(element, 'width') ?? LANDSCAPE_CAPTIONS.width;
    const changesWidth = isCaptions && width === before.width;
    return [
      ...attributeEdits(element, 'position', after.position),
      ...(changesWidth ? attributeEdits(element, 'width', after.width) : []),
    ];
  });
}

/** Returns the edits that multiply the pixel values of a layer and its content. */
export function scaledLayer(planning: Planning, layer: ElementNode, factor: number): readonly DocumentEdit[] {
  return [...elementsOf(layer)].flatMap((element) =>
    pixelEdits(planning, element, planning.index.elements.get(element.id)?.parent ?? null, factor),
  );
}

/**
 * Returns the edits of a layer that covers the whole frame, or of a centered picture that was fitted into the frame.
 * Scales the margin by which a layer exceeds the frame, so it still covers the frame when it moves. Keeps the aspect
 * ratio of the box if the picture is fitted into it.
 */
function coverEdits(
  planning: Planning,
  element: ElementNode,
  parent: ElementNode | null,
  from: FrameSize,
  to: FrameSize,
): readonly DocumentEdit[] {
  const isLayer = parent !== null && roleOf(parent) === 'scene' && roleOf(element) === 'layer';
  const [width, height] = [pixelsOf(element, 'width'), pixelsOf(element, 'height')];
  if (!isLayer || width === null || height === null) return [];
  const { attributes } = elementSpecOf(element, planning.language) ?? { attributes: {} };
  if (width < from.width || height < from.height) {
    const isInFrame = Math.abs(Math.max(width / from.width, height / from.height) - 1) < RATIO_TOLERANCE;
    if (!isInFrame || !('fit' in attributes) || !isCentered(element)) return [];
    const scale = Math.min(to.width / width, to.height / height);
    // A rounded box of the same shape as the frame fills it.
    const sideIn = (side: number, frame: number) => (Math.abs(side * scale - frame) < 2 ? frame : side * scale);
    return [
      ...attributeEdits(element, 'width', String(Math.round(sideIn(width, to.width)))),
      ...attributeEdits(element, 'height', String(Math.round(sideIn(height, to.height)))),
    ];
  }
  const factor = Math.min(to.width / from.width, to.height / from.height);
  const wide = (to.width + (width - from.width) * factor) / width;
  const tall = (to.height + (height - from.height) * factor) / height;
  const isFitted = 'fit' in attributes && (attributeValue(element, 'fit') ?? 'contain') === 'contain';
  const both = Math.max(wide, tall);
  return [
    ...attributeEdits(element, 'width', String(Math.ceil(width * (isFitted ? both : wide)))),
    ...attributeEdits(element, 'height', String(Math.ceil(height * (isFitted ? both : tall)))),
  ];
}

function isCentered(element: ElementNode): boolean {
  const origin = attributeValue(element, 'origin')?.trim() ?? 'center';
  return origin === 'center' && /^\s*0%?\s*,\s*0%?\s*$/.test(attributeValue(element, 'position') ?? '0, 0');
}

/** Returns a length in pixels; null for a length in another unit. */
function pixelsOf(element: ElementNode, name: string): number | null {
  const written = attributeValue(element, name)?.trim() ?? '';
  return /^[0-9]+(\.[0-9]+)?$/.test(written) ? Number(written) : null;
}

function isSameAttribute(one: DocumentEdit, other: DocumentEdit): boolean {
  return (
    one.type === 'set-attribute' && other.type === 'set-attribute' && one.node === other.node && one.name === other.name
  );
}

function pixelEdits(
  planning: Planning,
  element: ElementNode,
  parent: ElementNode | null,
  factor: number,
): readonly DocumentEdit[] {
  const layer = layerOf(planning, element, parent);
  const isScaled = layer !== null && hasOwnSize(layer);
  const role = roleOf(element, planning.language);
  const isPixelName = isScaled ? scaledPixels(role) : () => true;
  const written = knownAttributesOf(element, planning.language).flatMap(({ name, value, spec }) =>
    isPixelName(name) && pixelValueCount(spec) > 0
      ? attributeEdits(element, name, scaledValue(value, spec, factor))
      : [],
  );
  const absent = absentAttributesOf(element, planning.language).flatMap(({ name, spec }) => {
    if (isScaled || pixelValueCount(spec) === 0 || !hasEffect(element, name) || 'required' in spec.absent) return [];
    const standard = spec.absent.default === null ? null : spec.type.format(spec.absent.default);
    if (standard === null) return [];
    const scaled = scaledValue(standard, spec, factor);
    return scaled === standard ? [] : attributeEdits(element, name, scaled);
  });
  return [...written, ...absent, ...(isScaled ? scaleEdits(element, role === 'layer', factor) : [])];
}

/**
 * Returns a filter for attributes of a layer, its keyframes, or its animations. It accepts the attributes that stay in
 * pixels of the frame when the layer is scaled.
 */
function scaledPixels(role: string | null): (name: string) => boolean {
  if (role === 'layer') return (name) => name === 'position' || name === 'origin';
  return (name) => name === 'position' || name === 'distance';
}

/** Returns the edits of the scale of a layer or a keyframe. Keeps a variable unchanged. */
function scaleEdits(element: ElementNode, isLayer: boolean, factor: number): readonly DocumentEdit[] {
  const now = attributeValue(element, 'scale') ?? (isLayer ? '1' : null);
  if (now === null || now.includes('${')) return [];
  return attributeEdits(element, 'scale', multipliedPair(now, factor));
}

/**
 * Returns the layer that contains an effect, animation, or keyframe. For a layer, returns the layer itself; for other
 * elements, null.
 */
function layerOf(planning: Planning, element: ElementNode, parent: ElementNode | null): ElementNode | null {
  let current: ElementNode | null = element;
  let currentParent = parent;
  while (current !== null) {
    const role = roleOf(current, planning.language);
    if (role === 'layer') return current;
    if (role !== 'effect' && role !== 'animation' && role !== 'key') return null;
    current = currentParent;
    currentParent = current === null ? null : (planning.index.elements.get(current.id)?.parent ?? null);
  }
  return null;
}

/** Returns whether the size of a layer follows only from its pixels or its path. */
function hasOwnSize(layer: ElementNode): boolean {
  const has = (name: string) => attributeValue(layer, name) !== undefined;
  if (layer.name === 'image') return !has('width') && !has('height') && !has('fit');
  if (layer.name === 'shape') return has('path') || has('points');
  return layer.name === 'video' && attributeValue(layer, 'fit') === 'none';
}

/** Returns whether a video or picture is fitted into the whole frame. */
function fillsFrame({ language }: Planning, element: ElementNode): boolean {
  const specs = elementSpecOf(element, language)?.attributes ?? {};
  if (!('fit' in specs && 'focus' in specs)) return false;
  const whole = ['width', 'height'].every((name) => /^\s*100%\s*$/.test(attributeValue(element, name) ?? '100%'));
  const fit = attributeValue(element, 'fit') ?? (hasOwnSize(element) ? 'none' : 'contain');
  return whole && (fit === 'contain' || fit === 'stretch');
}

/** Returns whether the default of an absent attribute has an effect. */
function hasEffect(element: ElementNode, name: string): boolean {
  return name !== 'linewidth' || attributeValue(element, 'stroke') !== undefined;
}

/** A decimal in the notation of the language, with an optional percent sign. */
const DECIMAL = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(%?)/g;
/** Values below this number of pixels keep one decimal, because the difference is visible. */
const FINE_PIXELS = 10;

/**
 * Returns the number of leading numbers of a value that are pixels of the frame: the width of an outline, or the offset
 * and the blur of a shadow. Infinity if all are pixels. Zero for a crop, whose numbers are pixels of the source.
 */
function pixelValueCount({ type, unit }: AttributeSpec<unknown>): number {
  if (type.kind === 'outline') return 1;
  if (type.kind === 'shadow') return 3;
  if (type.kind === 'edges') return 0;
  return unit === 'px' || type.kind === 'origin' ? Number.POSITIVE_INFINITY : 0;
}

/**
 * Multiplies the pixels of a value by `factor`. Percentages and combined variables stay unchanged. If the value is a
 * single placeholder, multiplies its default.
 */
function scaledValue(text: string, spec: AttributeSpec<unknown>, factor: number): string {
  if (!text.includes('${')) return scaledText(text, spec, factor);
  const { pieces, faults } = parseValue(text);
  const [only] = pieces;
  if (only?.kind !== 'placeholder' || only.default === null || pieces.length > 1 || faults.length > 0) return text;
  return formatPlaceholder({ ...only, default: scaledText(only.default, spec, factor) });
}

/** Multiplies a single factor or a pair of factors. */
function multipliedPair(text: string, factor: number): string {
  return text.replaceAll(DECIMAL, (written) => formatDecimal(rounded(Number(written) * factor, 3)));
}

function scaledText(text: string, spec: AttributeSpec<unknown>, factor: number): string {
  // Leave an unreadable value unchanged.
  if (!spec.type.parse(text, null).ok) return text;
  const { minimum, maximum = Number.POSITIVE_INFINITY } = spec.type;
  const pixels = pixelValueCount(spec);
  let count = 0;
  return text.replaceAll(DECIMAL, (written: string, percent: string) => {
    count += 1;
    if (count > pixels || percent !== '') return written;
    const scaled = Number(written) * factor;
    const result = rounded(scaled, Math.abs(scaled) < FINE_PIXELS ? 1 : 0);
    return formatDecimal(Math.min(maximum, Math.max(result, Number(written) > 0 ? (minimum ?? result) : result)));
  });
}

function rounded(value: number, digits: number): number {
  const result = Number(value.toFixed(digits));
  return result === 0 ? 0 : result;
}
