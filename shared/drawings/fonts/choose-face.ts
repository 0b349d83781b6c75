/** A font of a family, and which of its faces it is. */
export interface Face {
  /** The weights it can be drawn in, 1 to 1000; the two are the same but of variable fonts. */
  readonly weights: { readonly least: number; readonly most: number };
  readonly style: 'normal' | 'italic';
}

/**
 * The face of a family for a text (CSS Fonts 4, 5.2): of those in its style, else of the others, the one whose weight is
 * nearest in the order that the rule says. Of equal ones the last, which replaces those before it. Null of a family without faces.
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

/** Which group of weights is looked through, and how far away in it. */
type Rank = readonly [group: number, distance: number];

function rankOf({ weights: { least, most } }: Face, weight: number): Rank {
  if (least <= weight && weight <= most) return [0, 0];
  const [isHeavier, distance] = least > weight ? [true, least - weight] : [false, weight - most];
  // From 400 to 500 first those up to 500, then lighter ones, then heavier ones.
  if (weight >= 400 && weight <= 500) {
    if (isHeavier && least <= 500) return [1, distance];
    return [isHeavier ? 3 : 2, distance];
  }
  return [isHeavier === weight > 500 ? 1 : 2, distance];
}

function isBefore([group, distance]: Rank, [otherGroup, otherDistance]: Rank): boolean {
  return group < otherGroup || (group === otherGroup && distance < otherDistance);
}
