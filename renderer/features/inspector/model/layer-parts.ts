import { attributeValue, type ElementNode } from '#shared/template/document/document.ts';
import { elementRegistry, type LayerKind } from '#shared/template/tables/elements.ts';
import type { AttributeSpec, AttributeSpecs } from '#shared/template/value-types/attribute-types.ts';
import { attributesByGroup, PAIRS, type PairName, RARE_OF_TEXTS, REQUIRED_ATTRIBUTES } from './attribute-groups.ts';

/** The parts of a layer's form, in display order. */
export const PARTS = ['own', 'layout', 'motion', 'sound', 'effects'] as const;
export type LayerFormPart = (typeof PARTS)[number];

export type AttributeRow = readonly [name: string, spec: AttributeSpec<unknown>];

/** The rows of a layer's form by group. */
export interface LayerRows {
  readonly time: readonly AttributeRow[];
  readonly shown: readonly AttributeRow[];
  readonly own: readonly AttributeRow[];
  readonly layout: readonly AttributeRow[];
  readonly sound: readonly AttributeRow[];
}

/** Returns the form rows for several kinds: the attributes that all of them have with the same specification. */
export function rowsOfKinds(kinds: readonly LayerKind[]): LayerRows {
  const [first, ...others] = new Set(kinds);
  if (first === undefined) return { time: [], shown: [], own: [], layout: [], sound: [] };
  const { attributes } = elementRegistry[first];
  const shared: AttributeSpecs = Object.fromEntries(
    Object.entries<AttributeSpec<unknown>>(attributes).filter(([name, spec]) =>
      others.every((kind) => specIn(kind, name) === spec),
    ),
  );
  const groups = attributesByGroup(shared);
  const rows = (names: readonly string[]) => names.flatMap((name) => rowOf(shared, name));
  return {
    time: rows(groups.time),
    shown: rows(groups.shown),
    // If there are several kinds, `own` is empty. The same attribute name can then have different meanings, such as the
    // radius of a box and of a shape.
    own: others.length === 0 ? rows(groups.own) : [],
    layout: rows(groups.layout),
    sound: rows(groups.sound),
  };
}

/**
 * Returns whether both lists have the same layers with the same children. Sections that show only children, such as
 * effects, need not render while a drag changes an attribute of their layer.
 */
export function haveSameChildren(before: readonly ElementNode[], now: readonly ElementNode[]): boolean {
  if (before.length !== now.length) return false;
  return before.every(({ id, children }, at) => {
    const other = now[at];
    if (other?.id !== id || other.children.length !== children.length) return false;
    return children.every((child, index) => child === other.children[index]);
  });
}

const STILL_FORMATS = /\.(?:png|jpe?g|jfif|heic|heif|avif|bmp|svgz?|tiff?)(?:[?#].*)?$/i;

/** Returns the rows. Omits `end` if all layers are images in single-frame formats and none of them sets `end`. */
export function withoutEndRowForStills(
  rows: readonly AttributeRow[],
  layers: readonly ElementNode[],
): readonly AttributeRow[] {
  const areStill = layers.every((layer) => {
    const source = attributeValue(layer, 'src') ?? attributeValue(layer, 'url') ?? '';
    return layer.name === 'image' && STILL_FORMATS.test(source.trim()) && attributeValue(layer, 'end') === undefined;
  });
  return areStill ? rows.filter(([name]) => name !== 'end') : rows;
}

/** A form row, with the second attribute that shares it; null if there is none. */
export type PairedRow = readonly [
  row: AttributeRow,
  beside: { readonly pair: PairName; readonly spec: AttributeRow[1] } | null,
];

/** Combines each row with the next one if both are a pair. */
export function pairedRows(rows: readonly AttributeRow[]): readonly PairedRow[] {
  const paired: PairedRow[] = [];
  for (let at = 0; at < rows.length; at++) {
    const [row, next] = [rows[at], rows[at + 1]];
    if (row === undefined) break;
    const [name] = row;
    const isPair = isPairName(name) && next?.[0] === PAIRS[name];
    paired.push([row, isPair ? { pair: name, spec: next[1] } : null]);
    at += isPair ? 1 : 0;
  }
  return paired;
}

/**
 * Splits the rows of a text's form into rows that are always visible and rows behind a button (`more`). `isWritten`
 * returns whether an attribute is set.
 */
export function textRows(
  { own, layout }: Pick<LayerRows, 'own' | 'layout'>,
  isWritten: (name: string) => boolean,
): {
  readonly own: readonly AttributeRow[];
  readonly more: readonly AttributeRow[];
  readonly layout: readonly AttributeRow[];
} {
  const isRare = ([name]: AttributeRow) => RARE_OF_TEXTS.includes(name);
  const isUseful = ([name]: AttributeRow) =>
    REQUIRED_ATTRIBUTES[name] === undefined || isWritten(REQUIRED_ATTRIBUTES[name]) || isWritten(name);
  const rare = [...own, ...layout].filter(isRare);
  return {
    own: own.filter((row) => !isRare(row) && isUseful(row)),
    more: RARE_OF_TEXTS.flatMap((requested) => rare.filter(([name]) => name === requested)),
    layout: layout.filter((row) => !isRare(row)),
  };
}

function isPairName(name: string): name is PairName {
  return Object.hasOwn(PAIRS, name);
}

/** Returns the parts that have content for layers of these kinds. */
export function partsOf(kinds: readonly LayerKind[]): readonly LayerFormPart[] {
  const rows = rowsOfKinds(kinds);
  const isOne = new Set(kinds).size === 1;
  const hasOwn = isOne && (rows.own.length > 0 || kinds[0] === 'text');
  return PARTS.filter((part) => {
    switch (part) {
      case 'own':
        return hasOwn;
      case 'sound':
        return rows.sound.length > 0;
      case 'layout':
      case 'motion':
      case 'effects':
        return true;
      default:
        return part satisfies never;
    }
  });
}

/**
 * Returns the part in view: the last part whose top is at or above the edge. When the form is scrolled to its end,
 * later parts cannot reach the edge. In that case, returns `atEnd`, the part that the user requested.
 */
export function partInView(
  tops: readonly (readonly [part: LayerFormPart, top: number])[],
  edge: number,
  atEnd: LayerFormPart | null,
): LayerFormPart | null {
  if (atEnd !== null) return atEnd;
  const partsAbove = tops.filter(([, top]) => top <= edge + 1);
  return partsAbove.at(-1)?.[0] ?? tops[0]?.[0] ?? null;
}

function specIn(kind: LayerKind, name: string): AttributeSpec<unknown> | undefined {
  const specs: AttributeSpecs = elementRegistry[kind].attributes;
  return specs[name];
}

function rowOf(specs: AttributeSpecs, name: string): readonly AttributeRow[] {
  const spec = specs[name];
  return spec === undefined ? [] : [[name, spec]];
}
