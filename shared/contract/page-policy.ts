/**
 * A placeholder in the built page, which each answer replaces with a new nonce. `build/vite.renderer.config.ts` inserts
 * the placeholder.
 */
export const NONCE_MARK = 'scenewright-nonce';

/**
 * Returns the Content Security Policy of the editor page. It permits only scripts, styles, images, videos, and the
 * service of the editor itself. Styles that scripts add, such as the styles of the XML view, need the nonce.
 */
export function editorPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Returns the Content Security Policy of forms and of pages of films. It permits only the files of the service and
 * pictures that the script has made.
 * @param framedBy The origins of the pages that can embed the page.
 */
export function linkPagePolicy(framedBy: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ');
}

/**
 * The headers of files other than the page. A worker has its own policy instead of the policy of its page. It can
 * compile WebAssembly, which draws and composites frames. The page cannot compile it.
 */
export const FILE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
} as const;
