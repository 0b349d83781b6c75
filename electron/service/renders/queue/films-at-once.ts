/** The number of films that are made at the same time. */
export interface FilmsAtOnce {
  readonly most: number;
  /** The number of films that get two cores each. Any additional film delays the others. */
  readonly roomy: number;
}

/**
 * Returns one film per two cores, which it keeps busy, and at least two: while one film is joined and verified, which
 * uses one core and waits for programs to start, the next one encodes. On two cores, a batch of the command took 1.5 s
 * per film instead of 2.2 s; three films gained nothing more (row *variants* of `bench/`). Each film has its FFmpeg
 * processes, so two films on two cores start as many per core as four on eight.
 */
export function filmsAtOnce(cores: number): FilmsAtOnce {
  const roomy = Math.max(1, Math.floor(cores / 2));
  return { most: Math.max(2, roomy), roomy };
}

/**
 * Checks whether another film would take cores from a single film, for which a user waits: then no row of a batch
 * starts. A single film can always start, so it never waits for a long film of another user.
 */
export function isCrowded(
  making: Iterable<{ readonly batch: unknown; readonly link?: unknown }>,
  { roomy }: FilmsAtOnce,
): boolean {
  const all = [...making];
  return all.length >= roomy && all.some(({ batch, link = null }) => batch === null && link === null);
}
