import { createHash } from 'node:crypto';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { ENGINE_VERSION } from '../engine/parts/part.ts';
import { ServiceError } from '../errors/service-error.ts';
import { filmValues, type RequestedValues } from '../renders/accept/film-values.ts';
import type { CheckedForm, CheckedRender, RequestContext } from '../renders/accept/render-request.ts';
import type { RenderScheduler } from '../renders/queue/render-scheduler.ts';
import { findLinkedFilm, outdatedRenderOf, touchLinkedFilm } from '../renders/records/linked-films.ts';
import { findRender, type RenderId, type RenderRecord } from '../renders/records/render-record.ts';
import { storedFailure } from '../renders/records/stored-failure.ts';
import type { BlobDigest, Foundation, ProjectUid } from '../storage/ports.ts';
import { createLimiter } from '../waiting/limiter.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { checkLink } from './check-link.ts';
import type { FilmLink } from './read-link.ts';

/** The film of a link, which is ready or being made. */
export type RequestedFilm =
  | { readonly kind: 'ready'; readonly sha256: BlobDigest; readonly bytes: number; readonly madeAt: number }
  | { readonly kind: 'making'; readonly render: RenderRecord };

/** The films of links, which are found or started. */
export interface LinkedFilms {
  /**
   * Returns the film of a link for the present state of the project. Starts a missing film once for all callers. The
   * film continues even if they leave. Throws the errors of `checkLink`, `link/too-many`, and the reason of an earlier
   * failure.
   */
  ask(
    link: FilmLink,
    from: { readonly project: ProjectUid; readonly origin: string },
    signal: AbortSignal,
  ): Promise<RequestedFilm>;
  /**
   * Returns the film or its render, as {@link ask} does, if the link was requested recently; null otherwise. Never
   * starts a film.
   */
  again(link: FilmLink, project: ProjectUid): RequestedFilm | null;
  /**
   * Returns the render that makes the film or has failed to make it, if the link was requested recently; null
   * otherwise.
   */
  renderOf(link: FilmLink, project: ProjectUid): RenderId | null;
  /** Runs work for a caller who has only a link. Waits until there is capacity. Throws `link/too-many`. */
  inTurn<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
  /** Counts a use of a link with free values. Throws `link/too-many`. */
  count(link: FilmLink, project: ProjectUid): void;
  stop(): void;
}

export interface LinkedFilmOptions {
  readonly foundation: Foundation;
  readonly queue: Pick<RenderScheduler, 'accept' | 'cancel'>;
  readonly requests: RequestContext;
}

/** The maximum numbers of running and of waiting callers. They apply separately to checks of links and to pictures. */
const MAX_RUNNING = 2;
const MAX_WAITING = 32;
const MAX_KEYS = 1000;
/**
 * The time in milliseconds for which the key of a link's film is cached, because a player reads a film with many
 * requests.
 */
const KEY_MILLISECONDS = 60_000;
/** The minimum time between two records of a use, in milliseconds. */
const TOUCH_MILLISECONDS = 60_000;
/** The types of events that never change the content of a film. */
const UNRELATED = /^(?:render|batch|table|media|upload|editing)\.|^project\.opened$/;

export function createLinkedFilms({ foundation, queue, requests }: LinkedFilmOptions): LinkedFilms {
  const { database, events, clock } = foundation;
  const inTurn = createCallerQueue();
  // Limit checks of links separately, so that they do not wait for pictures, which take longer.
  const checkInTurn = createCallerQueue();
  const checks = createSharedWork<CheckedForm>();
  const budget = createLinkBudget(clock);
  // Clear the cached keys at each event that can change the content of a film: a change of templates, assets, or other
  // content of the project.
  const keys = new Map<string, { readonly key: string; readonly at: number }>();
  let epoch = 0;
  const subscription = events.subscribe(({ type }) => {
    if (UNRELATED.test(type)) return;
    epoch++;
    keys.clear();
  });

  const check = (link: FilmLink, request: string, project: ProjectUid, signal: AbortSignal) =>
    checks.run(`${epoch} ${request}`, signal, async (shared) => {
      const startEpoch = epoch;
      const checked = await checkInTurn(shared, () => checkLink(link, project, requests, shared));
      if (startEpoch === epoch) remember(request, filmKey(checked, project));
      return checked;
    });
  const remember = (request: string, key: string): void => {
    keys.delete(request);
    keys.set(request, { key, at: clock() });
    const [oldest] = keys.keys();
    if (keys.size > MAX_KEYS && oldest !== undefined) keys.delete(oldest);
  };

  /** Returns the present film; null if it must be made. Throws the reason of a recent failure. */
  const currentFilm = (key: string): RequestedFilm | null => {
    const linked = findLinkedFilm(database, key);
    if (linked === null) return null;
    if (linked.film !== null) {
      recordUse(key, linked.usedAt);
      return { kind: 'ready', ...linked.film };
    }
    const render = linked.render === null ? null : findRender(database, linked.render);
    if (render === null) return null;
    if (render.endedAt === null) return { kind: 'making', render };
    if (clock() - render.endedAt > serviceLimits.filmLinks.failureMinutes * 60_000) return null;
    throw render.state === 'failed' ? storedFailure(render) : new ServiceError('render/cancelled');
  };
  const recordUse = (key: string, usedAt: number): void => {
    if (clock() - usedAt < TOUCH_MILLISECONDS) return;
    try {
      touchLinkedFilm(database, key, clock());
    } catch (error) {
      // Ignore a full disk, which must not prevent downloads of existing films.
      if (!(error instanceof ServiceError)) throw error;
    }
  };

  return {
    ask: async (link, { project, origin }, signal) => {
      const request = requestDigest(link, project);
      const cached = keys.get(request);
      const isFresh = cached !== undefined && clock() - cached.at < KEY_MILLISECONDS;
      const cachedFilm = isFresh ? currentFilm(cached.key) : null;
      if (cachedFilm !== null) return cachedFilm;
      const checked = await check(link, request, project, signal);
      const key = filmKey(checked, project);
      const existing = currentFilm(key);
      if (existing !== null) return existing;
      await database.waitForWriteLock();
      const name = { key, link: request };
      const outdated = outdatedRenderOf(database, name, project);
      if (outdated !== null) await queue.cancel(outdated);
      const render = await queue.accept(checked, { project, origin, link: name });
      return { kind: 'making', render };
    },
    again: (link, project) => {
      const cached = keys.get(requestDigest(link, project));
      return cached === undefined ? null : currentFilm(cached.key);
    },
    renderOf: (link, project) => {
      const cached = keys.get(requestDigest(link, project));
      return cached === undefined ? null : (findLinkedFilm(database, cached.key)?.render ?? null);
    },
    inTurn,
    count: (link, project) => {
      if (link.varies && link.signature !== null) budget.spend(link.signature, requestDigest(link, project));
    },
    stop: () => subscription[Symbol.dispose](),
  };
}

/** Creates a queue that limits the number of callers that run and of callers that wait. */
function createCallerQueue(): LinkedFilms['inTurn'] {
  const limiter = createLimiter(MAX_RUNNING);
  let waiting = 0;
  return async (signal, work) => {
    if (waiting >= MAX_WAITING) throw new ServiceError('link/too-many', message('link/busy'));
    waiting++;
    try {
      return await limiter.run(signal, work);
    } finally {
      waiting--;
    }
  };
}

/** The numbers of different values with which each link with free values was requested within 24 hours. */
export interface LinkBudget {
  /**
   * Counts a request of the link. Repeating the same request does not count. Throws `link/too-many` if the link has
   * reached its number of different requests within 24 hours.
   */
  spend(signature: string, request: string): void;
}

interface LinkUses {
  readonly since: number;
  readonly requests: Set<string>;
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;
/** The maximum number of counted links. Each has a genuine signature, so outsiders cannot add links. */
const MAX_LINKS = 10_000;

/**
 * Creates a budget in memory. Restarting the service resets it.
 * @param clock Returns milliseconds since 1970.
 */
export function createLinkBudget(
  clock: () => number,
  valuesADay: number = serviceLimits.filmLinks.valuesADay,
): LinkBudget {
  const links = new Map<string, LinkUses>();
  return {
    spend: (signature, request) => {
      const now = clock();
      const existing = links.get(signature);
      const uses =
        existing !== undefined && now - existing.since < DAY_MILLISECONDS
          ? existing
          : { since: now, requests: new Set<string>() };
      if (uses.requests.has(request)) return;
      if (uses.requests.size >= valuesADay)
        throw new ServiceError('link/too-many', message('link/values-a-day', { most: valuesADay }));
      uses.requests.add(request);
      // The first key is the least recently used one, because a map keeps the order of insertion.
      links.delete(signature);
      links.set(signature, uses);
      const [oldest] = links.keys();
      if (links.size > MAX_LINKS && oldest !== undefined) links.delete(oldest);
    },
  };
}

/** Returns the digest of the request in a link for a film or a picture. */
function requestDigest(link: FilmLink, project: ProjectUid): string {
  const { movie, format, quality, moment, width, values } = link;
  return digestOf([project, nameKey(movie), format, quality, moment, width, sorted(values)]);
}

/**
 * Returns the digest of a film's content: the accepted template and values, including the brand values, and the bytes
 * of its assets. Ignores the content of remote addresses.
 */
export function filmKey(
  checked: Pick<CheckedRender, 'template' | 'inputs' | 'format' | 'quality' | 'maxBytes' | 'isStreamed'> &
    RequestedValues,
  project: ProjectUid,
): string {
  const { template, inputs, format, quality, maxBytes = null, isStreamed = false } = checked;
  const content = [ENGINE_VERSION, project, template, sorted(filmValues(checked)), sorted(inputs), format, quality];
  // The keys of films of any size that are not streamed stay the same.
  return digestOf([...content, ...(maxBytes === null ? [] : [maxBytes]), ...(isStreamed ? ['streamed'] : [])]);
}

function sorted(entries: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
