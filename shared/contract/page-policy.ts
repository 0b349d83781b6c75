/**
 * A placeholder in the built page. Each answer replaces it with a new nonce. `build/vite.renderer.config.ts` inserts
 * it.
 */
export const NONCE_MARK = 'scenewright-nonce';

/**
 * Returns the Content Security Policy of the editor page. It permits only scripts, styles, images, videos, and requests
 * of the editor's own origin. Styles that scripts add, for example in the XML view, need the nonce.
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
 * Returns the Content Security Policy of forms and film pages. It permits only files of the service and pictures that
 * the page's script creates.
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
 * The headers of all files except the page. A worker has its own policy: workers may compile WebAssembly to draw and
 * compose frames, but the page may not.
 */
export const FILE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
} as const;
