import { END_PADDING } from '#renderer/editor/timeline-view.ts';
import { type SceneOnTimeline, type SceneTimes, sceneOfIndex, scenesBetween } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { PlacedTransition, Timeline, TimelineScene } from '#shared/timeline/timeline.ts';

/** The horizontal position of a scene, in pixels from the first frame of the timeline. */
export interface ClipBox extends SceneOnTimeline {
  readonly left: number;
  readonly width: number;
}

/**
 * The width in pixels below which a scene is only painted and not interactive. Narrower scenes can be neither read nor
 * hit.
 */
export const MIN_CLIP_WIDTH = 4;

/** The visible part of the timeline, in pixels from its first frame. */
export interface PixelSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the scenes in the visible part, in order. Skipped scenes are omitted. A binary search limits the cost to the
 * number of visible scenes.
 */
export function clipsIn(timeline: SceneTimes, { from, to }: PixelSpan, pixelsPerFrame: number): readonly ClipBox[] {
  const boxes = scenesBetween(
    timeline,
    Math.max(0, Math.floor(from / pixelsPerFrame)),
    Math.ceil(to / pixelsPerFrame) + 1,
  );
  return boxes.filter(({ scene }) => scene.enabled).map((box) => clipBox(box, pixelsPerFrame));
}

/** Returns the horizontal position of a scene; null for a skipped scene. */
export function clipOf(timeline: SceneTimes, index: number, pixelsPerFrame: number): ClipBox | null {
  const place = sceneOfIndex(timeline, index);
  return place?.scene.enabled === true ? clipBox(place, pixelsPerFrame) : null;
}

/**
 * Returns the horizontal position of a scene. The width is computed from the duration, because the difference of two
 * rounded ends would vary with the position.
 */
function clipBox(box: SceneOnTimeline, pixelsPerFrame: number): ClipBox {
  return { ...box, left: box.start * pixelsPerFrame, width: (box.end - box.start) * pixelsPerFrame };
}

/** A dimmed region, in pixels from the first frame of the timeline. */
interface DimmedSpan {
  readonly left: number;
  readonly right: number;
}

/** Returns the dimmed regions: the scenes that are not in `highlighted`. Neighboring scenes share a region. */
export function spansWithout(boxes: readonly ClipBox[], highlighted: ReadonlySet<NodeId>): readonly DimmedSpan[] {
  const segments: DimmedSpan[] = [];
  let isAfterDimmed = false;
  for (const { scene, left, width } of boxes) {
    const isFound = highlighted.has(scene.id);
    const previous = isAfterDimmed ? segments.pop() : undefined;
    if (previous !== undefined && isFound) segments.push(previous);
    if (!isFound) segments.push({ left: previous?.left ?? left, right: left + width });
    isAfterDimmed = !isFound;
  }
  return segments;
}

/** The scene at a point of the lanes, with the handle or the body that the point hits. */
export interface ClipHit {
  readonly box: ClipBox;
  readonly zone: 'start' | 'end' | 'body';
}

/** The width in pixels of a handle inside a clip. */
const HANDLE_WIDTH = 10;
/** The width in pixels by which the handles of a selected clip extend beyond it. */
const HANDLE_OUTSIDE = 12;
const UNSELECTED_EDGE = 6;

/**
 * Returns the scene at `x` (in pixels from the first frame of the timeline), and its edge if the point hits a handle.
 * The handles of selected scenes extend over their neighbors.
 */
export function hitClip(boxes: readonly ClipBox[], x: number, selected: ReadonlySet<NodeId>): ClipHit | null {
  return handleAt(boxes, x, selected) ?? clipAt(boxes, x);
}

function handleAt(boxes: readonly ClipBox[], x: number, selected: ReadonlySet<NodeId>): ClipHit | null {
  let best: (ClipHit & { readonly distance: number }) | null = null;
  for (const box of boxes) {
    if (!selected.has(box.scene.id)) continue;
    const inside = insideWidth(box, HANDLE_WIDTH);
    for (const zone of ['end', 'start'] as const) {
      const outward = zone === 'end' ? x - (box.left + box.width) : box.left - x;
      const isIn = outward < HANDLE_OUTSIDE && outward >= -inside;
      if (isIn && (best === null || Math.abs(outward) < best.distance))
        best = { box, zone, distance: Math.abs(outward) };
    }
  }
  return best === null ? null : { box: best.box, zone: best.zone };
}

function clipAt(boxes: readonly ClipBox[], x: number): ClipHit | null {
  const box = boxes.find((each) => x >= each.left && x < each.left + each.width);
  if (box === undefined) return null;
  const inside = insideWidth(box, UNSELECTED_EDGE);
  if (x - box.left < inside) return { box, zone: 'start' };
  if (box.left + box.width - x <= inside) return { box, zone: 'end' };
  return { box, zone: 'body' };
}

/** Limits each handle of a narrow clip to a quarter of its width, so that half of it remains the body. */
function insideWidth({ width }: ClipBox, requested: number): number {
  return Math.min(requested, width / 4);
}

/** The horizontal position of a transition, in pixels from the first frame of the timeline. */
export interface TransitionBar extends PlacedTransition {
  /** The left edge of the frames at which both scenes are visible. `width` is 0 for a transition without frames. */
  readonly left: number;
  readonly width: number;
  /** The left edge of the chip, which is centered on these frames. */
  readonly chip: number;
}

/** The width of a chip in pixels. It does not depend on the duration, so that the chip can always be pressed. */
export const CHIP_WIDTH = 20;

/** A cut between two played scenes to which a transition can be added. */
export interface OpenCut {
  /** The position of the cut in pixels from the first frame of the timeline. */
  readonly left: number;
  readonly outgoing: TimelineScene;
  readonly incoming: TimelineScene;
}

/** Returns the visible cuts without a transition. Omits cuts beside a scene that is narrower than two chips. */
export function openCutsIn(
  { scenes, transitions }: Pick<Timeline, 'scenes' | 'transitions'>,
  { from, to }: PixelSpan,
  pixelsPerFrame: number,
): readonly OpenCut[] {
  const joined = new Set(transitions.map(({ incoming }) => incoming));
  const isWide = ({ start, end }: TimelineScene) => (end - start) * pixelsPerFrame >= 2 * CHIP_WIDTH;
  const played = scenes.filter(({ scene }) => scene.enabled);
  return played.flatMap((incoming, at): readonly OpenCut[] => {
    const outgoing = played[at - 1];
    const left = incoming.start * pixelsPerFrame;
    if (outgoing === undefined || joined.has(incoming.index) || left < from || left > to) return [];
    return isWide(outgoing) && isWide(incoming) ? [{ left, outgoing, incoming }] : [];
  });
}

/**
 * Returns the visible transitions, in order. If chips overlap, only the first chip and the selected ones are included.
 */
export function transitionsIn(
  transitions: readonly PlacedTransition[],
  { from, to }: PixelSpan,
  pixelsPerFrame: number,
  selected: readonly NodeId[],
): readonly TransitionBar[] {
  const bars: TransitionBar[] = [];
  let nextFreeX = Number.NEGATIVE_INFINITY;
  for (const placed of transitions) {
    const left = placed.start * pixelsPerFrame;
    const width = placed.length * pixelsPerFrame;
    // Near the first frame, the chip is clamped to the start of the timeline.
    const chip = Math.max(0, left + (width - CHIP_WIDTH) / 2);
    if (Math.max(left + width, chip + CHIP_WIDTH) < from || Math.min(left, chip) > to) continue;
    if (chip < nextFreeX && !selected.includes(placed.transition.id)) continue;
    nextFreeX = Math.max(nextFreeX, chip + CHIP_WIDTH);
    bars.push({ ...placed, left, width, chip });
  }
  return bars;
}

/** The skipped scenes at the same cut. Their chips are side by side, starting at the cut. */
export interface SkippedRun {
  /** The cut in frames of the timeline. */
  readonly cut: number;
  /** The position of the cut in pixels from the first frame of the timeline. */
  readonly left: number;
  /**
   * The distance in pixels from the cut to the first chip. It is negative if the space after the end of the timeline is
   * too small for the chips.
   */
  readonly shift: number;
  /** The width of the space for all chips in pixels. */
  readonly availableWidth: number;
  /** The minimum width of a chip in pixels. */
  readonly minChipWidth: number;
  readonly places: readonly SceneOnTimeline[];
}

/** The width in pixels of a chip that shows only its icon. */
const ICON_CHIP_WIDTH = 20;
/** The width in pixels below which only the first chip is shown. Zooming in makes the others visible. */
const MIN_CHIP_WIDTH = 6;
/** The gap in pixels between the cut and the first chip, and between chips. */
const CHIP_GAP = 4;
/** The width in pixels of a chip that shows its icon and its name. */
const NAMED_CHIP_WIDTH = 84;
/** The width in pixels of the space after the timeline that can be scrolled into view. */
const SPACE_AFTER_END = END_PADDING - 8;

interface Scale {
  readonly pixelsPerFrame: number;
  /** The length of the timeline in frames. */
  readonly total: number;
  /** The width of the lanes in pixels. Chips of a shorter timeline can use it; 0 if absent. */
  readonly width?: number;
}

/**
 * Returns the chips of skipped scenes, grouped by cut. If space is scarce, the chips become narrower. At the end of the
 * timeline, they extend to the left of their cut. The chips in `alwaysShown` are always visible.
 */
export function skippedRuns(
  places: readonly SceneOnTimeline[],
  { pixelsPerFrame, total, width = 0 }: Scale,
  alwaysShown: ReadonlySet<NodeId>,
): readonly SkippedRun[] {
  const runs = byCut(places, pixelsPerFrame, alwaysShown);
  const end = Math.max(width, total * pixelsPerFrame + SPACE_AFTER_END);
  let nextStart = end;
  return runs
    .toReversed()
    .map(({ cut, places: all }, at): SkippedRun => {
      const left = cut * pixelsPerFrame;
      const before = runs[runs.length - 2 - at];
      const minStart =
        before === undefined ? 0 : before.cut * pixelsPerFrame + chipsWidth(ICON_CHIP_WIDTH, before.places.length);
      const requested = at === 0 ? end - chipsWidth(NAMED_CHIP_WIDTH, all.length) : left;
      const from = Math.min(left, Math.max(minStart, requested));
      const room = Math.max(MIN_CHIP_WIDTH, nextStart - from - CHIP_GAP);
      nextStart = from;
      const chipWidth = Math.min(ICON_CHIP_WIDTH, room / all.length - CHIP_GAP);
      const shown =
        chipWidth >= MIN_CHIP_WIDTH ? all : all.filter(({ scene }, place) => place === 0 || alwaysShown.has(scene.id));
      return {
        cut,
        left,
        shift: from - left,
        availableWidth: room,
        minChipWidth: Math.max(MIN_CHIP_WIDTH, chipWidth),
        places: shown,
      };
    })
    .toReversed();
}

function chipsWidth(chipWidth: number, count: number): number {
  return (chipWidth + CHIP_GAP) * count + CHIP_GAP;
}

interface Run {
  readonly cut: number;
  readonly places: readonly SceneOnTimeline[];
}

/**
 * Groups the chips by cut. A group that would overlap the previous one is omitted, unless one of its scenes is in
 * `alwaysShown`.
 */
function byCut(
  places: readonly SceneOnTimeline[],
  pixelsPerFrame: number,
  alwaysShown: ReadonlySet<NodeId>,
): readonly Run[] {
  const runs: { readonly cut: number; readonly places: SceneOnTimeline[] }[] = [];
  let previousEnd = Number.NEGATIVE_INFINITY;
  for (const place of places) {
    const last = runs.at(-1);
    const left = place.start * pixelsPerFrame;
    if (last?.cut === place.start) last.places.push(place);
    else if (left >= previousEnd || alwaysShown.has(place.scene.id)) {
      runs.push({ cut: place.start, places: [place] });
      previousEnd = left + MIN_CHIP_WIDTH;
    }
  }
  return runs;
}
