import type { Drawing } from './drawing.ts';
import { sha256 } from './sha256.ts';

/** The digest of a drawing's data: equal drawings have one key, in whichever order their fields were written. */
export function drawingKey(drawing: Drawing): string {
  return sha256(JSON.stringify(drawing, inOrder));
}

/** For `JSON.stringify`: objects with their fields in the order of their names. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
