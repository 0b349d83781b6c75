import { type SceneOnTimeline, type SceneTimes, sceneOfIndex, scenesBetween } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { PlacedTransition, Timeline, TimelineScene } from '#shared/timeline/timeline.ts';
import { END_PADDING } from './timeline-view.ts';

/** Where a scene is drawn, in pixels from the beginning of the film. */
export interface ClipBox extends SceneOnTimeline {
  readonly left: number;
  readonly width: number;
}

/** Narrower clips are only painted: they can neither be read nor told apart by a pointer. */
export const LEAST_CLIP = 4;

/** What of the film is drawn, in pixels from its beginning. */
export interface PixelSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The scenes that lie in a stretch, in order; found by halving, so that it costs what is in sight. What is skipped takes
 * no time, and is none of them.
 */
export function clipsIn(timeline: SceneTimes, { from, to }: PixelSpan, pixelsPerFrame: number): readonly ClipBox[] {
  const boxes = scenesBetween(
    timeline,
    Math.max(0, Math.floor(from / pixelsPerFrame)),
    Math.ceil(to / pixelsPerFrame) + 1,
  );
  return boxes.filter(({ scene }) => scene.enabled).map((box) => clipBox(box, pixelsPerFrame));
}

/** Where one scene is drawn; null for one that is skipped. */
export function clipOf(timeline: SceneTimes, index: number, pixelsPerFrame: number): ClipBox | null {
  const place = sceneOfIndex(timeline, index);
  return place?.scene.enabled === true ? clipBox(place, pixelsPerFrame) : null;
}

/** From its own length: from its ends it would differ in the last digits wherever the scene lies. */
function clipBox(box: SceneOnTimeline, pixelsPerFrame: number): ClipBox {
  return { ...box, left: box.start * pixelsPerFrame, width: (box.end - box.start) * pixelsPerFrame };
}

/** From one end to the other, in pixels from the beginning of the film. */
interface DimmedSpan {
  readonly left: number;
  readonly right: number;
}

/** Where scenes lie that are not among those that were found, neighbours as one. */
export function spansWithout(boxes: readonly ClipBox[], found: ReadonlySet<NodeId>): readonly DimmedSpan[] {
  const segments: DimmedSpan[] = [];
  let isBehindOne = false;
  for (const { scene, left, width } of boxes) {
    const isFound = found.has(scene.id);
    const before = isBehindOne ? segments.pop() : undefined;
    if (before !== undefined && isFound) segments.push(before);
    if (!isFound) segments.push({ left: before?.left ?? left, right: left + width });
    isBehindOne = !isFound;
  }
  return segments;
}

/** What of a scene is at a point of the lanes. */
export interface ClipHit {
  readonly box: ClipBox;
  readonly zone: 'start' | 'end' | 'body';
}

/** Pixels of a handle inside of a clip. */
const HANDLE = 10;
/** Of a selected clip the handles reach so far out of it. */
const HANDLE_OUTSIDE = 12;
const UNSELECTED_EDGE = 6;

/**
 * The scene at `x`, in pixels from the beginning of the film, and whether one of its edges is meant: the handles of what
 * is selected reach over its neighbours.
 */
export function hitClip(boxes: readonly ClipBox[], x: number, selected: ReadonlySet<NodeId>): ClipHit | null {
  return handleAt(boxes, x, selected) ?? clipAt(boxes, x);
}

function handleAt(boxes: readonly ClipBox[], x: number, selected: ReadonlySet<NodeId>): ClipHit | null {
  let best: (ClipHit & { readonly distance: number }) | null = null;
  for (const box of boxes) {
    if (!selected.has(box.scene.id)) continue;
    const inside = insideWidth(box, HANDLE);
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

/** Half of a narrow clip stays its body, so that it can be moved. */
function insideWidth({ width }: ClipBox, requested: number): number {
  return Math.min(requested, width / 4);
}

/** Where a transition is drawn, in pixels from the beginning of the film. */
export interface TransitionBar extends PlacedTransition {
  /** Of the frames that show both scenes; no width where there is no time for it. */
  readonly left: number;
  readonly width: number;
  /** Where its chip begins, in the middle of those frames. */
  readonly chip: number;
}

/** Pixels of a chip, which can be pressed however short the transition is. */
export const CHIP = 20;

/** A cut between two scenes that are played, where a transition can be put. */
export interface OpenCut {
  /** Pixels from the beginning of the film. */
  readonly left: number;
  readonly outgoing: TimelineScene;
  readonly incoming: TimelineScene;
}

/** The cuts in a stretch that have no transition; those of scenes narrower than two chips are left out. */
export function openCutsIn(
  { scenes, transitions }: Pick<Timeline, 'scenes' | 'transitions'>,
  { from, to }: PixelSpan,
  pixelsPerFrame: number,
): readonly OpenCut[] {
  const joined = new Set(transitions.map(({ incoming }) => incoming));
  const isWide = ({ start, end }: TimelineScene) => (end - start) * pixelsPerFrame >= 2 * CHIP;
  const played = scenes.filter(({ scene }) => scene.enabled);
  return played.flatMap((incoming, at): readonly OpenCut[] => {
    const outgoing = played[at - 1];
    const left = incoming.start * pixelsPerFrame;
    if (outgoing === undefined || joined.has(incoming.index) || left < from || left > to) return [];
    return isWide(outgoing) && isWide(incoming) ? [{ left, outgoing, incoming }] : [];
  });
}

/**
 * The transitions that lie in a stretch, in order. Where chips would lie on one another only the first of them is there,
 * and those that are selected.
 */
export function transitionsIn(
  transitions: readonly PlacedTransition[],
  { from, to }: PixelSpan,
  pixelsPerFrame: number,
  selected: readonly NodeId[],
): readonly TransitionBar[] {
  const bars: TransitionBar[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const placed of transitions) {
    const left = placed.start * pixelsPerFrame;
    const width = placed.length * pixelsPerFrame;
    // At the film's beginning there is no room left of it.
    const chip = Math.max(0, left + (width - CHIP) / 2);
    if (Math.max(left + width, chip + CHIP) < from || Math.min(left, chip) > to) continue;
    if (chip < free && !selected.includes(placed.transition.id)) continue;
    free = Math.max(free, chip + CHIP);
    bars.push({ ...placed, left, width, chip });
  }
  return bars;
}

/** Skipped scenes that stand at one cut, side by side behind it. */
export interface SkippedRun {
  /** In frames of the film. */
  readonly cut: number;
  /** Pixels from the beginning of the film. */
  readonly left: number;
  /** Pixels from the cut to the first chip: below 0 where there is no room behind the film. */
  readonly shift: number;
  /** Pixels that the chips have. */
  readonly room: number;
  /** Pixels that one of them has at least. */
  readonly least: number;
  readonly places: readonly SceneOnTimeline[];
}

/** Pixels of a chip that shows its sign. */
const SIGN_WIDTH = 20;
/** Of chips that are narrower only the first is there: zooming parts them. */
const LEAST_WIDTH = 6;
/** Pixels between the cut and the first chip, and between one chip and the next. */
const CHIP_GAP = 4;
/** Pixels of a chip behind whose sign a name can be read. */
const NAME_WIDTH = 84;
/** Pixels behind the film that can be scrolled to. */
const BEHIND = END_PADDING - 8;

interface Scale {
  readonly pixelsPerFrame: number;
  /** Of the film. */
  readonly total: number;
}

/**
 * Where skipped scenes stand, those of a cut together. Where runs come closer than their chips need, each has what there
 * is, and those at the end of the film reach before their cut; `kept` stays however little that is.
 */
export function skippedRuns(
  places: readonly SceneOnTimeline[],
  { pixelsPerFrame, total }: Scale,
  kept: ReadonlySet<NodeId>,
): readonly SkippedRun[] {
  const runs = byCut(places, pixelsPerFrame, kept);
  const end = total * pixelsPerFrame + BEHIND;
  let behind = end;
  return runs
    .toReversed()
    .map(({ cut, places: all }, at): SkippedRun => {
      const left = cut * pixelsPerFrame;
      const before = runs[runs.length - 2 - at];
      const free =
        before === undefined ? 0 : before.cut * pixelsPerFrame + chipsWidth(SIGN_WIDTH, before.places.length);
      const requested = at === 0 ? end - chipsWidth(NAME_WIDTH, all.length) : left;
      const from = Math.min(left, Math.max(free, requested));
      const room = Math.max(LEAST_WIDTH, behind - from - CHIP_GAP);
      behind = from;
      const each = Math.min(SIGN_WIDTH, room / all.length - CHIP_GAP);
      const shown = each >= LEAST_WIDTH ? all : all.filter(({ scene }, place) => place === 0 || kept.has(scene.id));
      return { cut, left, shift: from - left, room, least: Math.max(LEAST_WIDTH, each), places: shown };
    })
    .toReversed();
}

function chipsWidth(each: number, count: number): number {
  return (each + CHIP_GAP) * count + CHIP_GAP;
}

interface Run {
  readonly cut: number;
  readonly places: readonly SceneOnTimeline[];
}

/** Runs that would lie on the one before them are left out. */
function byCut(places: readonly SceneOnTimeline[], pixelsPerFrame: number, kept: ReadonlySet<NodeId>): readonly Run[] {
  const runs: { readonly cut: number; readonly places: SceneOnTimeline[] }[] = [];
  let reach = Number.NEGATIVE_INFINITY;
  for (const place of places) {
    const last = runs.at(-1);
    const left = place.start * pixelsPerFrame;
    if (last?.cut === place.start) last.places.push(place);
    else if (left >= reach || kept.has(place.scene.id)) {
      runs.push({ cut: place.start, places: [place] });
      reach = left + LEAST_WIDTH;
    }
  }
  return runs;
}
