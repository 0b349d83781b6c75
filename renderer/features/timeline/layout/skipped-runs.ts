import type { SceneOnTimeline } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { END_ROOM } from './view.ts';

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
const BEHIND = END_ROOM - 8;

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
      const wanted = at === 0 ? end - chipsWidth(NAME_WIDTH, all.length) : left;
      const from = Math.min(left, Math.max(free, wanted));
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
