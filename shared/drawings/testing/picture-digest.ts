import type { Result } from '#shared/lib/result.ts';
import type { DrawingFault, DrawnPicture } from '../drawing/drawing.ts';

/**
 * Returns the first 8 bytes of the SHA-256 of a picture's size, position, and pixels. For a fault, returns the code of
 * the fault. Runs in Node and in a page.
 */
export async function pictureDigest(drawn: Result<DrawnPicture, DrawingFault>): Promise<string> {
  if (!drawn.ok) return drawn.error.code;
  const { width, height, originX, originY, scaleX, scaleY, rgba } = drawn.value;
  const head = new TextEncoder().encode(JSON.stringify([width, height, originX, originY, scaleX, scaleY]));
  const whole = new Uint8Array(head.length + rgba.length);
  whole.set(head);
  whole.set(rgba, head.length);
  const digest = await crypto.subtle.digest('SHA-256', whole);
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
