import { createHash } from 'node:crypto';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { ENGINE_VERSION } from '../engine/parts/part.ts';
import { ServiceError } from '../errors/service-error.ts';
import { filmValues, type RequestedValues } from '../renders/accept/film-values.ts';
import type { CheckedForm, CheckedRender, RequestContext } from '../renders/accept/render-request.ts';
import type { RenderScheduler } from '../renders/queue/render-scheduler.ts';
import {
  findFilmOfRequest,
  findLinkedFilm,
  outdatedRenderOf,
  touchLinkedFilm,
} from '../renders/records/linked-films.ts';
import { findRender, type RenderId, type RenderRecord } from '../renders/records/render-record.ts';
import { storedFailure } from '../renders/records/stored-failure.ts';
import type { BlobDigest, Foundation, ProjectUid } from '../storage/ports.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { checkLink } from './check-link.ts';
import { createCallerQueue } from './link-guard.ts';
import { type FilmLink, pictureOfLink } from './read-link.ts';
import { lacksPhoto } from './visitor-photos.ts';

/** The film of a link, which is ready or being made. */
export type RequestedFilm =
  | { readonly kind: 'ready'; readonly sha256: BlobDigest; readonly bytes: number; readonly madeAt: number }
  | { readonly kind: 'making'; readonly render: RenderRecord };

/** The films of links, which are found or started. */
export interface LinkedFilms {
  /**
   * Returns the film of a link for the current state of the project. If it is missing, starts it once for all callers.
   * The film continues even if all callers disconnect. Throws the errors of `checkLink`, `link/too-many`, and the
   * reason of an earlier failure.
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
  /** Runs work for a caller who has only a link, as soon as there is capacity. Throws `link/too-many`. */
  inTurn<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
  /** Counts a use of a link with free values. Throws `link/too-many`. */
  count(link: FilmLink, project: ProjectUid): void;
  /** Returns whether the link has reached its number of different sets of values for today. */
  isSpent(link: Pick<FilmLink, 'signature'>): boolean;
  stop(): void;
}

export interface LinkedFilmOptions {
  readonly foundation: Foundation;
  readonly queue: Pick<RenderScheduler, 'accept' | 'cancel'>;
  readonly requests: RequestContext;
}

const MAX_KEYS = 1000;
/** The time in milliseconds for which the key of a link's film is cached. A player reads a film with many requests. */
const KEY_MILLISECONDS = 60_000;
/** The minimum time between two records of a use, in milliseconds. */
const TOUCH_MILLISECONDS = 60_000;
const { previewWidth } = serviceLimits.filmLinks;
/** The types of events that never change the content of a film. */
const UNRELATED = /^(?:render|batch|table|media|upload|editing)\.|^project\.opened$/;

export function createLinkedFilms({ foundation, queue, requests }: LinkedFilmOptions): LinkedFilms {
  const { database, events, clock } = foundation;
  const inTurn = createCallerQueue();
  // Queue checks of links separately, so that they do not wait for pictures, which take longer.
  const checkInTurn = createCallerQueue();
  const checks = createSharedWork<CheckedForm>();
  const budget = createLinkBudget(clock);
  const previews = createLinkBudget(clock, serviceLimits.filmLinks.previewsADay);
  // Clear the cached keys at each event that can change the content of a film, such as a change of templates or assets.
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

  /** Returns the current film; null if it must be made. Throws the reason of a recent failure. */
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
      // Ignore a full disk, because existing films must stay available.
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
      // The film of a visitor stays available after the visitor's photo was deleted.
      const lasting = lacksPhoto(link, project, database) ? findFilmOfRequest(database, request, project) : null;
      if (lasting !== null) return { kind: 'ready', ...lasting };
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
      if (!link.varies || link.signature === null) return;
      const isPreview = pictureOfLink(link) !== null && (link.width ?? Number.POSITIVE_INFINITY) <= previewWidth;
      (isPreview ? previews : budget).spend(link.signature, requestDigest(link, project));
    },
    isSpent: ({ signature }) => signature !== null && budget.isSpent(signature),
    stop: () => subscription[Symbol.dispose](),
  };
}

/** The numbers of different values for which each link with free values was requested within 24 hours. */
export interface LinkBudget {
  /**
   * Counts a request of the link. A repeated request does not count again. Throws `link/too-many` if the link has
   * reached its limit of different requests within 24 hours.
   */
  spend(signature: string, request: string): void;
  /** Returns whether the link has reached its limit. */
  isSpent(signature: string): boolean;
}

interface LinkUses {
  readonly since: number;
  readonly requests: Set<string>;
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;
/** The maximum number of counted links. Outsiders cannot add links, because each link has a genuine signature. */
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
        throw new ServiceError('link/too-many', message('link/values-a-day', { most: valuesADay }), {
          retryAfterSeconds: Math.ceil((uses.since + DAY_MILLISECONDS - now) / 1000),
        });
      uses.requests.add(request);
      // The first key is the least recently used, because a map preserves the order of insertion.
      links.delete(signature);
      links.set(signature, uses);
      const [oldest] = links.keys();
      if (links.size > MAX_LINKS && oldest !== undefined) links.delete(oldest);
    },
    isSpent: (signature) => {
      const uses = links.get(signature);
      return uses !== undefined && clock() - uses.since < DAY_MILLISECONDS && uses.requests.size >= valuesADay;
    },
  };
}

/** Returns the digest of a link's request for a film or a picture. */
function requestDigest(link: FilmLink, project: ProjectUid): string {
  const { movie, format, quality, moment, width, values, photoForm } = link;
  const request = [project, nameKey(movie), format, quality, moment, width, sorted(values)];
  // Films without photos keep the digests of earlier versions.
  return digestOf(photoForm === null ? request : [...request, photoForm]);
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
  // Films of any size that are not streamed keep the keys of earlier versions.
  return digestOf([...content, ...(maxBytes === null ? [] : [maxBytes]), ...(isStreamed ? ['streamed'] : [])]);
}

function sorted(entries: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...entries].sort(([left], [right]) => (left < right ? -1 : 1));
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
