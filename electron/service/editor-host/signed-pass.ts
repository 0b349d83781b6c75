import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Something that only who knows the API secret can make, and that can be checked without having been kept. */
export interface Pass {
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  /** Tells it from all others. */
  readonly id: string;
}

/** What passes are for; one of a kind is none of the other. A session's is for the prefix that it names. */
export type PassKind = 'link' | `session ${string}`;

const SHAPE = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** A new pass: when it was made, a random id, and a signature of both. Letters, digits, `-`, `_` and `.` only. */
export function issuePass(secret: string, kind: PassKind, now: number): string {
  const content = `${now.toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${content}.${signature(secret, kind, content).toString('base64url')}`;
}

/**
 * What a pass says, or null for what is none of this kind, made with this secret. Whether it still counts is for the
 * caller to say.
 */
export function readPass(secret: string, kind: PassKind, text: string): Pass | null {
  const [, time = '', id = '', signed = ''] = SHAPE.exec(text) ?? [];
  // Compared as text: base64 has several spellings of the last byte.
  const given = Buffer.from(signed);
  const expected = Buffer.from(signature(secret, kind, `${time}.${id}`).toString('base64url'));
  // Of another length is only what has no such shape, which is no secret.
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  return isGenuine ? { issuedAt: Number.parseInt(time, 36), id } : null;
}

/** Each kind has a key of its own, made of the secret: whoever changes that ends all passes. */
function signature(secret: string, kind: PassKind, content: string): Buffer {
  const key = createHmac('sha256', secret).update(`scenewright editor ${kind}`).digest();
  return createHmac('sha256', key).update(content).digest();
}
