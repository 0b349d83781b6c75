import type { DocumentNode } from '../../template/document/document.ts';
import { isBlank } from '../../template/document/names.ts';
import { longestIncreasing } from '../ranges/increasing.ts';
import type { Patch } from '../ranges/patch.ts';
import type { TextRange } from '../ranges/ranges.ts';

/** The ranges in the text of an element's children, or of the nodes at the top level of a document. */
export interface ChildList {
  readonly text: string;
  /** The range between the start tag and the end tag. */
  readonly content: TextRange;
  /** The range of each child. */
  readonly places: readonly TextRange[];
  /** The default separator if the text contains none; null for no separator. */
  readonly separator: string | null;
}

export interface NodeWriter {
  /** Returns the patches that change a node in place. */
  change(previous: DocumentNode, current: DocumentNode): readonly Patch[];
  /** Returns the text of a node for a new position. `indentation` is null within a line. */
  render(node: DocumentNode, indentation: string | null): string;
}

/**
 * The changes between two remaining children: the range of removed children, whose `to` is exclusive, and the new
 * nodes.
 */
interface Segment {
  readonly from: number;
  readonly to: number;
  readonly newNodes: readonly DocumentNode[];
}

/** Returns the patches that convert a list of children to another list with the fewest moves. */
export function childListPatches(
  list: ChildList,
  previous: readonly DocumentNode[],
  current: readonly DocumentNode[],
  writer: NodeWriter,
): readonly Patch[] {
  const indexes = new Map(previous.map((node, index) => [node.id, index]));
  const oldIndexes = current.map((node) => indexes.get(node.id));
  const staying = longestIncreasing(oldIndexes);
  const patches: Patch[] = [];
  let from = 0;
  let newNodes: DocumentNode[] = [];
  current.forEach((node, position) => {
    const index = oldIndexes[position];
    const before = index === undefined ? undefined : previous[index];
    if (index === undefined || before === undefined || !staying.has(position)) {
      newNodes.push(node);
      return;
    }
    patches.push(...segmentPatches(list, { from, to: index, newNodes }, writer), ...writer.change(before, node));
    from = index + 1;
    newNodes = [];
  });
  patches.push(...segmentPatches(list, { from, to: previous.length, newNodes }, writer));
  return patches;
}

function segmentPatches(list: ChildList, { from, to, newNodes }: Segment, writer: NodeWriter): readonly Patch[] {
  const patches: Patch[] = [];
  const replaced = Math.min(to - from, newNodes.length);
  newNodes.slice(0, replaced).forEach((node, index) => {
    const place = list.places[from + index];
    if (place === undefined) return;
    const replacement = writer.render(node, lineOf(separatorAt(list, from + index)));
    patches.push({ start: place.start, end: place.end, replacement });
  });
  const further = newNodes.slice(replaced);
  if (further.length > 0) patches.push(insertion(list, to, further, writer));
  if (replaced < to - from) patches.push(...removals(list, from + replaced, to));
  return patches;
}

/** Inserts nodes before the old child at `index`, directly after the preceding child. */
function insertion(list: ChildList, index: number, nodes: readonly DocumentNode[], writer: NodeWriter): Patch {
  const before = list.places[index - 1];
  const separator = separatorAt(list, before === undefined ? index : index - 1);
  const rendered = nodes.map((node) => writer.render(node, lineOf(separator)));
  if (before !== undefined) return inserted(before.end, rendered.map((text) => separator + text).join(''));
  const offset = list.places[index]?.start ?? list.content.start;
  return inserted(offset, rendered.map((text) => text + separator).join(''));
}

function inserted(offset: number, replacement: string): Patch {
  return { start: offset, end: offset, replacement };
}

/**
 * Removes old children and the white space before them. If the children start a line, removes the white space after
 * them instead.
 */
function removals(list: ChildList, from: number, to: number): readonly Patch[] {
  const ranges = list.places.slice(from, to);
  const first = ranges[0];
  const last = ranges.at(-1);
  if (first === undefined || last === undefined) return [];
  const inner = ranges.map((_, index) => (index === 0 ? '' : gapBefore(list, from + index)));
  if (!inner.every(isBlank)) return ranges.map(({ start, end }) => ({ start, end, replacement: '' }));
  const before = gapBefore(list, from);
  const next = list.places[to];
  const gapAfter = next === undefined ? null : list.text.slice(last.end, next.start);
  const headsLine = before === '' || (hasNewline(before) && gapAfter !== null && !hasNewline(gapAfter));
  if (next !== undefined && gapAfter !== null && isBlank(gapAfter) && headsLine)
    return [{ start: first.start, end: next.start, replacement: '' }];
  const start = isBlank(before) ? first.start - before.length : first.start;
  return [{ start, end: last.end, replacement: '' }];
}

/** Returns the text between an old child and the preceding child. */
function gapBefore(list: ChildList, index: number): string {
  const end = list.places[index]?.start ?? list.content.end;
  return list.text.slice(list.places[index - 1]?.end ?? list.content.start, end);
}

/**
 * Returns the separator for a sibling before the old child at `index`: a line break with indentation, or the existing
 * white space.
 */
function separatorAt(list: ChildList, index: number): string {
  const gap = gapBefore(list, index);
  const lastLine = /(?:\r\n|\n|\r)[ \t]*$/.exec(gap)?.[0];
  if (lastLine !== undefined) return lastLine;
  return list.separator ?? (isBlank(gap) ? gap : '');
}

/** Returns the indentation in a separator; null if the separator has no line break. */
function lineOf(separator: string): string | null {
  return hasNewline(separator) ? separator.replace(/^[\r\n]+/, '') : null;
}

function hasNewline(text: string): boolean {
  return /[\r\n]/.test(text);
}
