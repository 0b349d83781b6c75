/** Stands in the built page where each answer has a number of its own; `build/vite.renderer.config.ts` puts it there. */
export const NONCE_MARK = 'scenewright-nonce';

/**
 * What the editor's page may do (Content Security Policy): its own scripts, styles, pictures and films, its own service,
 * and nothing from anywhere else. Styles that scripts add (the XML view's) need the page's nonce.
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
 * What the files beside the page are answered with: a worker goes by its own policy, not by that of its page. It may
 * compile WebAssembly, which draws and composes frames; the page itself may not.
 */
export const FILE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
} as const;
