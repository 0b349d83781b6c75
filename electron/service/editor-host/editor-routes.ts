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

/** Where a browser keeps the prefix of its session. Unlike cookies, that store is of one port alone. */
const PREFIX_STORAGE_KEY = 'scenewright-place';

/**
 * Leads into the editor. The address is not left by a redirect: that would still be the request of whoever led to the
 * link, such as a file, and come without the cookie.
 */
const ENTER_SCRIPT = `const prefix=document.body.dataset.prefix;try{localStorage.setItem('${PREFIX_STORAGE_KEY}',prefix)}catch{}location.replace(prefix+'/')`;

/** Leads a browser that has a session to its prefix, from the address that people remember. */
const RETURN_SCRIPT = `let prefix=null;try{prefix=localStorage.getItem('${PREFIX_STORAGE_KEY}')}catch{}if(location.pathname==='/'&&/^\\/s\\/[\\w-]{22}$/.test(prefix??''))location.replace(prefix+'/'+location.hash)`;

/** What a browser gets that opened a link: its session's prefix, where its editor is. */
function enteringPage(prefix: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="dark light"><title>Scenewright</title></head>
<body data-prefix="${prefix}"><script>${ENTER_SCRIPT}</script></body></html>`;
}

/** What a browser without a session is shown: how to get in, and nothing about the service. */
function closedPage(reason: 'no-session' | 'bad-link'): string {
  const [title, sentence] =
    reason === 'no-session'
      ? ['This editor is closed', 'It opens with a link that is made for you and works once.']
      : ['This link no longer works', 'Each link works once, within ten minutes.'];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light"><title>${title}</title><style>${STYLE}</style><script>${RETURN_SCRIPT}</script></head>
<body><main><h1>${title}</h1><p>${sentence}</p>
<p>For a new link, run <code>npm start</code> in the Scenewright folder. It also works while Scenewright is running.</p>
</main></body></html>`;
}

/** They load nothing, and have their style and one script in them. */
const SESSION_PAGE_POLICY = `default-src 'none'; script-src ${[ENTER_SCRIPT, RETURN_SCRIPT].map(sourceOf).join(' ')}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:15px/1.5 system-ui,sans-serif;background:light-dark(#fff,#16181d);color:light-dark(#1b1d22,#e6e8ee)}
main{max-width:28rem;padding:2rem}h1{font-size:1.25rem}code{font:.9em ui-monospace,monospace}`;
