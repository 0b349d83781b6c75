import { createPublicKey, sign, verify } from 'node:crypto';

/** The signed facts about a version in a feed. */
export interface SignedUpdate {
  readonly version: string;
  readonly files: readonly { readonly url: string; readonly sha512: string }[];
}

/**
 * Returns the text to sign: the version and the digests of its files. An attacker who controls the feed can therefore
 * neither replace a file nor give an old version a new number.
 */
function signedText({ version, files }: SignedUpdate): Buffer {
  const lines = files.map(({ url, sha512 }) => `${url} ${sha512}`).sort();
  return Buffer.from(['scenewright update', version, ...lines, ''].join('\n'));
}

/** Returns the signature for a feed, made with the private key (Ed25519, PEM). */
export function signUpdate(update: SignedUpdate, privateKey: string): string {
  return sign(null, signedText(update), privateKey).toString('base64');
}

/** Checks whether the owner of the key (PEM, the public half) signed the update. */
export function isSigned(update: SignedUpdate, signature: unknown, publicKey: string): boolean {
  if (typeof signature !== 'string' || update.files.length === 0) return false;
  // Without a digest, the signature would cover only the file's name.
  if (update.files.some(({ url, sha512 }) => typeof url !== 'string' || typeof sha512 !== 'string')) return false;
  const key = createPublicKey(publicKey);
  if (key.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, signedText(update), key, Buffer.from(signature, 'base64'));
}
