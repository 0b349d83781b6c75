import { required } from '#shared/lib/assert.ts';
import type { FilmKeys } from '../../engine/plan/film-keys.ts';
import type { FilmPlanner } from '../../engine/plan/film-planner.ts';
import { abortable } from '../../waiting/abortable.ts';

/**
 * Which film makes which parts. What films have in common is made once, because the second finds what the first has
 * kept; of two that are made side by side both would make it. So a film waits as long as another makes something that
 * it shows too: the rows of a batch for the first of them, a movie that was edited for the film that is made of it as
 * it was. Rows that have only what is there in common do not wait.
 */
export interface PartClaims {
  /** For one film. Disposing it, however the film ended, lets those go on that wait for it. */
  open(): PartClaim;
}

export interface PartClaim extends Disposable {
  /** Waits until nobody else makes any of these. Asking again changes nothing. Rejects with the signal's reason. */
  take(keys: Pick<FilmKeys, 'film' | 'all'>, signal: AbortSignal): Promise<void>;
  /** All is kept that the film is joined of. */
  partsAreMade(): void;
  /** The film is kept too. */
  filmIsMade(): void;
}

/** A film that is being made. */
interface FilmInProgress {
  readonly keys: Pick<FilmKeys, 'film' | 'all'>;
  readonly lacking: Set<string>;
  /** Settles when less lacks, or the film has ended; then there is another. */
  changed: PromiseWithResolvers<void>;
}

/**
 * Keys: some megabytes' worth. What is forgotten, or was removed since, only costs that a film waits in vain, or makes
 * it anew.
 */
const REMEMBERED = 50_000;

export function createPartClaims(): PartClaims {
  const makers = new Set<FilmInProgress>();
  /** Least recently used first. */
  const made = new Set<string>();

  const remember = (keys: Iterable<string>): void => {
    for (const key of keys) {
      made.delete(key);
      made.add(key);
    }
    for (const key of made) {
      if (made.size <= REMEMBERED) break;
      made.delete(key);
    }
  };

  const tell = (maker: FilmInProgress): void => {
    maker.changed.resolve();
    maker.changed = Promise.withResolvers();
  };

  const isMade = (maker: FilmInProgress | null, of: (keys: FilmInProgress['keys']) => readonly string[]): void => {
    const held = required(maker, 'parts that were claimed');
    const keys = of(held.keys);
    remember(keys);
    for (const key of keys) held.lacking.delete(key);
    tell(held);
  };

  return {
    open: () => {
      let mine: FilmInProgress | null = null;
      return {
        take: async (keys, signal) => {
          while (mine === null) {
            const lacking = keys.all.filter((key) => !made.has(key));
            const other = [...makers].find((maker) => lacking.some((key) => maker.lacking.has(key)));
            if (other === undefined) {
              mine = { keys, lacking: new Set(lacking), changed: Promise.withResolvers() };
              makers.add(mine);
            } else await abortable(other.changed.promise, signal);
          }
        },
        partsAreMade: () => isMade(mine, ({ film, all }) => all.filter((key) => key !== film)),
        filmIsMade: () => isMade(mine, ({ all }) => all),
        [Symbol.dispose]: () => {
          if (mine === null) return;
          makers.delete(mine);
          tell(mine);
        },
      };
    },
  };
}

/** Once it is known what the film is made of, it waits until nobody else makes any of it. */
export function claiming(planner: FilmPlanner, claim: PartClaim): FilmPlanner {
  return {
    sources: planner.sources,
    drawings: planner.drawings,
    plan: async (question, signal) => {
      const planned = await planner.plan(question, signal);
      if (planned.ok) await claim.take(planned.value.keys, signal);
      return planned;
    },
  };
}
