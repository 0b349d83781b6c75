/** Pixels from an edge within which a drag scrolls. */
const ZONE = 40;
/** Pixels a second at the very edge and outside of it. */
const FASTEST = 1400;

/**
 * How fast the film goes by while a drag is at `x` of lanes this wide, in pixels a second; below zero to its beginning.
 */
export function autoscrollSpeed(x: number, width: number): number {
  const zone = Math.min(ZONE, width / 4);
  const before = zone - x;
  const behind = x - (width - zone);
  if (before > 0) return -FASTEST * Math.min(1, before / zone) ** 2;
  if (behind > 0) return FASTEST * Math.min(1, behind / zone) ** 2;
  return 0;
}
