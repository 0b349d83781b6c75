export interface Face {
  /** The weights that the face supports, 1 to 1000. `least` and `most` differ only for variable fonts. */
  readonly weights: { readonly least: number; readonly most: number };
  readonly style: 'normal' | 'italic';
}

/**
 * Chooses the face of a family for a text (CSS Fonts 4, 5.2). Prefers faces in the requested style, and then the
 * nearest weight in the order of the specification. Chooses the last of equally good faces. Returns null for a family
 * without faces.
 */
export function chooseFace<Each extends Face>(
  faces: readonly Each[],
  weight: number,
  style: 'normal' | 'italic',
): Each | null {
  const inStyle = faces.filter((face) => face.style === style);
  const candidates = inStyle.length > 0 ? inStyle : faces;
  let best: { readonly face: Each; readonly rank: Rank } | null = null;
  for (const face of candidates) {
    const rank = rankOf(face, weight);
    if (best === null || !isBefore(best.rank, rank)) best = { face, rank };
  }
  return best?.face ?? null;
}

/** The search group of a weight and its distance within the group. Lower numbers are better. */
type Rank = readonly [group: number, distance: number];

function rankOf({ weights: { least, most } }: Face, weight: number): Rank {
  if (least <= weight && weight <= most) return [0, 0];
  const [isHeavier, distance] = least > weight ? [true, least - weight] : [false, weight - most];
  // For weights from 400 to 500, CSS first searches up to 500, then lighter weights, then heavier weights.
  if (weight >= 400 && weight <= 500) {
    if (isHeavier && least <= 500) return [1, distance];
    return [isHeavier ? 3 : 2, distance];
  }
  return [isHeavier === weight > 500 ? 1 : 2, distance];
}

function isBefore([group, distance]: Rank, [otherGroup, otherDistance]: Rank): boolean {
  return group < otherGroup || (group === otherGroup && distance < otherDistance);
}
