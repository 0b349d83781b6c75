import type { ElementNode, NodeId, TemplateDocument } from '../../template/document/document.ts';
import { limits } from '../../template/document/limits.ts';
import { runParser } from '../parser/template-parser.ts';
import { changedRanges } from '../ranges/changed-ranges.ts';
import { movedRange, type NodeRange, type TemplateSource, type TextRange } from '../ranges/ranges.ts';
import { keepIds } from './keep-ids.ts';
import { nodeIds, nodesBelow } from './node-ids.ts';
import { readTemplate, type TemplateReading } from './read.ts';
import { commonEnds } from './text-change.ts';
import { treeBuilder } from './tree-builder.ts';

/**
 * The length below which a text can exceed only the limit of scenes, because every counted part has at least four
 * characters, such as `<a/>` or `${a}`.
 */
const SMALL_TEXT = limits.elements * 4;
/** The minimum number of children for reusing them. For fewer children, parsing the whole text is as fast. */
const MIN_REUSED_CHILDREN = 4;

/**
 * Parses a text that differs little from a parsed text. Parses only the text of the difference. Reuses the scenes
 * before and after it as the same objects. The result equals the result of {@link readTemplate}.
 */
export function rereadTemplate(text: string, previous: TemplateSource): TemplateReading {
  const source = readDifference(text, previous);
  return source === null ? readTemplate(text, { previous }) : { source, problems: [] };
}

/** The children at the beginning and at the end of the root that are the same in both texts. */
interface ReusedChildren {
  /** The number of reused children at the beginning, and at the end. */
  readonly first: number;
  readonly last: number;
  /** The range of the reused children in the new text, at the beginning and at the end; empty if there are none. */
  readonly before: TextRange;
  readonly after: TextRange;
  /** The number of UTF-16 units by which the children at the end are shifted. */
  readonly shift: number;
}

/**
 * Parses the difference. Returns null if the whole text must be parsed. Omitting whole children never changes whether
 * their parent is well-formed. Therefore, if the rest can be parsed, the text between the omitted children is content
 * of the root.
 */
function readDifference(text: string, previous: TemplateSource): TemplateSource | null {
  if (isTooLong(text)) return null;
  const reused = reusedChildren(text, previous);
  if (reused === null) return null;
  const { before, after, first, last } = reused;
  const rest = text.slice(0, before.start) + text.slice(before.end, after.start) + text.slice(after.end);
  const builder = treeBuilder(nodeIds(previous.document));
  const { faults, whole } = runParser(rest, builder);
  const built = whole && faults.length === 0 ? builder.finish() : null;
  // Parse the whole text if there is text next to an omitted child, because it includes the white space around the
  // child.
  if (built === null || hasText(built.document.root)) return null;
  const { root } = previous.document;
  const { children } = root;
  const between = children.slice(first, children.length - last);
  const read = keepIds(built, { ...previous.document, root: { ...root, children: between } });
  const document: TemplateDocument = {
    ...read.document,
    root: {
      ...read.document.root,
      children: [
        ...children.slice(0, first),
        ...read.document.root.children,
        ...children.slice(children.length - last),
      ],
    },
  };
  if (mayExceedLimits(text, document)) return null;
  return { text, document, ranges: mergedRanges(previous, reused, read.ranges) };
}

function reusedChildren(text: string, { text: old, document, ranges }: TemplateSource): ReusedChildren | null {
  const { children } = document.root;
  if (children.length < MIN_REUSED_CHILDREN || hasText(document.root)) return null;
  const placementAt = (index: number): TextRange | undefined => {
    const child = children[index];
    return child && ranges.get(child.id);
  };
  const { start, end } = commonEnds(old, text);
  const first = countWhile(children.length, (index) => (placementAt(index)?.end ?? 0) <= start);
  const last = countWhile(
    children.length - first,
    (index) => (placementAt(children.length - 1 - index)?.start ?? 0) >= old.length - end,
  );
  if (first + last < MIN_REUSED_CHILDREN) return null;
  const shift = text.length - old.length;
  const afterStart = placementAt(children.length - last)?.start ?? 0;
  return {
    first,
    last,
    before: first === 0 ? EMPTY_RANGE : { start: placementAt(0)?.start ?? 0, end: placementAt(first - 1)?.end ?? 0 },
    after:
      last === 0
        ? { start: text.length, end: text.length }
        : { start: afterStart + shift, end: (placementAt(children.length - 1)?.end ?? 0) + shift },
    shift,
  };
}

/**
 * Returns the number of matching items at the start of the first `count` items. No item after the first mismatch may
 * match, which allows bisection.
 */
function countWhile(count: number, within: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (within(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const EMPTY_RANGE: TextRange = { start: 0, end: 0 };

function mergedRanges(
  { ranges: old }: TemplateSource,
  { before, after, shift }: ReusedChildren,
  read: ReadonlyMap<NodeId, NodeRange>,
): ReadonlyMap<NodeId, NodeRange> {
  const updated = new Map<NodeId, NodeRange>();
  const cut = { at: before.start, length: before.end - before.start };
  const further = { at: after.start - cut.length, length: after.end - after.start };
  // A node that starts at a cut is after the omitted children. A node that ends at a cut is before them.
  const start = (at: number): number => at + (at >= cut.at ? cut.length : 0) + (at >= further.at ? further.length : 0);
  const end = (at: number): number => at + (at > cut.at ? cut.length : 0) + (at > further.at ? further.length : 0);
  for (const [id, place] of read) updated.set(id, movedRange(place, start, end));
  return changedRanges(old, updated, (place) => {
    if (place.start >= before.start && place.end <= before.end) return 0;
    return place.start + shift < after.start || place.end + shift > after.end ? null : shift;
  });
}

function hasText(element: ElementNode): boolean {
  return element.children.some((child) => child.kind === 'text');
}

/** Returns whether a text exceeds the size limit of templates in UTF-8. Does not count the bytes of short texts. */
function isTooLong(text: string): boolean {
  if (text.length * 3 <= limits.bytes) return false;
  let bytes = text.length;
  for (let at = 0; at < text.length && bytes <= limits.bytes; at++) {
    const unit = text.charCodeAt(at);
    // Count two bytes per surrogate, which is half of the four bytes of a pair.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit & 0xf800) !== 0xd800 ? 2 : 1;
  }
  return bytes > limits.bytes;
}

/**
 * Returns whether the whole document may exceed a limit although its parts do not. The caller then parses the whole
 * text.
 */
function mayExceedLimits(text: string, { root }: TemplateDocument): boolean {
  if (root.children.length > limits.scenes) return true;
  if (text.length <= SMALL_TEXT) return false;
  let nodes = 0;
  for (const { kind } of nodesBelow(root)) nodes += kind === 'element' ? 1 : 0.5;
  return nodes > limits.elements || text.split('${').length > limits.elements;
}
