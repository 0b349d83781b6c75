import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { editorPolicy, FILE_HEADERS, NONCE_MARK } from '#shared/contract/page-policy.ts';
import { parseFields } from '../http/form-fields.ts';
import { prefixIn, queryOf } from '../http/request-path.ts';
import type { EditorLinks } from './editor-links.ts';
import type { EditorSessions } from './editor-sessions.ts';

export interface EditorHost {
  /** The absolute path of the built pages. */
  readonly folder: string;
  readonly links: EditorLinks;
  readonly sessions: EditorSessions;
}

/** The folder of files whose names contain a digest of their content. Vite writes it. */
const DIGESTED = 'assets/';

/**
 * Adds the routes of the editor: its page at `/`, and one route per file. File names therefore never come from a
 * request path. `isKnown` checks whether a request may use the service.
 */
export function addEditorRoutes(
  app: FastifyInstance,
  host: EditorHost,
  isKnown: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
): void {
  const page = readFile(join(host.folder, 'index.html'), 'utf8');
  // Prevent an unhandled rejection before the first request. The route reports the error.
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
      // Renew the cookie, so that the thirty days of the session start again.
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
  // Import the module at its first use, because it is large and a service without an editor must start quickly.
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

/** Answers a link. Starts a session with its own prefix and opens the editor there. */
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

/**
 * The challenge that a 401 must contain (RFC 9110, 15.5.2). With `Basic`, a browser would ask for a name and a
 * password.
 */
export const LINK_CHALLENGE = 'Link realm="Scenewright"';

/** The key of the session's prefix in local storage. Unlike cookies, local storage belongs to one port. */
const PREFIX_STORAGE_KEY = 'scenewright-place';

/**
 * Opens the editor by script. A browser treats a redirect as a request from the linking site or file and would not send
 * the strict cookie.
 */
const ENTER_SCRIPT = `const prefix=document.body.dataset.prefix;try{localStorage.setItem('${PREFIX_STORAGE_KEY}',prefix)}catch{}location.replace(prefix+'/')`;

/** Opens the prefix of an existing session from `/`, which is the address that users remember. */
const RETURN_SCRIPT = `let prefix=null;try{prefix=localStorage.getItem('${PREFIX_STORAGE_KEY}')}catch{}if(location.pathname==='/'&&/^\\/s\\/[\\w-]{22}$/.test(prefix??''))location.replace(prefix+'/'+location.hash)`;

/** Returns the page that answers a link and then opens the session's prefix. */
function enteringPage(prefix: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="dark light"><title>Scenewright</title></head>
<body data-prefix="${prefix}"><script>${ENTER_SCRIPT}</script></body></html>`;
}

/**
 * Returns the page for a browser without a session. The page explains how to get a link and reveals nothing about the
 * service.
 */
function closedPage(reason: 'no-session' | 'bad-link'): string {
  const [title, sentence] =
    reason === 'no-session'
      ? ['Open the editor with a link', 'Each link works once.']
      : ['This link no longer works', 'Each link works once, within ten minutes.'];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light"><title>${title}</title><style>${STYLE}</style><script>${RETURN_SCRIPT}</script></head>
<body><main><h1>${title}</h1><p>${sentence}</p>
<p>For a new link, run <code>npm start</code> in the Scenewright folder. It also works while Scenewright is running.</p>
</main></body></html>`;
}

/** The content security policy of both pages. It allows their inline styles and scripts, and no other content. */
const SESSION_PAGE_POLICY = `default-src 'none'; script-src ${[ENTER_SCRIPT, RETURN_SCRIPT].map(sourceOf).join(' ')}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:15px/1.5 system-ui,sans-serif;background:light-dark(#fff,#16181d);color:light-dark(#1b1d22,#e6e8ee)}
main{max-width:28rem;padding:2rem}h1{font-size:1.25rem}code{font:.9em ui-monospace,monospace}`;
