/** A scene of a choice, as far as it matters for which of them is played. */
export interface Candidate {
  readonly enabled: boolean;
  /** Null for a scene without `case`, which is played where none of the others fits. */
  readonly cases: readonly string[] | null;
}

/** The place of the scene that a choice plays for a value; null for none. */
export function chosenScene(candidates: readonly Candidate[], value: string): number | null {
  const fitting = candidates.findIndex(({ enabled, cases }) => enabled && cases?.includes(value) === true);
  if (fitting >= 0) return fitting;
  const usual = candidates.findIndex(({ enabled, cases }) => enabled && cases === null);
  return usual >= 0 ? usual : null;
}

/** The cases that never choose their scene, because an earlier one has them: the place, and the value or null for the default. */
export function unreachableCases(
  candidates: readonly Candidate[],
): readonly { readonly index: number; readonly value: string | null }[] {
  const taken = new Set<string | null>();
  return candidates.flatMap(({ enabled, cases }, index) => {
    if (!enabled) return [];
    const values: readonly (string | null)[] = cases === null ? [null] : [...new Set(cases)];
    const lost = values.filter((value) => taken.has(value));
    for (const value of values) taken.add(value);
    return lost.map((value) => ({ index, value }));
  });
}
