import { required } from '#shared/lib/assert.ts';
import type { FilmKeys } from '../../engine/plan/film-keys.ts';
import type { FilmPlanner } from '../../engine/plan/film-planner.ts';
import { abortable } from '../../waiting/abortable.ts';

/**
 * Records which film makes which parts, so that common parts are made once. The cache alone is not enough, because two
 * films that run at the same time would both make a part. Therefore a film waits while another film makes a part that
 * it needs. The rows of a batch wait for the first row, and an edited movie waits for the film of its earlier state.
 * Films whose common parts are complete do not wait.
 */
export interface PartClaims {
  /** Opens the claim of one film. Its disposal wakes the waiting films, whether the film succeeded or failed. */
  open(): PartClaim;
}

export interface PartClaim extends Disposable {
  /**
   * Waits until no other film makes any of these parts. A repeated call changes nothing. Rejects with the signal's
   * reason.
   */
  take(keys: Pick<FilmKeys, 'film' | 'all'>, signal: AbortSignal): Promise<void>;
  /** Records that all parts of the film are in the cache. */
  partsAreMade(): void;
  /** Records that the film is in the cache, in addition to its parts. */
  filmIsMade(): void;
}

/** A film that is being made. */
interface FilmInProgress {
  readonly keys: Pick<FilmKeys, 'film' | 'all'>;
  readonly lacking: Set<string>;
  /** Resolves when parts are complete or the film has ended. A new promise then replaces it. */
  changed: PromiseWithResolvers<void>;
}

/**
 * The maximum number of remembered keys, which take a few megabytes. Forgetting a key costs only an unnecessary wait.
 * If a remembered part was deleted from the cache, two films may encode it.
 */
const MAX_REMEMBERED = 50_000;

export function createPartClaims(): PartClaims {
  const running = new Set<FilmInProgress>();
  /** The keys of completed parts, least recently used first. */
  const made = new Set<string>();

  const remember = (keys: Iterable<string>): void => {
    for (const key of keys) {
      made.delete(key);
      made.add(key);
    }
    for (const key of made) {
      if (made.size <= MAX_REMEMBERED) break;
      made.delete(key);
    }
  };

  const wakeWaiting = (film: FilmInProgress): void => {
    film.changed.resolve();
    film.changed = Promise.withResolvers();
  };

  const markMade = (film: FilmInProgress | null, of: (keys: FilmInProgress['keys']) => readonly string[]): void => {
    const claimed = required(film, 'parts that were claimed');
    const keys = of(claimed.keys);
    remember(keys);
    for (const key of keys) claimed.lacking.delete(key);
    wakeWaiting(claimed);
  };

  return {
    open: () => {
      let inProgress: FilmInProgress | null = null;
      return {
        take: async (keys, signal) => {
          while (inProgress === null) {
            const missing = keys.all.filter((key) => !made.has(key));
            const other = [...running].find((film) => missing.some((key) => film.lacking.has(key)));
            if (other === undefined) {
              inProgress = { keys, lacking: new Set(missing), changed: Promise.withResolvers() };
              running.add(inProgress);
            } else await abortable(other.changed.promise, signal);
          }
        },
        partsAreMade: () => markMade(inProgress, ({ film, all }) => all.filter((key) => key !== film)),
        filmIsMade: () => markMade(inProgress, ({ all }) => all),
        [Symbol.dispose]: () => {
          if (inProgress === null) return;
          running.delete(inProgress);
          wakeWaiting(inProgress);
        },
      };
    },
  };
}

/** Returns a planner whose `plan` also waits until no other film makes any of the planned parts. */
export function claimingPlanner(planner: FilmPlanner, claim: PartClaim): FilmPlanner {
  return {
    sources: planner.sources,
    loudness: planner.loudness,
    drawings: planner.drawings,
    plan: async (query, signal) => {
      const planned = await planner.plan(query, signal);
      // Claim parts only for a film, because a measurement does not make them.
      if (planned.ok && query.isWhole !== true) await claim.take(planned.value.keys, signal);
      return planned;
    },
  };
}
