import { serviceLimits } from '#shared/contract/limits.ts';
import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { CheckedForm, RequestContext } from '../jobs/accept/render-request.ts';
import type { JobQueue } from '../jobs/queue/job-queue.ts';
import { findLinkedFilm, outdatedRenderOf, touchLinkedFilm } from '../jobs/records/linked-films.ts';
import { findRender, type RenderRecord } from '../jobs/records/render-record.ts';
import { storedFailure } from '../jobs/records/stored-failure.ts';
import type { BlobDigest, Foundation, ProjectUid } from '../storage/ports.ts';
import { createLimiter } from '../waiting/limiter.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { checkLink } from './check-link.ts';
import { filmKey, wishOf } from './film-key.ts';
import { createLinkBudget } from './link-budget.ts';
import type { FilmLink } from './read-link.ts';

/** The film of a link: there, or being made. */
export type AskedFilm =
  | { readonly kind: 'ready'; readonly sha256: BlobDigest; readonly bytes: number; readonly madeAt: number }
  | { readonly kind: 'making'; readonly render: RenderRecord };

/** Films that are made because somebody opened their address. */
export interface LinkedFilms {
  /**
   * The film that a link means, of the project as it is now. One that is not there is begun, once for all who ask, and
   * goes on when they have gone. Throws what `checkLink` throws, `link/too-many`, and why the film failed before.
   */
  ask(
    link: FilmLink,
    from: { readonly project: ProjectUid; readonly origin: string },
    signal: AbortSignal,
  ): Promise<AskedFilm>;
  /** As {@link ask} for a film that may have been finished meanwhile; begins nothing. */
  again(link: FilmLink, project: ProjectUid): AskedFilm | null;
  /** Runs work for somebody who shows a link when there is room for it. Throws `link/too-many`. */
  inTurn<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
  /** Counts a link that leaves values free. Throws `link/too-many`. */
  count(link: FilmLink, project: ProjectUid): void;
  stop(): void;
}

export interface LinkedFilmOptions {
  readonly foundation: Foundation;
  readonly queue: Pick<JobQueue, 'accept' | 'cancel'>;
  readonly requests: RequestContext;
}

/** Links that are looked at, and pictures that are made, side by side; and those that run or wait for it. */
const AT_ONCE = 2;
const MOST_WAITING = 32;
const MOST_KEYS = 1000;
/** How long it is believed which film a link means: for the many requests of a player, which reads it in pieces. */
const KEY_MILLISECONDS = 60_000;
/** How often a use is written down. */
const TOUCH_MILLISECONDS = 60_000;
/** Events that change nothing that a film is made of. */
const UNRELATED = /^(?:render|batch|media|upload|editing)\.|^project\.opened$/;

export function createLinkedFilms({ foundation, queue, requests }: LinkedFilmOptions): LinkedFilms {
  const { database, events, clock } = foundation;
  const inTurn = createTurns();
  // Looking at a link does not wait for pictures, which take longer.
  const checkInTurn = createTurns();
  const checks = createSharedWork<CheckedForm>();
  const budget = createLinkBudget(clock);
  // What a link means changes with templates, assets and whatever else a project has: each change is told.
  const keys = new Map<string, { readonly key: string; readonly at: number }>();
  let epoch = 0;
  const subscription = events.subscribe(({ type }) => {
    if (UNRELATED.test(type)) return;
    epoch++;
    keys.clear();
  });

  const check = (link: FilmLink, wish: string, project: ProjectUid, signal: AbortSignal) =>
    checks.run(`${epoch} ${wish}`, signal, async (shared) => {
      const begun = epoch;
      const checked = await checkInTurn(shared, () => checkLink(link, project, requests, shared));
      if (begun === epoch) remember(wish, filmKey(checked, project));
      return checked;
    });
  const remember = (wish: string, key: string): void => {
    keys.delete(wish);
    keys.set(wish, { key, at: clock() });
    const [oldest] = keys.keys();
    if (keys.size > MOST_KEYS && oldest !== undefined) keys.delete(oldest);
  };

  /** What there is of a film; throws why it failed, for a while. */
  const present = (key: string): AskedFilm | null => {
    const linked = findLinkedFilm(database, key);
    if (linked === null) return null;
    if (linked.film !== null) {
      note(key, linked.usedAt);
      return { kind: 'ready', ...linked.film };
    }
    const render = linked.render === null ? null : findRender(database, linked.render);
    if (render === null) return null;
    if (render.endedAt === null) return { kind: 'making', render };
    if (clock() - render.endedAt > serviceLimits.filmLinks.failureMinutes * 60_000) return null;
    throw render.state === 'failed' ? storedFailure(render) : new ServiceError('render/cancelled');
  };
  const note = (key: string, usedAt: number): void => {
    if (clock() - usedAt < TOUCH_MILLISECONDS) return;
    try {
      touchLinkedFilm(database, key, clock());
    } catch (error) {
      // A disk that is full keeps nobody from a film that is there.
      if (!(error instanceof ServiceError)) throw error;
    }
  };

  return {
    ask: async (link, { project, origin }, signal) => {
      const wish = wishOf(link, project);
      const known = keys.get(wish);
      const isFresh = known !== undefined && clock() - known.at < KEY_MILLISECONDS;
      const before = isFresh ? present(known.key) : null;
      if (before !== null) return before;
      const checked = await check(link, wish, project, signal);
      const key = filmKey(checked, project);
      const there = present(key);
      if (there !== null) return there;
      await database.freeToWrite();
      const name = { key, wish };
      const outdated = outdatedRenderOf(database, name, project);
      if (outdated !== null) await queue.cancel(outdated);
      const render = await queue.accept(checked, { project, origin, link: name });
      return { kind: 'making', render };
    },
    again: (link, project) => {
      const known = keys.get(wishOf(link, project));
      return known === undefined ? null : present(known.key);
    },
    inTurn,
    count: (link, project) => {
      if (link.varies && link.signature !== null) budget.spend(link.signature, wishOf(link, project));
    },
    stop: () => subscription[Symbol.dispose](),
  };
}

/** Some at a time, and not too many that wait. */
function createTurns(): LinkedFilms['inTurn'] {
  const limiter = createLimiter(AT_ONCE);
  let waiting = 0;
  return async (signal, work) => {
    if (waiting >= MOST_WAITING) throw new ServiceError('link/too-many', statement('link/busy'));
    waiting++;
    try {
      return await limiter.run(signal, work);
    } finally {
      waiting--;
    }
  };
}
