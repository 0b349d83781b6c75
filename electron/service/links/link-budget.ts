import { serviceLimits } from '#shared/contract/limits.ts';
import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../errors/service-error.ts';

/** Counts for how many different values each link that leaves some free was answered. */
export interface LinkBudget {
  /** Counts these values of the link, once. Throws `link/too-many` where there were too many others today. */
  spend(signature: string, wish: string): void;
}

interface Spent {
  readonly since: number;
  readonly wishes: Set<string>;
}

const DAY = 24 * 3600 * 1000;
/** Links that are counted at a time; each has a signature of ours, so that nobody can make more of them. */
const MOST_LINKS = 10_000;

/**
 * Makes a budget. It is kept in memory: a day ends early where the service is started again.
 * @param clock Milliseconds since 1970.
 */
export function createLinkBudget(
  clock: () => number,
  valuesADay: number = serviceLimits.filmLinks.valuesADay,
): LinkBudget {
  const links = new Map<string, Spent>();
  return {
    spend: (signature, wish) => {
      const now = clock();
      const before = links.get(signature);
      const spent =
        before !== undefined && now - before.since < DAY ? before : { since: now, wishes: new Set<string>() };
      if (spent.wishes.has(wish)) return;
      if (spent.wishes.size >= valuesADay)
        throw new ServiceError('link/too-many', statement('link/values-a-day', { most: valuesADay }));
      spent.wishes.add(wish);
      // A map keeps the order in which its keys came: the one that was used least recently is the first.
      links.delete(signature);
      links.set(signature, spent);
      const [oldest] = links.keys();
      if (links.size > MOST_LINKS && oldest !== undefined) links.delete(oldest);
    },
  };
}
