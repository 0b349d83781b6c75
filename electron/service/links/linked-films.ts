import { createHash } from 'node:crypto';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { ENGINE_VERSION } from '../engine/parts/part.ts';
import { ServiceError } from '../errors/service-error.ts';
import {
  type CheckedForm,
  type CheckedRender,
  filmValues,
  type RequestContext,
} from '../renders/accept/render-request.ts';
import type { RenderScheduler } from '../renders/queue/job-queue.ts';
import { findLinkedFilm, outdatedRenderOf, touchLinkedFilm } from '../renders/records/linked-films.ts';
import { findRender, type RenderRecord } from '../renders/records/render-record.ts';
import { storedFailure } from '../renders/records/stored-failure.ts';
import type { BlobDigest, Foundation, ProjectUid } from '../storage/ports.ts';
import { createLimiter } from '../waiting/limiter.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { checkLink } from './check-link.ts';
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
  readonly queue: Pick<RenderScheduler, 'accept' | 'cancel'>;
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
      const wish = filmInputOf(link, project);
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
      const known = keys.get(filmInputOf(link, project));
      return known === undefined ? null : present(known.key);
    },
    inTurn,
    count: (link, project) => {
      if (link.varies && link.signature !== null) budget.spend(link.signature, filmInputOf(link, project));
    },
    stop: () => subscription[Symbol.dispose](),
  };
}

/** Some at a time, and not too many that wait. */
function createTurns(): LinkedFilms['inTurn'] {
  const limiter = createLimiter(AT_ONCE);
  let waiting = 0;
  return async (signal, work) => {
    if (waiting >= MOST_WAITING) throw new ServiceError('link/too-many', message('link/busy'));
    waiting++;
    try {
      return await limiter.run(signal, work);
    } finally {
      waiting--;
    }
  };
}

/** Counts for how many different values each link that leaves some free was answered. */
export interface LinkBudget {
  /** Counts these values of the link, once. Throws `link/too-many` where there were too many others today. */
  spend(signature: string, wish: string): void;
}

interface Spent {
  readonly since: number;
  readonly wishes: Set<string>;
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;
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
        before !== undefined && now - before.since < DAY_MILLISECONDS
          ? before
          : { since: now, wishes: new Set<string>() };
      if (spent.wishes.has(wish)) return;
      if (spent.wishes.size >= valuesADay)
        throw new ServiceError('link/too-many', message('link/values-a-day', { most: valuesADay }));
      spent.wishes.add(wish);
      // A map keeps the order in which its keys came: the one that was used least recently is the first.
      links.delete(signature);
      links.set(signature, spent);
      const [oldest] = links.keys();
      if (links.size > MOST_LINKS && oldest !== undefined) links.delete(oldest);
    },
  };
}

/** Digest of what a link says: of its film, or of its picture. */
function filmInputOf(link: FilmLink, project: ProjectUid): string {
  const { movie, format, quality, moment, width, values } = link;
  return digestOf([project, nameKey(movie), format, quality, moment, width, sorted(values)]);
}

/**
 * Digest of what a film is made of: the template and its values as they were accepted, with those that the project's
 * brand gives, and the bytes of all assets that it shows. What is at addresses elsewhere does not count.
 */
function filmKey(checked: CheckedRender, project: ProjectUid): string {
  const { template, inputs, format, quality } = checked;
  const values = new Map(filmValues(checked));
  return digestOf([ENGINE_VERSION, project, template, sorted(values), sorted(inputs), format, quality]);
}

function sorted(entries: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
