import {
  attributeValue,
  type ElementNode,
  elementsOf,
  type TemplateDocument,
} from '../../template/document/document.ts';
import { isScene, layersOf } from '../../template/tables/roles.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { FrameSize } from '../model/frame-shapes.ts';
import { lineLengths, pixelsWritten, writtenSize } from './scene-blocks.ts';

/** The maximum distance of a layer from the middle of its column, as a fraction of the old frame's width. */
const MAX_OFFSET = 0.02;
/** The approximate width of a letter and height of a line, as fractions of the font size. */
const LETTER_WIDTH = 0.6;
const LINE_HEIGHT = 1.3;
/** The maximum width of a line without a box, as a fraction of the frame's width. */
const MAX_LINE_WIDTH = 0.9;

/**
 * Returns the edits that enlarge scaled texts in a frame that is narrower and at least as high. Applies to scenes whose
 * middle layers form a single column, because their texts have free space at both sides. If a text has a height, its
 * box keeps this height and becomes narrower, and the text shrinks only until it covers the same area as before. A text
 * without a height grows only as long as each line fits. The distances in the column stay the same. The middle of the
 * column stays at the same fraction of the frame's height.
 * @param before The original template.
 * @param after The template with scaled layers and the same ids.
 */
export function largerTexts(
  before: TemplateDocument,
  after: TemplateDocument,
  from: FrameSize,
  to: FrameSize,
): readonly DocumentEdit[] {
  const factor = to.width / from.width;
  if (factor >= 1 || to.height < from.height) return [];
  const fitted = new Map([...elementsOf(after.root)].map((element) => [element.id, element]));
  const isChange = (edit: SetAttribute): boolean => {
    const element = fitted.get(edit.node);
    return element !== undefined && attributeValue(element, edit.name) !== edit.value;
  };
  return [...elementsOf(before.root)].flatMap((scene) => {
    const column = isScene(scene) ? columnOf(scene, from) : null;
    if (column === null) return [];
    const top = Math.min(...column.map(({ y, height }) => y - height / 2));
    const bottom = Math.max(...column.map(({ y, height }) => y + height / 2));
    const shift = ((top + bottom) / 2) * (to.height / from.height - 1);
    return column
      .flatMap(({ layer, x, y }) => [
        ...positionEdits(layer, rounded(x * factor), rounded(y + shift)),
        ...(layer.name === 'text' ? textEdits(layer, fitted.get(layer.id), from, to) : []),
      ])
      .filter(isChange);
  });
}

type SetAttribute = Extract<DocumentEdit, { type: 'set-attribute' }>;

function positionEdits(layer: ElementNode, x: number, y: number): readonly SetAttribute[] {
  if (x === 0 && y === 0 && attributeValue(layer, 'position') === undefined) return [];
  return [{ type: 'set-attribute', node: layer.id, name: 'position', value: `${x}, ${y}` }];
}

interface ColumnLayer {
  readonly layer: ElementNode;
  /** The horizontal distance of the layer's middle from the middle of the frame, in pixels; negative on the left. */
  readonly x: number;
  readonly y: number;
  /** The estimated height. */
  readonly height: number;
}

/** Returns whether all layers around the middle of a scene form one column that contains a text. */
export function isColumn(scene: ElementNode, from: FrameSize): boolean {
  return columnOf(scene, from) !== null;
}

/**
 * Returns the layers around the middle of a scene. Returns null if some are side by side, have keyframes, or have
 * unknown positions.
 */
function columnOf(scene: ElementNode, from: FrameSize): readonly ColumnLayer[] | null {
  const column: ColumnLayer[] = [];
  for (const layer of layersOf(scene)) {
    if (coversFrame(layer, from) || !isInMiddle(layer)) continue;
    const [x, y, ...more] = (attributeValue(layer, 'position') ?? '0, 0').split(/[\s,]+/).map(pixelsWritten);
    if (x === undefined || y === undefined || x === null || y === null || more.length > 0) return null;
    if (Math.abs(x) > MAX_OFFSET * from.width || movesAlongKeys(layer)) return null;
    column.push({ layer, x, y, height: heightOf(layer) });
  }
  return column.some(({ layer }) => layer.name === 'text') ? column : null;
}

function isInMiddle(layer: ElementNode): boolean {
  return (attributeValue(layer, 'origin') ?? 'center').trim() === 'center';
}

/** Returns whether a layer covers the frame. Layers that take the size of the frame need no written size. */
function coversFrame(layer: ElementNode, from: FrameSize): boolean {
  if (layer.name === 'text' || layer.name === 'captions') return false;
  return (['width', 'height'] as const).every((side) => {
    const written = attributeValue(layer, side)?.trim();
    return written === undefined
      ? layer.name !== 'image'
      : written === '100%' || (pixelsWritten(written) ?? 0) >= from[side];
  });
}

function movesAlongKeys(layer: ElementNode): boolean {
  return [...elementsOf(layer)].some(
    (element) =>
      element.name === 'key' && ['position', 'fontsize'].some((name) => attributeValue(element, name) !== undefined),
  );
}

function heightOf(layer: ElementNode): number {
  const height = pixelsWritten(attributeValue(layer, 'height') ?? '');
  if (height !== null || layer.name !== 'text') return height ?? 0;
  return (pixelsWritten(attributeValue(layer, 'size') ?? '') ?? 0) * LINE_HEIGHT * lineLengths(layer).length;
}

function textEdits(
  before: ElementNode,
  after: ElementNode | undefined,
  from: FrameSize,
  to: FrameSize,
): readonly SetAttribute[] {
  const fitted = pixelsWritten((after && attributeValue(after, 'size')) ?? '');
  if (fitted === null) return [];
  const factor = to.width / from.width;
  const size = pixelsWritten(attributeValue(before, 'size') ?? '') ?? fitted / factor;
  const height = pixelsWritten(attributeValue(before, 'height') ?? '');
  const larger = size * Math.sqrt(factor);
  // Limit a text without a height to its number of lines. With more lines, it would overlap its neighbors.
  const most = height === null ? lineWidth(before, to, from) / (longestLine(before) * LETTER_WIDTH) : larger;
  const newSize = rounded(Math.max(size * factor, Math.min(larger, most)));
  const edits: readonly (readonly [string, number])[] = [
    ['size', newSize],
    ...(height === null ? [] : [['height', height] as const]),
  ];
  return [
    ...edits.map(([name, value]) => ({ type: 'set-attribute', node: before.id, name, value: String(value) }) as const),
    ...spanEdits(before, newSize / size),
  ];
}

/** Returns the edits that scale the spans of a text by the factor of the text. */
function spanEdits(text: ElementNode, factor: number): readonly SetAttribute[] {
  return [...elementsOf(text)].flatMap((span) => {
    const written = span.name === 'span' ? writtenSize(span) : undefined;
    const size = pixelsWritten(written?.value ?? '');
    if (written === undefined || size === null) return [];
    return [{ type: 'set-attribute', node: span.id, name: written.name, value: String(rounded(size * factor)) }];
  });
}

/** Returns the maximum width of a line in the new frame. */
function lineWidth(text: ElementNode, to: FrameSize, from: FrameSize): number {
  const written = attributeValue(text, 'width')?.trim() ?? '';
  const share = written.endsWith('%') ? pixelsWritten(written.slice(0, -1)) : null;
  const width = pixelsWritten(written);
  if (width !== null) return (width / from.width) * to.width;
  return (share === null ? MAX_LINE_WIDTH : share / 100) * to.width;
}

function longestLine(text: ElementNode): number {
  return lineLengths(text).reduce((longest, length) => Math.max(longest, length), 1);
}

function rounded(value: number): number {
  return Math.round(value) + 0;
}
