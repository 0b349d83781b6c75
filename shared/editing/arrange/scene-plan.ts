import { attributeValue, type ElementNode, elementsOf } from '../../template/document/document.ts';
import { layersOf } from '../../template/tables/roles.ts';
import type { FrameSize } from '../model/frame-shapes.ts';
import { type Block, boxAround, type FrameRectangle, pixelsWritten } from './scene-blocks.ts';

/** The old and new bounds of a group of blocks. */
export interface BlockGroup {
  readonly blocks: readonly Block[];
  readonly from: FrameRectangle;
  readonly to: FrameRectangle;
  /** Whether the group is a picture that can fill any box, cropped to another aspect ratio. */
  readonly isPanel: boolean;
}

/** The maximum distances between blocks of a group, as fractions of the frame's height and width. */
const GROUP_DISTANCE = { height: 0.06, width: 0.03 };
/** The minimum width of a bar and the minimum height of a column, as fractions of the frame. */
const MIN_BAR_WIDTH = 0.98;
const MIN_COLUMN_HEIGHT = 0.25;
/** The maximum distance from an edge at which a block stays at this edge, as a fraction of the old frame. */
const EDGE_DISTANCE = 0.18;
/** The scale below which the texts of a group become hard to read. */
const MIN_TEXT_FACTOR = 0.7;
/** The margin on each side of groups that do not touch the edges, as a fraction of the new frame's width. */
const MARGIN = 0.07;

/**
 * Returns the arrangement of a scene's blocks in a narrower frame. Bars stay at their edge. The blocks of a group stay
 * together, at their edge or at the same fraction of the height, and shrink only as much as necessary. Columns become
 * rows: first columns with pictures, then the others, each from left to right. Returns null if there is not enough
 * space.
 */
export function planBlocks(blocks: readonly Block[], from: FrameSize, to: FrameSize): readonly BlockGroup[] | null {
  const ornaments = blocks.filter((block) => reachesBeyond(block, from));
  const bars = blocks.filter((block) => isBar(block, from) && !ornaments.includes(block));
  const rest = blocks.filter((block) => !bars.includes(block) && !ornaments.includes(block));
  const clusters = groupsAlong(rest, GROUP_DISTANCE.height * from.height, 'top', 'height');
  const placed = clusters.flatMap((cluster) => clusterParts(cluster, from, to));
  const fixed = bars.map((bar) => barPart(bar, from, to));
  const free = withoutOverlaps(placed, freeHeight(fixed, to), to);
  return free === null
    ? null
    : [...overlapping(ornaments).map((all) => ornamentPart(all, from, to)), ...fixed, ...free];
}

/**
 * Returns whether a block exceeds the frame, which makes it an ornament: it stays at the same fraction of the frame.
 */
function reachesBeyond({ left, top, width, height }: Block, frame: FrameSize): boolean {
  const [across, down] = [frame.width * 0.01, frame.height * 0.01];
  return left < -across || top < -down || left + width > frame.width + across || top + height > frame.height + down;
}

function ornamentPart(blocks: readonly Block[], from: FrameSize, to: FrameSize): BlockGroup {
  const block = boxAround(blocks);
  const factor = Math.sqrt((to.width / from.width) * Math.min(1, to.height / from.height));
  const [x, y] = [block.left + block.width / 2, block.top + block.height / 2];
  const [width, height] = [block.width * factor, block.height * factor];
  const box = {
    left: (x / from.width) * to.width - width / 2,
    top: ornamentTop(block, factor, from, to) ?? (y / from.height) * to.height - height / 2,
    ...{ width, height },
  };
  return { blocks, from: block, to: box, isPanel: false };
}

/** Groups overlapping blocks. */
function overlapping(blocks: readonly Block[]): readonly (readonly Block[])[] {
  return blocks.reduce<readonly (readonly Block[])[]>((groups, block) => {
    const isOn = (group: readonly Block[]) => group.some((other) => overlap(block, other));
    return [...groups.filter((group) => !isOn(group)), [...groups.filter(isOn).flat(), block]];
  }, []);
}

function overlap(one: FrameRectangle, other: FrameRectangle): boolean {
  const across = one.left < other.left + other.width && other.left < one.left + one.width;
  return across && one.top < other.top + other.height && other.top < one.top + one.height;
}

/**
 * Returns the new top of a block that touches the upper or lower edge of the frame, so that it still touches the edge.
 * Returns null for other blocks.
 */
function ornamentTop({ top, height }: FrameRectangle, factor: number, from: FrameSize, to: FrameSize): number | null {
  const reachesFoot = top + height > from.height * 0.99;
  const reachesHead = top < from.height * 0.01;
  if (reachesFoot === reachesHead) return null;
  return reachesFoot ? to.height - (from.height - top) * factor : top * factor;
}

function isBar({ width, height, top }: Block, frame: FrameSize): boolean {
  const space = Math.min(top, frame.height - top - height);
  const isAtEdge =
    width >= frame.width * MIN_BAR_WIDTH
      ? space < frame.height * EDGE_DISTANCE
      : width >= frame.width * 0.6 && space < 2;
  return height < frame.height / 3 && isAtEdge;
}

function barPart(block: Block, from: FrameSize, to: FrameSize): BlockGroup {
  const factor = to.width / from.width;
  const below = from.height - block.top - block.height;
  const height = block.height * factor;
  const top = block.top <= below ? block.top * factor : to.height - height - below * factor;
  const box = { left: block.left * factor, top, width: block.width * factor, height };
  return { blocks: [block], from: block, to: box, isPanel: false };
}

/** Groups adjacent blocks with a gap of less than `apart` along an axis. Groups are sorted by position. */
function groupsAlong(
  blocks: readonly Block[],
  apart: number,
  start: 'left' | 'top',
  length: 'width' | 'height',
): readonly (readonly Block[])[] {
  const groups: Block[][] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (const block of blocks.toSorted((one, other) => one[start] - other[start])) {
    const last = groups.at(-1);
    if (last !== undefined && block[start] < reach + apart) last.push(block);
    else groups.push([block]);
    reach = Math.max(reach, block[start] + block[length]);
  }
  return groups;
}

function clusterParts(cluster: readonly Block[], from: FrameSize, to: FrameSize): readonly BlockGroup[] {
  const together = groupPart(cluster, from, to);
  const isHardToRead =
    together.to.width < together.from.width * MIN_TEXT_FACTOR && cluster.some(({ layer }) => layer.name === 'text');
  const isHigh = (column: readonly Block[]) => boxAround(column).height >= from.height * MIN_COLUMN_HEIGHT;
  const columnsApart = (apart: number) => groupsAlong(cluster, apart, 'left', 'width');
  const distant = columnsApart(GROUP_DISTANCE.width * from.width);
  // Separate blocks that are close together only if their texts would become too small.
  const columns = distant.length === 1 && isHardToRead ? columnsApart(0) : distant;
  const isStacked = columns.length > 1 && columns.every(isHigh);
  const rows = isStacked ? stackedColumns(columns, from, to) : [];
  // Use rows only if their content becomes larger than in columns.
  const isLarger = rows.every((row) => row.isPanel || row.to.width / row.from.width > to.width / from.width);
  return isStacked && isLarger ? rows : [together];
}

/**
 * Arranges blocks as one group, as large as possible. It stays at the same edge or at the same fraction of the height.
 */
function groupPart(blocks: readonly Block[], from: FrameSize, to: FrameSize): BlockGroup {
  const box = boxAround(blocks);
  const narrowing = to.width / from.width;
  const [before, after] = [box.left, from.width - box.left - box.width];
  const margin = Math.min(to.width * 0.1, Math.max(to.width * 0.04, Math.min(before, after) * narrowing));
  const factor = Math.min(Math.sqrt(narrowing), (to.width - 2 * margin) / box.width);
  const [width, height] = [box.width * factor, box.height * factor];
  const isMiddle = Math.abs(before - after) < from.width * 0.1;
  const available = to.width - width - margin;
  const side = Math.max(margin, Math.min(available, Math.min(before, after) * narrowing));
  const left = isMiddle ? (to.width - width) / 2 : before < after ? side : to.width - width - side;
  return { blocks, from: box, to: { left, top: topOf(box, height, from, to), width, height }, isPanel: false };
}

function topOf(box: FrameRectangle, height: number, from: FrameSize, to: FrameSize): number {
  const above = box.top;
  const below = from.height - box.top - box.height;
  const factor = (to.width / from.width + to.height / from.height) / 2;
  const isLow = box.height < from.height / 2;
  if (isLow && above < from.height * EDGE_DISTANCE && below > above * 2) return above * factor;
  if (isLow && below < from.height * EDGE_DISTANCE && above > below * 2) return to.height - height - below * factor;
  return ((box.top + box.height / 2) / from.height) * to.height - height / 2;
}

/** Arranges columns as rows. */
function stackedColumns(columns: readonly (readonly Block[])[], from: FrameSize, to: FrameSize): readonly BlockGroup[] {
  const all = boxAround(columns.flat());
  const margin = to.width * MARGIN;
  const isWhole = all.height >= from.height * 0.7;
  const area = isWhole ? to.height : (all.height / from.height) * to.height;
  const start = isWhole ? 0 : ((all.top + all.height / 2) / from.height) * to.height - area / 2;
  const rows = columns
    .map((blocks) => ({ blocks, box: boxAround(blocks), isPanel: blocks.length === 1 && blocks.every(isPanel) }))
    .toSorted((one, other) => Number(hasPicture(other.blocks)) - Number(hasPicture(one.blocks)));
  const wide = to.width - 2 * margin;
  const others = rows.filter((row) => !row.isPanel);
  const panels = rows.length - others.length;
  const free = area - margin * (rows.length + 1);
  const heights = others.map(({ box }) => box.height * Math.min(1, wide / box.width));
  const sum = heights.reduce((total, height) => total + height, 0);
  // Reserve at least half of the space for pictures, even if texts are long.
  const shrink = Math.min(1, (panels > 0 ? free * 0.5 : free) / Math.max(1, sum));
  const panelHeight = panels === 0 ? 0 : Math.min((free - sum * shrink) / panels, to.width * 1.2);
  const used = sum * shrink + panelHeight * panels;
  const gap = Math.min(margin * 1.5, (area - used) / (rows.length + 1));
  let top = start + (area - used - gap * (rows.length - 1)) / 2;
  return rows.map(({ blocks, box, isPanel: fills }, at): BlockGroup => {
    const bleeds = fills && (box.left <= 2 || box.left + box.width >= from.width - 2);
    if (fills) {
      // Extend a picture that touches the side edges of the frame to the top edge.
      const rowTop = bleeds && at === 0 && isWhole ? 0 : top;
      const height = panelHeight + (top - rowTop);
      top = rowTop + height + gap;
      const inset = bleeds ? 0 : margin;
      return {
        blocks,
        from: box,
        to: { left: inset, top: rowTop, width: to.width - 2 * inset, height },
        isPanel: true,
      };
    }
    const factor = Math.min(1, wide / box.width) * shrink;
    const [width, height] = [box.width * factor, box.height * factor];
    const isText = blocks.some(({ layer }) => layer.name === 'text' && attributeValue(layer, 'xalign') !== 'center');
    const place = { left: isText ? margin : (to.width - width) / 2, top, width, height };
    top += height + gap;
    return { blocks, from: box, to: place, isPanel: false };
  });
}

/** Returns whether a block is a picture that fills its box, either alone or in a group of the same size. */
function isPanel({ layer }: Block): boolean {
  if (layer.name === 'image' || layer.name === 'video') return attributeValue(layer, 'fit') === 'cover';
  return (
    layer.name === 'group' &&
    hasPicture([{ layer }]) &&
    [...elementsOf(layer)].every((element) => element === layer || isShare(element))
  );
}

function isShare(element: ElementNode): boolean {
  return ['width', 'height', 'position', 'size', 'padding'].every((name) => {
    const written = attributeValue(element, name);
    return (
      written === undefined || written.split(/[\s,]+/).every((part) => part.endsWith('%') || pixelsWritten(part) === 0)
    );
  });
}

function hasPicture(blocks: readonly Pick<Block, 'layer'>[]): boolean {
  return blocks.some(
    ({ layer }) =>
      layer.name === 'image' ||
      layer.name === 'video' ||
      (layer.name === 'group' && layersOf(layer).some((inner) => inner.name === 'image' || inner.name === 'video')),
  );
}

/** Returns the vertical range between the bars at the edges. */
function freeHeight(bars: readonly BlockGroup[], frame: FrameSize): { readonly top: number; readonly bottom: number } {
  const isAbove = ({ to }: BlockGroup) => to.top + to.height / 2 < frame.height / 2;
  const top = Math.max(0, ...bars.filter(isAbove).map(({ to }) => to.top + to.height));
  const bottom = Math.min(frame.height, ...bars.filter((bar) => !isAbove(bar)).map(({ to }) => to.top));
  return { top, bottom };
}

/** Moves groups down, then up, until they do not overlap. Returns null if there is not enough space. */
function withoutOverlaps(
  parts: readonly BlockGroup[],
  free: { readonly top: number; readonly bottom: number },
  frame: FrameSize,
): readonly BlockGroup[] | null {
  const gap = frame.height * 0.02;
  const sorted = parts.toSorted((one, other) => one.to.top - other.to.top);
  const tops = sorted.map(({ to }) => to.top);
  let least = free.top;
  for (const [at, { to }] of sorted.entries()) {
    tops[at] = Math.max(tops[at] ?? 0, least);
    least = (tops[at] ?? 0) + to.height + gap;
  }
  let most = free.bottom;
  for (const [at, { to }] of [...sorted.entries()].toReversed()) {
    tops[at] = Math.min(tops[at] ?? 0, most - to.height);
    most = (tops[at] ?? 0) - gap;
  }
  if ((tops[0] ?? 0) < free.top - 1) return null;
  return sorted.map((part, at) => ({ ...part, to: { ...part.to, top: tops[at] ?? part.to.top } }));
}
