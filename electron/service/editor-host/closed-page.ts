/** What a browser without a session is shown: how to get in, and nothing about the service. */
export function closedPage(reason: 'no-session' | 'bad-link'): string {
  const [title, sentence] =
    reason === 'no-session'
      ? ['This editor is closed', 'It opens with a link that is made for you and works once.']
      : ['This link no longer works', 'A link works once, for ten minutes.'];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${sentence}</p>
<p>For a new one, type <code>npm start</code> in the folder of Scenewright; where it runs already, that prints a link to it.</p>
</main></body></html>`;
}

/** It loads nothing, and has its style in it. */
export const CLOSED_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE = `
:root{color-scheme:dark light}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:15px/1.5 system-ui,sans-serif;background:light-dark(#fff,#16181d);color:light-dark(#1b1d22,#e6e8ee)}
main{max-width:28rem;padding:2rem}h1{font-size:1.25rem}code{font:.9em ui-monospace,monospace}`;
