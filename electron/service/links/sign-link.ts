import { createHmac, timingSafeEqual } from 'node:crypto';
import { LINK_KEY_PURPOSE, type LinkParameter, signedText } from '#shared/contract/shapes/film-link.ts';

/** Signs links, and knows its own signatures again. */
export interface LinkSigner {
  /** The signature of a link, as it stands behind `sig=`. */
  sign(path: string, parameters: readonly LinkParameter[]): string;
  /**
   * Whether a signature belongs to a link; comparing takes as long whatever differs. Some libraries put a `=` behind it.
   */
  isGenuine(path: string, parameters: readonly LinkParameter[], signature: string): boolean;
}

/**
 * Makes a signer. Its key is made of the API secret, so that a web server that signs links by itself need not have the
 * secret, and another secret ends all links.
 */
export function createLinkSigner(secret: string): LinkSigner {
  const key = createHmac('sha256', secret).update(LINK_KEY_PURPOSE).digest();
  const signature = (path: string, parameters: readonly LinkParameter[]): Buffer =>
    createHmac('sha256', key).update(signedText(path, parameters)).digest();
  return {
    sign: (path, parameters) => signature(path, parameters).toString('base64url'),
    isGenuine: (path, parameters, text) => {
      const given = Buffer.from(text.replace(/=$/, ''));
      // Compared as text: base64 has several spellings of the last byte.
      const expected = Buffer.from(signature(path, parameters).toString('base64url'));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
