import type { DocumentNode, ElementNode, NodeId, TemplateDocument } from '../../template/document/document.ts';
import { type Finding, type Problem, problemOf } from '../../template/document/problem.ts';
import { findingsOfCopies } from '../../template/variables/repeats.ts';
import { lineIndex } from '../ranges/line-index.ts';
import { elementPaths } from '../ranges/paths.ts';
import type { TemplateSource, TextRange } from '../ranges/ranges.ts';
import { nodesOf } from './node-ids.ts';

/** A document, optionally with its text. */
type Located = TemplateSource | { readonly document: TemplateDocument; readonly text?: never; readonly ranges?: never };

/**
 * Adds the severity, the path, and, if there is a text, the range to findings. Sorts the result by position, with
 * findings without a location last. For a missing attribute, the range contains the `<` and the name of the element.
 */
export function locateFindings(findings: readonly Finding[], source: Located): readonly Problem[] {
  return locateEach(findings, source).map(({ problem }) => problem);
}

/** Locates findings like {@link locateFindings}. Returns each problem with its finding. */
export function locateEach(
  unplaced: readonly Finding[],
  source: Located,
): readonly { readonly finding: Finding; readonly problem: Problem }[] {
  if (unplaced.length === 0) return [];
  const findings = findingsOfCopies(unplaced, source.document.root);
  const requested = new Map<NodeId, number>();
  for (const { at } of findings) if (at !== null) requested.set(at.node, Number.POSITIVE_INFINITY);
  const nodes = new Map<NodeId, DocumentNode>();
  for (const node of nodesOf(source.document)) {
    if (!requested.has(node.id)) continue;
    requested.set(node.id, nodes.size);
    nodes.set(node.id, node);
  }
  const paths = elementPaths(source.document, requested);
  const positionOf = source.text === undefined ? null : lineIndex(source.text);

  const located = findings.map((finding) => {
    const { at } = finding;
    const node = at === null ? undefined : nodes.get(at.node);
    const range = at === null || node === undefined ? null : rangeOf(at, node, source);
    const position = range === null || positionOf === null ? { line: null, column: null } : positionOf(range.start);
    const attribute = at?.attribute === undefined ? '' : `@${at.attribute}`;
    const path = at === null ? '' : (paths.get(at.node) ?? '') + attribute;
    const order = range?.start ?? (at === null ? undefined : requested.get(at.node)) ?? Number.POSITIVE_INFINITY;
    return { order, finding, problem: problemOf(finding, { ...position, path, range }) };
  });
  return located.sort((left, right) => compare(left.order, right.order));
}

/** Compares two numbers. Does not subtract them, because infinity minus infinity is NaN. */
function compare(left: number, right: number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function rangeOf(at: NonNullable<Finding['at']>, node: DocumentNode, source: Located): TextRange | null {
  const place = source.ranges?.get(node.id);
  if (place === undefined) return null;
  if (place.kind !== 'element' || node.kind !== 'element') {
    const text = source.text?.slice(place.start, place.end) ?? '';
    if (at.characters !== undefined) return partOf(place, text, at.characters);
    const blank = /^\s*/.exec(text)?.[0].length ?? 0;
    return { start: place.start + blank, end: place.end };
  }
  const attribute = place.attributes[attributeIndex(node, at.attribute)];
  if (attribute === undefined) return { start: place.start, end: place.name.end };
  const { start, end } = at.part === 'name' ? attribute.name : attribute.value;
  if (at.characters === undefined) return { start, end };
  return partOf({ start, end }, source.text?.slice(start, end) ?? '', at.characters);
}

/**
 * Returns the range in the text for a range of characters in a value. `text` is the notation of the value, with
 * references such as `&lt;`.
 */
function partOf({ start }: TextRange, text: string, characters: TextRange): TextRange {
  const isCdata = text.startsWith(CDATA);
  const notation = isCdata ? text.slice(CDATA.length) : text;
  const before = start + (isCdata ? CDATA.length : 0);
  const offset = (count: number) => before + offsetIn(notation, count, isCdata);
  return { start: offset(characters.start), end: offset(characters.end) };
}

const CDATA = '<![CDATA[';
/**
 * Matches a character reference, an entity reference, or a line break. Each of them is a single character of the value.
 */
const REFERENCE_OR_BREAK = /&(?:#(\d+)|#x([0-9a-fA-F]+)|[^;&\s]*);|\r\n/y;

/** Returns the offset in a notation after the given number of characters of the value. */
function offsetIn(notation: string, count: number, isCdata: boolean): number {
  let offset = 0;
  for (let rest = count; rest > 0 && offset < notation.length; ) {
    REFERENCE_OR_BREAK.lastIndex = offset;
    const match = REFERENCE_OR_BREAK.exec(notation);
    const isReference = match !== null && !(isCdata && match[0] !== '\r\n');
    const code = Number.parseInt(match?.[1] ?? match?.[2] ?? '0', match?.[1] === undefined ? 16 : 10);
    rest -= isReference && code > 0xffff ? 2 : 1;
    offset += isReference ? match[0].length : 1;
  }
  return offset;
}

function attributeIndex(element: ElementNode, name: string | undefined): number {
  return element.attributes.findIndex((attribute) => attribute.name === name);
}
