import type { DocumentNode, ElementNode, NodeId, TemplateDocument } from '../../template/document/document.ts';
import { type Finding, type Problem, problemOf } from '../../template/document/problem.ts';
import { lineIndex } from '../ranges/line-index.ts';
import { elementPaths } from '../ranges/paths.ts';
import type { TemplateSource, TextRange } from '../ranges/ranges.ts';
import { nodesOf } from './node-ids.ts';

/** A document with or without its text. */
type Located = TemplateSource | { readonly document: TemplateDocument; readonly text?: never; readonly ranges?: never };

/**
 * Adds severity, path, and the range in the text, if there is a text, to findings. The result is sorted by position,
 * and findings without a location are last. For a missing attribute, the range contains the `<` and the name of its
 * element.
 */
export function locateFindings(findings: readonly Finding[], source: Located): readonly Problem[] {
  return locateEach(findings, source).map(({ problem }) => problem);
}

/** Locates findings like {@link locateFindings}, but returns each problem with its finding. */
export function locateEach(
  findings: readonly Finding[],
  source: Located,
): readonly { readonly finding: Finding; readonly problem: Problem }[] {
  if (findings.length === 0) return [];
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

/** Compares two numbers. It cannot use their difference, because infinity minus infinity is NaN. */
function compare(left: number, right: number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function rangeOf(at: NonNullable<Finding['at']>, node: DocumentNode, source: Located): TextRange | null {
  const place = source.ranges?.get(node.id);
  if (place === undefined) return null;
  if (place.kind !== 'element' || node.kind !== 'element') {
    const blank = /^\s*/.exec(source.text?.slice(place.start, place.end) ?? '')?.[0].length ?? 0;
    return { start: place.start + blank, end: place.end };
  }
  const attribute = place.attributes[attributeIndex(node, at.attribute)];
  if (attribute === undefined) return { start: place.start, end: place.name.end };
  const { start, end } = at.part === 'name' ? attribute.name : attribute.value;
  return { start, end };
}

function attributeIndex(element: ElementNode, name: string | undefined): number {
  return element.attributes.findIndex((attribute) => attribute.name === name);
}
