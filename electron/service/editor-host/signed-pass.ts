import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A signed token. Only a process with the API secret can make one. It is verified without a stored copy. */
export interface Pass {
  /** The time of issue in milliseconds since 1970. */
  readonly issuedAt: number;
  /** A unique id. */
  readonly id: string;
}

/** The purpose of a pass. A pass is valid only for its kind. For a session, the kind contains the prefix. */
export type PassKind = 'link' | `session ${string}`;

const SHAPE = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Returns a new pass: its time, a random id, and a signature of both. It consists of letters, digits, `-`, `_`, and
 * `.`.
 */
export function issuePass(secret: string, kind: PassKind, now: number): string {
  const content = `${now.toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${content}.${signature(secret, kind, content).toString('base64url')}`;
}

/**
 * Verifies a pass of this kind with this secret. Returns null if it is invalid. The caller checks whether it has
 * expired.
 */
export function readPass(secret: string, kind: PassKind, text: string): Pass | null {
  const [, time = '', id = '', signed = ''] = SHAPE.exec(text) ?? [];
  // Compare the texts, because several base64 spellings decode to the same last byte.
  const signatureBytes = Buffer.from(signed);
  const expected = Buffer.from(signature(secret, kind, `${time}.${id}`).toString('base64url'));
  // Comparing the lengths is safe, because they differ only if the text did not match the shape.
  const isGenuine = signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected);
  return isGenuine ? { issuedAt: Number.parseInt(time, 36), id } : null;
}

/** Signs with a separate key for each kind. The keys are derived from the secret, so a new secret ends all passes. */
function signature(secret: string, kind: PassKind, content: string): Buffer {
  const key = createHmac('sha256', secret).update(`scenewright editor ${kind}`).digest();
  return createHmac('sha256', key).update(content).digest();
}
