/** Points of a glyph, with all that it is made of: letters of brushes have some thousands. */
const MOST_POINTS = 20_000;
/** Glyphs in one another (OpenType, “maxp”, `maxComponentDepth`: fonts have one or two). */
const MOST_DEPTH = 16;

/** OpenType, “glyf”, flags of a part. */
const ARE_WORDS = 0x01;
const HAS_SCALE = 0x08;
const MORE = 0x20;
const HAS_TWO_SCALES = 0x40;
const HAS_MATRIX = 0x80;

/**
 * Whether outlines of TrueType lie where they say, and none is a part of itself or has more points than a letter has.
 * A font without them has others.
 */
export function glyphsAreSound(glyf: DataView | null, loca: DataView | null, format: number, glyphs: number): boolean {
  if (glyf === null || loca === null) return glyf === loca;
  if ((glyphs + 1) * (format === 0 ? 2 : 4) > loca.byteLength) return false;
  const placeOf = (glyph: number) => (format === 0 ? 2 * loca.getUint16(2 * glyph) : loca.getUint32(4 * glyph));
  /** Points of each, with those of its parts; 0 while it is not known, and below 0 while it is counted. */
  const points = new Int32Array(glyphs);
  const pointsOf = (glyph: number, depth: number): number => {
    // One that is not there is left out by whoever draws.
    if (glyph >= points.length) return 0;
    const known = points[glyph] ?? 0;
    if (known > 0) return known - 1;
    if (known < 0 || depth > MOST_DEPTH) return Number.POSITIVE_INFINITY;
    const [start, end] = [placeOf(glyph), placeOf(glyph + 1)];
    if (end < start || end > glyf.byteLength) return Number.POSITIVE_INFINITY;
    if (end - start < 10) return 0;
    points[glyph] = -1;
    const contours = glyf.getInt16(start);
    const all =
      contours >= 0
        ? plainPoints(glyf, start, contours)
        : partsOf(glyf, start).reduce(
            (sum, part) => (sum > MOST_POINTS ? sum : sum + 1 + pointsOf(part, depth + 1)),
            0,
          );
    points[glyph] = Math.min(all, MOST_POINTS + 1) + 1;
    return all;
  };
  for (let glyph = 0; glyph < points.length; glyph++) if (pointsOf(glyph, 0) > MOST_POINTS) return false;
  return true;
}

/** OpenType, “glyf”: the last point of the last contour says how many there are. */
function plainPoints(glyf: DataView, start: number, contours: number): number {
  return contours === 0 ? 0 : glyf.getUint16(start + 8 + 2 * contours) + 1;
}

function partsOf(glyf: DataView, start: number): readonly number[] {
  const parts: number[] = [];
  for (let at = start + 10; parts.length <= MOST_POINTS; ) {
    const flags = glyf.getUint16(at);
    parts.push(glyf.getUint16(at + 2));
    const scales = flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0;
    at += 4 + (flags & ARE_WORDS ? 4 : 2) + scales;
    if ((flags & MORE) === 0) break;
  }
  return parts;
}
