import { createPublicKey, sign, verify } from 'node:crypto';

/** What a feed says of a version: the part of it that is signed. */
export interface SignedUpdate {
  readonly version: string;
  readonly files: readonly { readonly url: string; readonly sha512: string }[];
}

/**
 * The text under the signature: which files are which version, by their digests. A feed that somebody else has taken
 * over can neither offer other files nor an old version under a new number.
 */
function signedText({ version, files }: SignedUpdate): Buffer {
  const lines = files.map(({ url, sha512 }) => `${url} ${sha512}`).sort();
  return Buffer.from(['scenewright update', version, ...lines, ''].join('\n'));
}

/** The signature to put into a feed, with the private key (Ed25519, PEM). */
export function signUpdate(update: SignedUpdate, privateKey: string): string {
  return sign(null, signedText(update), privateKey).toString('base64');
}

/** Whether that is what the owner of the key (PEM, the public half) has signed. */
export function isSigned(update: SignedUpdate, signature: unknown, publicKey: string): boolean {
  if (typeof signature !== 'string' || update.files.length === 0) return false;
  // Without a digest the signature would be of a name alone.
  if (update.files.some(({ url, sha512 }) => typeof url !== 'string' || typeof sha512 !== 'string')) return false;
  const key = createPublicKey(publicKey);
  if (key.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, signedText(update), key, Buffer.from(signature, 'base64'));
}
