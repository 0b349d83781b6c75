/** The heights of the ruler and of the lanes around that of the scenes. */
export const RULER_HEIGHT = 28;
/** Of what takes no time in the film; there only while there is some. */
const SKIPPED_HEIGHT = 20;
export const LANES_BOTTOM = 4;
/** Above and below the ruler and the lanes: tools and overview. */
const AROUND = 36 + 24;

/** What the heights follow from. */
export interface LanesInput {
  /** Pixels that all rows together need. */
  readonly wanted: number;
  readonly isWide: boolean;
  /** Whether a scene is open: then its rows say what is heard in it, and the scenes need less. */
  readonly isOpen: boolean;
  /** Whether there are scenes that take no time, which have a lane above the others. */
  readonly hasSkipped: boolean;
}

/** Heights of what lies below the ruler, from the top. */
export interface LaneHeights {
  readonly skipped: number;
  readonly scenes: number;
  readonly rows: number;
}

/** Pixels that scenes have at least while there are rows below them. */
function leastScenes({ isWide, isOpen }: LanesInput): number {
  return isWide ? 120 : isOpen ? 64 : 104;
}

/** How the height of the ruler and all lanes is shared: the rows get what they need, and scroll where that is too much. */
export function laneHeights(height: number, input: LanesInput): LaneHeights {
  const skipped = skippedHeight(input);
  const free = Math.max(0, height - RULER_HEIGHT - skipped - LANES_BOTTOM);
  const rows = Math.min(input.wanted, Math.max(0, free - leastScenes(input)));
  return { skipped, scenes: free - rows, rows };
}

function skippedHeight({ hasSkipped }: LanesInput): number {
  return hasSkipped ? SKIPPED_HEIGHT : 0;
}

/** Pixels of the timeline in which all rows are seen; 0 where there are none, and it may be as low as it is. */
export function wantedHeight(input: LanesInput): number {
  if (input.wanted === 0) return 0;
  return AROUND + RULER_HEIGHT + skippedHeight(input) + LANES_BOTTOM + leastScenes(input) + input.wanted;
}
