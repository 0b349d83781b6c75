import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { editorPolicy, FILE_HEADERS, NONCE_MARK } from '#shared/contract/page-policy.ts';
import { parseFields } from '../http/bodies/form-fields.ts';
import { prefixIn, queryOf } from '../http/calls/request-path.ts';
import type { EditorLinks } from './editor-links.ts';
import type { EditorSessions } from './editor-sessions.ts';
import { closedPage, enteringPage, SESSION_PAGE_POLICY } from './session-pages.ts';

export interface EditorHost {
  /** Absolute path of the built pages. */
  readonly folder: string;
  readonly links: EditorLinks;
  readonly sessions: EditorSessions;
}

/** Vite puts a digest of the content into the names of what it writes there. */
const DIGESTED = 'assets/';

/**
 * Serves the editor: its page at `/`, and a route for each file of the folder, so that there is no path to look for
 * files by. `isKnown` says of a request whether it may use the service.
 */
export function addEditorRoutes(
  app: FastifyInstance,
  host: EditorHost,
  isKnown: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
): void {
  const page = readFile(join(host.folder, 'index.html'), 'utf8');
  // Whoever asks for the page hears of it; until then nobody waits for it.
  page.catch(() => undefined);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    config: { access: 'own' },
    handler: async (request, reply) => {
      const token = parseFields(queryOf(request.originalUrl))['token'];
      if (token !== undefined) {
        if (host.links.redeem(String(token))) return sendEntry(reply, host.sessions);
        return sendClosed(reply, 'bad-link');
      }
      if (!(await isKnown(request, reply))) return sendClosed(reply, 'no-session');
      const prefix = prefixIn(request.originalUrl);
      // Its thirty days begin again.
      if (prefix !== '') reply.header('set-cookie', host.sessions.cookie(prefix));
      const nonce = randomBytes(16).toString('base64url');
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': editorPolicy(nonce),
          'cross-origin-opener-policy': 'same-origin',
          'cache-control': 'no-store',
        })
        .send((await page).replaceAll(NONCE_MARK, nonce));
    },
  });
  // Loaded where there is an editor to serve: it is large, and the service has to start quickly.
  app.register(import('@fastify/static'), {
    root: host.folder,
    prefix: '/',
    wildcard: false,
    index: false,
    decorateReply: false,
    dotfiles: 'ignore',
    globIgnore: ['index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isDigested = relative(host.folder, path).replaceAll('\\', '/').startsWith(DIGESTED);
      reply.headers(FILE_HEADERS);
      reply.header('cache-control', isDigested ? 'private, max-age=31536000, immutable' : 'private, no-cache');
    },
  });
}

/** Trades the token of a link for a session with a prefix of its own, and leads there. */
function sendEntry(reply: FastifyReply, sessions: EditorSessions): FastifyReply {
  const prefix = sessions.newPrefix();
  return sendPage(reply.header('set-cookie', sessions.cookie(prefix)), enteringPage(prefix));
}

function sendClosed(reply: FastifyReply, reason: Parameters<typeof closedPage>[0]): FastifyReply {
  return sendPage(reply.code(401).header('www-authenticate', LINK_CHALLENGE), closedPage(reason));
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': SESSION_PAGE_POLICY,
      'cache-control': 'no-store',
    })
    .send(page);
}

/** A 401 needs a challenge (RFC 9110, 15.5.2); with `Basic` a browser would ask for a name and a password. */
export const LINK_CHALLENGE = 'Link realm="Scenewright"';
