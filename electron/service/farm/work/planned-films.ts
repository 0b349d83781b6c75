import { createHash } from 'node:crypto';
import type { PlannedFilm } from '../../render/plan/film-planner.ts';
import { createSharedWork } from '../../waiting/shared-work.ts';
import type { FilmOrder } from '../orders/orders.ts';

/** The plans of the films that parts were ordered of last. */
export interface PlannedFilms {
  /** The plan of that name, made once for all who ask. */
  find(name: string, signal: AbortSignal, plan: (signal: AbortSignal) => Promise<PlannedFilm>): Promise<PlannedFilm>;
  /** Remembers a plan that was made otherwise. */
  keep(name: string, planned: PlannedFilm): void;
}

/** A long film's plan takes some tens of megabytes. */
const REMEMBERED = 4;

export function createPlannedFilms(): PlannedFilms {
  /** Least recently used first. */
  const known = new Map<string, PlannedFilm>();
  const planning = createSharedWork<PlannedFilm>();
  const keep = (name: string, planned: PlannedFilm): void => {
    known.delete(name);
    known.set(name, planned);
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break;
      known.delete(oldest);
    }
  };
  return {
    keep,
    find: async (name, signal, plan) => {
      const planned = known.get(name) ?? (await planning.run(name, signal, plan));
      keep(name, planned);
      return planned;
    },
  };
}

/** A name of everything that decides a plan. */
export function planName(
  { template, variables, range, format, quality, hardware }: FilmOrder,
  question: string,
  toolsVersion: string,
): string {
  const decides = [template, variables, range, format, quality, hardware, question, toolsVersion];
  return createHash('sha256').update(JSON.stringify(decides)).digest('hex');
}
