import type { DocumentNode } from '../../template/document/document.ts';
import { isBlank } from '../../template/document/names.ts';
import { longestIncreasing } from '../ranges/increasing.ts';
import type { Patch } from '../ranges/patch.ts';
import type { TextRange } from '../ranges/ranges.ts';

/** The children of an element, or what stands at the top of a document, as the text has them. No text among them. */
export interface ChildList {
  readonly text: string;
  /** Between the start tag and the end tag. */
  readonly content: TextRange;
  /** Where each stands. */
  readonly places: readonly TextRange[];
  /** What separates two of them when nothing in the text shows it; null: nothing. */
  readonly separator: string | null;
}

export interface NodeWriter {
  /** What changes a node where it is. */
  change(previous: DocumentNode, current: DocumentNode): readonly Patch[];
  /** A node for a place where it was not. Null indentation: within a line. */
  render(node: DocumentNode, indentation: string | null): string;
}

/** Between two children that stay: old ones (`from` up to `to`, exclusive) that go, and nodes that come. */
interface Segment {
  readonly from: number;
  readonly to: number;
  readonly coming: readonly DocumentNode[];
}

/** What makes one list of children the other, moving as few as can be. */
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
  let coming: DocumentNode[] = [];
  current.forEach((node, position) => {
    const index = oldIndexes[position];
    const before = index === undefined ? undefined : previous[index];
    if (index === undefined || before === undefined || !staying.has(position)) {
      coming.push(node);
      return;
    }
    patches.push(...segmentPatches(list, { from, to: index, coming }, writer), ...writer.change(before, node));
    from = index + 1;
    coming = [];
  });
  patches.push(...segmentPatches(list, { from, to: previous.length, coming }, writer));
  return patches;
}

function segmentPatches(list: ChildList, { from, to, coming }: Segment, writer: NodeWriter): readonly Patch[] {
  const patches: Patch[] = [];
  const replaced = Math.min(to - from, coming.length);
  coming.slice(0, replaced).forEach((node, index) => {
    const place = list.places[from + index];
    if (place === undefined) return;
    const replacement = writer.render(node, lineOf(separatorAt(list, from + index)));
    patches.push({ start: place.start, end: place.end, replacement });
  });
  const further = coming.slice(replaced);
  if (further.length > 0) patches.push(insertion(list, to, further, writer));
  if (replaced < to - from) patches.push(...removals(list, from + replaced, to));
  return patches;
}

/** Nodes that come before the old child `index`, behind all that is before it. */
function insertion(list: ChildList, index: number, nodes: readonly DocumentNode[], writer: NodeWriter): Patch {
  const before = list.places[index - 1];
  const separator = separatorAt(list, before === undefined ? index : index - 1);
  const rendered = nodes.map((node) => writer.render(node, lineOf(separator)));
  if (before !== undefined) return inserted(before.end, rendered.map((each) => separator + each).join(''));
  const offset = list.places[index]?.start ?? list.content.start;
  return inserted(offset, rendered.map((each) => each + separator).join(''));
}

function inserted(offset: number, replacement: string): Patch {
  return { start: offset, end: offset, replacement };
}

/** Old children go, with the white space that set them apart: that before them, or that behind them at a line's head. */
function removals(list: ChildList, from: number, to: number): readonly Patch[] {
  const ranges = list.places.slice(from, to);
  const first = ranges[0];
  const last = ranges.at(-1);
  if (first === undefined || last === undefined) return [];
  const inner = ranges.map((_, index) => (index === 0 ? '' : gapBefore(list, from + index)));
  if (!inner.every(isBlank)) return ranges.map(({ start, end }) => ({ start, end, replacement: '' }));
  const before = gapBefore(list, from);
  const next = list.places[to];
  const behind = next === undefined ? null : list.text.slice(last.end, next.start);
  const headsLine = before === '' || (hasNewline(before) && behind !== null && !hasNewline(behind));
  if (next !== undefined && behind !== null && isBlank(behind) && headsLine)
    return [{ start: first.start, end: next.start, replacement: '' }];
  const start = isBlank(before) ? first.start - before.length : first.start;
  return [{ start, end: last.end, replacement: '' }];
}

/** The text between an old child and what is before it. */
function gapBefore(list: ChildList, index: number): string {
  const end = list.places[index]?.start ?? list.content.end;
  return list.text.slice(list.places[index - 1]?.end ?? list.content.start, end);
}

/** What would separate a sibling from the old child `index`: a line break with its indentation, or the blank there is. */
function separatorAt(list: ChildList, index: number): string {
  const gap = gapBefore(list, index);
  const lastLine = /(?:\r\n|\n|\r)[ \t]*$/.exec(gap)?.[0];
  if (lastLine !== undefined) return lastLine;
  return list.separator ?? (isBlank(gap) ? gap : '');
}

/** The indentation in a separator; null when it breaks no line. */
function lineOf(separator: string): string | null {
  return hasNewline(separator) ? separator.replace(/^[\r\n]+/, '') : null;
}

function hasNewline(text: string): boolean {
  return /[\r\n]/.test(text);
}
