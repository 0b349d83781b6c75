import type { FrameSize } from '#shared/editing/movie/frame-shapes.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  elementsOf,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import { isScene, layersOf } from '#shared/template/tables/roles.ts';
import type { DocumentEdit } from '#shared/template-xml/edit/edits.ts';
import { pixelsWritten } from './written-pixels.ts';

/** Parts of the old frame's width that a layer may lie beside the middle. */
const BESIDE = 0.02;
/** Of its size, the width of a letter and the height of a line, about. */
const LETTER = 0.6;
const LINE = 1.3;
/** Of the frame's width that a line without a box may take. */
const MOST_OF_WIDTH = 0.9;

/**
 * In a narrower frame that is no lower, the edits of scenes in which all that lies about the middle lies in one column:
 * nothing is beside a text there, so it need not shrink as the width does. A text becomes only so much smaller that it
 * takes up the same area in its narrower box, which keeps its height. A text without a box becomes only so large that
 * its lines stay whole. The column keeps its distances, and its middle stays at the same share of the frame's height.
 * @param before The template as it was, and `after` with layers that were fitted to the new frame; ids are the same.
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
  const changing = (edit: SetAttribute): boolean => {
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
      .filter(changing);
  });
}

type SetAttribute = Extract<DocumentEdit, { type: 'set-attribute' }>;

function positionEdits(layer: ElementNode, x: number, y: number): readonly SetAttribute[] {
  if (x === 0 && y === 0 && attributeValue(layer, 'position') === undefined) return [];
  return [{ type: 'set-attribute', node: layer.id, name: 'position', value: `${x}, ${y}` }];
}

interface InColumn {
  readonly layer: ElementNode;
  /** Of its middle from the frame's, in pixels. */
  readonly x: number;
  readonly y: number;
  /** About. */
  readonly height: number;
}

/** Whether all that lies about the middle of a scene lies in one column there, with a text in it. */
export function isColumn(scene: ElementNode, from: FrameSize): boolean {
  return columnOf(scene, from) !== null;
}

/** The layers about the middle of a scene; null where they lie side by side, move along keys, or are not all known. */
function columnOf(scene: ElementNode, from: FrameSize): readonly InColumn[] | null {
  const column: InColumn[] = [];
  for (const layer of layersOf(scene)) {
    if (fills(layer, from) || !isInMiddle(layer)) continue;
    const [x, y, ...more] = (attributeValue(layer, 'position') ?? '0, 0').split(/[\s,]+/).map(pixelsWritten);
    if (x === undefined || y === undefined || x === null || y === null || more.length > 0) return null;
    if (Math.abs(x) > BESIDE * from.width || movesAlongKeys(layer)) return null;
    column.push({ layer, x, y, height: heightOf(layer) });
  }
  return column.some(({ layer }) => layer.name === 'text') ? column : null;
}

function isInMiddle(layer: ElementNode): boolean {
  return (attributeValue(layer, 'origin') ?? 'center').trim() === 'center';
}

/** Whether a layer covers the frame, as one without a size does that takes the frame's. */
function fills(layer: ElementNode, from: FrameSize): boolean {
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
  return (pixelsWritten(attributeValue(layer, 'size') ?? '') ?? 0) * LINE * linesOf(layer).length;
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
  // A text that is as high as its lines would grow over what is above and below, were they to become more.
  const most = height === null ? lineWidth(before, to, from) / (longestLine(before) * LETTER) : larger;
  const edits: readonly (readonly [string, number])[] = [
    ['size', rounded(Math.max(size * factor, Math.min(larger, most)))],
    ...(height === null ? [] : [['height', height] as const]),
  ];
  return edits.map(([name, value]) => ({ type: 'set-attribute', node: before.id, name, value: String(value) }));
}

/** How wide a line may become in the new frame. */
function lineWidth(text: ElementNode, to: FrameSize, from: FrameSize): number {
  const written = attributeValue(text, 'width')?.trim() ?? '';
  const share = written.endsWith('%') ? pixelsWritten(written.slice(0, -1)) : null;
  const width = pixelsWritten(written);
  if (width !== null) return (width / from.width) * to.width;
  return (share === null ? MOST_OF_WIDTH : share / 100) * to.width;
}

function longestLine(text: ElementNode): number {
  return linesOf(text).reduce((longest, line) => Math.max(longest, line.length), 1);
}

/** What a text says, as it is written. */
function linesOf(text: ElementNode): readonly string[] {
  const inside = childElements(text).find(({ name }) => name === 'content');
  const said = attributeValue(text, 'content') ?? (inside === undefined ? '' : wordsIn(inside));
  return said.split('\n');
}

function wordsIn({ children }: ElementNode): string {
  return children.map((child) => (child.kind === 'text' ? child.text : '')).join('');
}

function rounded(value: number): number {
  return Math.round(value) + 0;
}
