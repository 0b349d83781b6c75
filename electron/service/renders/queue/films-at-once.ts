/** The number of films that are made at the same time. */
export interface FilmsAtOnce {
  readonly most: number;
  /** The number of films that have two cores each. Every further film slows down the others. */
  readonly roomy: number;
}

/**
 * Returns one film per two cores, but at least two films. While one film is joined and verified, which uses one core
 * and waits for programs to start, the next one encodes. Measured on two cores: a batch took 1.5 s per film with two
 * films at the same time and 2.2 s with one; three films gained nothing more (row *variants* of `bench/`). Each film
 * has its own FFmpeg processes, so the number of processes per core is the same for two films on two cores and for four
 * on eight.
 */
export function filmsAtOnce(cores: number): FilmsAtOnce {
  const roomy = Math.max(1, Math.floor(cores / 2));
  return { most: Math.max(2, roomy), roomy };
}

/**
 * Checks whether another film would take cores from a single film, for which a user waits. In that case no row of a
 * batch starts. A single film can always start, so it never waits for a long film of another user.
 */
export function isCrowded(
  making: Iterable<{ readonly batch: unknown; readonly link?: unknown }>,
  { roomy }: FilmsAtOnce,
): boolean {
  const all = [...making];
  return all.length >= roomy && all.some(({ batch, link = null }) => batch === null && link === null);
}
