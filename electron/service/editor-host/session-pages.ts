import { createHash } from 'node:crypto';

/** Where a browser keeps the prefix of its session. Unlike cookies, that store is of one port alone. */
const KEPT = 'scenewright-place';

/**
 * Leads into the editor. The address is not left by a redirect: that would still be the request of whoever led to the
 * link, such as a file, and come without the cookie.
 */
const ENTER = `const prefix=document.body.dataset.prefix;try{localStorage.setItem('${KEPT}',prefix)}catch{}location.replace(prefix+'/')`;

/** Leads a browser that has a session to its prefix, from the address that people remember. */
const RETURN = `let prefix=null;try{prefix=localStorage.getItem('${KEPT}')}catch{}if(location.pathname==='/'&&/^\\/s\\/[\\w-]{22}$/.test(prefix??''))location.replace(prefix+'/'+location.hash)`;

/** What a browser gets that opened a link: its session's prefix, where its editor is. */
export function enteringPage(prefix: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="dark light"><title>Scenewright</title></head>
<body data-prefix="${prefix}"><script>${ENTER}</script></body></html>`;
}

/** What a browser without a session is shown: how to get in, and nothing about the service. */
export function closedPage(reason: 'no-session' | 'bad-link'): string {
  const [title, sentence] =
    reason === 'no-session'
      ? ['This editor is closed', 'It opens with a link that is made for you and works once.']
      : ['This link no longer works', 'Each link works once, within ten minutes.'];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light"><title>${title}</title><style>${STYLE}</style><script>${RETURN}</script></head>
<body><main><h1>${title}</h1><p>${sentence}</p>
<p>For a new link, run <code>npm start</code> in the Scenewright folder. It also works while Scenewright is running.</p>
</main></body></html>`;
}

/** They load nothing, and have their style and one script in them. */
export const SESSION_PAGE_POLICY = `default-src 'none'; script-src ${[ENTER, RETURN].map(sourceOf).join(' ')}; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function sourceOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:15px/1.5 system-ui,sans-serif;background:light-dark(#fff,#16181d);color:light-dark(#1b1d22,#e6e8ee)}
main{max-width:28rem;padding:2rem}h1{font-size:1.25rem}code{font:.9em ui-monospace,monospace}`;
