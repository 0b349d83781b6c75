import type { IncomingMessage } from 'node:http';
import { encoded, joinCells, type LinkParameter, varying } from '#shared/contract/shapes/film-link.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type Fields, parseFields } from '../http/form-fields.ts';
import { pathOf, queryOf, targetOf } from '../http/request-path.ts';
import { createLimiter } from '../waiting/limiter.ts';
import { createLinkSigner } from './sign-link.ts';

/** The result of checking a signature. `expired` means that the signature is genuine but its expiry has passed. */
export type PresentedSignature = 'none' | 'genuine' | 'expired' | 'wrong';

/** The check of the signature in the address of a request. */
export interface LinkGuard {
  readonly signatureOf: (request: IncomingMessage) => PresentedSignature;
}

export function createLinkGuard({
  secret,
  clock,
}: {
  readonly secret: string;
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
}): LinkGuard {
  const signer = createLinkSigner(secret);
  return {
    signatureOf: (request) => {
      const target = targetOf(request);
      const query = queryOf(target);
      const link = query === '' ? null : linkIn(pathOf(target), query);
      if (link === null) return 'none';
      const signatures = link.parameters.filter(([name]) => name === 'sig');
      if (signatures.length === 0) return 'none';
      const [, signature = ''] = signatures[0] ?? [];
      if (signatures.length > 1 || !signer.isGenuine(link.path, link.parameters, signature)) return 'wrong';
      const times = link.parameters.filter(([name]) => name === 'expires').map(([, value]) => value);
      // An invalid time does not count as expired, because the handler refuses it.
      return times.some((time) => EXPIRY.test(time) && clock() >= Number(time) * 1000) ? 'expired' : 'genuine';
    },
  };
}

/** Matches a time in seconds since 1970. */
export const EXPIRY = /^\d{1,12}$/;

/** The number of names in the path of a film, including the empty name before the first slash. */
const FILM_NAMES = 5;

interface Link {
  readonly path: string;
  readonly parameters: readonly LinkParameter[];
}

/** Returns the address in its canonical spelling, which is signed; null if it cannot be decoded. */
function linkIn(path: string, query: string): Link | null {
  try {
    const spelled = path.split('/').map((segment) => encoded(decodeURIComponent(segment)));
    // The signature of a stream also covers its playlists and segments, whose addresses have one more name.
    const isPartOfStream = spelled.length === FILM_NAMES + 1 && /\.m3u8$/i.test(spelled[FILM_NAMES - 1] ?? '');
    const film = isPartOfStream ? spelled.slice(0, FILM_NAMES) : spelled;
    const pairs = pairsOf(parseFields(query));
    return { path: film.join('/'), parameters: isOfVisitor(path) ? joinCells(pairs, varying(pairs)) : pairs };
  } catch (error) {
    if (error instanceof URIError || error instanceof ServiceError) return null;
    throw error;
  }
}

/** Returns whether a path is the one of a form or of the page of a film, to which a form sends the fields of items. */
function isOfVisitor(path: string): boolean {
  return /^\/v1\/(?:form|page)\//.test(path);
}

function pairsOf(fields: Fields): readonly LinkParameter[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : value.map((text) => [name, text] as const),
  );
}

/** The maximum number of running callers of a queue, and of waiting callers. */
const MAX_RUNNING = 2;
const MAX_WAITING = 32;

/**
 * Creates a queue that limits the number of running and of waiting callers. It throws `link/too-many` if too many
 * callers wait.
 */
export function createCallerQueue(): <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value> {
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
