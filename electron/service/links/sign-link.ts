import { createHmac, timingSafeEqual } from 'node:crypto';
import { LINK_KEY_PURPOSE, type LinkParameter, signedText } from '#shared/contract/shapes/film-link.ts';

export interface LinkSigner {
  /** Returns the signature of a link, which is the value of `sig`. */
  sign(path: string, parameters: readonly LinkParameter[]): string;
  /** Checks the signature of a link in constant time. Accepts a trailing `=`, which some libraries append. */
  isGenuine(path: string, parameters: readonly LinkParameter[], signature: string): boolean;
}

/**
 * Creates a signer. Its key is derived from the API secret, so a web server that signs links does not need the secret
 * itself. A new secret invalidates all links.
 */
export function createLinkSigner(secret: string): LinkSigner {
  const key = createHmac('sha256', secret).update(LINK_KEY_PURPOSE).digest();
  const signature = (path: string, parameters: readonly LinkParameter[]): Buffer =>
    createHmac('sha256', key).update(signedText(path, parameters)).digest();
  return {
    sign: (path, parameters) => signature(path, parameters).toString('base64url'),
    isGenuine: (path, parameters, text) => {
      const received = Buffer.from(text.replace(/=$/, ''));
      // Compare the texts, because several base64 spellings decode to the same last byte.
      const expected = Buffer.from(signature(path, parameters).toString('base64url'));
      return received.length === expected.length && timingSafeEqual(received, expected);
    },
  };
}
