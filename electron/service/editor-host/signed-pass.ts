import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A signed token. Only a process with the API secret can make it, and it can be verified without being stored. */
export interface Pass {
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** A unique id. */
  readonly id: string;
}

/** The purpose of a pass. A pass is valid for its own kind only; a session's for the prefix that it names. */
export type PassKind = 'link' | `session ${string}`;

const SHAPE = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** Returns a new pass: its time, a random id, and a signature of both, in letters, digits, `-`, `_`, and `.` only. */
export function issuePass(secret: string, kind: PassKind, now: number): string {
  const content = `${now.toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${content}.${signature(secret, kind, content).toString('base64url')}`;
}

/**
 * Verifies a pass of this kind with this secret; null if it is invalid. The caller checks whether it is still current.
 */
export function readPass(secret: string, kind: PassKind, text: string): Pass | null {
  const [, time = '', id = '', signed = ''] = SHAPE.exec(text) ?? [];
  // Compare as text, because the last byte in base64 has several spellings.
  const given = Buffer.from(signed);
  const expected = Buffer.from(signature(secret, kind, `${time}.${id}`).toString('base64url'));
  // Different lengths reveal nothing: the text did not match the shape.
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  return isGenuine ? { issuedAt: Number.parseInt(time, 36), id } : null;
}

/** Signs with a separate key per kind, derived from the secret. A new secret ends all passes. */
function signature(secret: string, kind: PassKind, content: string): Buffer {
  const key = createHmac('sha256', secret).update(`scenewright editor ${kind}`).digest();
  return createHmac('sha256', key).update(content).digest();
}
