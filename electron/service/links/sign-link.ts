import { createHmac, timingSafeEqual } from 'node:crypto';
import { LINK_KEY_PURPOSE, type LinkParameter, signedText } from '#shared/contract/shapes/film-link.ts';

/** Signs links and checks signatures. */
export interface LinkSigner {
  /** Returns the signature of a link, the value of `sig`. */
  sign(path: string, parameters: readonly LinkParameter[]): string;
  /** Checks the signature of a link in constant time. Some libraries append a `=`. */
  isGenuine(path: string, parameters: readonly LinkParameter[], signature: string): boolean;
}

/**
 * Creates a signer. Its key is derived from the API secret: a web server that signs links does not need the secret, and
 * a new secret invalidates all links.
 */
export function createLinkSigner(secret: string): LinkSigner {
  const key = createHmac('sha256', secret).update(LINK_KEY_PURPOSE).digest();
  const signature = (path: string, parameters: readonly LinkParameter[]): Buffer =>
    createHmac('sha256', key).update(signedText(path, parameters)).digest();
  return {
    sign: (path, parameters) => signature(path, parameters).toString('base64url'),
    isGenuine: (path, parameters, text) => {
      const received = Buffer.from(text.replace(/=$/, ''));
      // The text is compared, because base64 has several spellings of the last byte.
      const expected = Buffer.from(signature(path, parameters).toString('base64url'));
      return received.length === expected.length && timingSafeEqual(received, expected);
    },
  };
}
