/** How many films are made side by side. */
export interface FilmsAtOnce {
  readonly most: number;
  /** So many have cores of their own, two each: what is made beyond them makes the others later. */
  readonly roomy: number;
}

/**
 * One film for every two cores, which it fills by itself, but two on any machine: while one is joined and checked,
 * which uses one core and waits for starts of programs, the scenes of the next are encoded. A batch of the command, on
 * two cores, took 1.5 s a film instead of 2.2 that way, and three at once gained nothing more (bench/README.md). Each
 * film has FFmpeg processes of its own; two films on two cores start as many for each core as four on eight.
 */
export function filmsAtOnce(cores: number): FilmsAtOnce {
  const roomy = Math.max(1, Math.floor(cores / 2));
  return { most: Math.max(2, roomy), roomy };
}

/**
 * Whether one more film would take cores from one that a person waits for: rows of a batch do not begin then. A single
 * film may begin beside anything, so that nobody waits until a long film of somebody else has ended.
 */
export function isCrowded(
  making: Iterable<{ readonly batch: unknown; readonly link?: unknown }>,
  { roomy }: FilmsAtOnce,
): boolean {
  const all = [...making];
  return all.length >= roomy && all.some(({ batch, link = null }) => batch === null && link === null);
}
