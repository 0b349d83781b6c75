import type { Values } from './inspect-film.ts';

/** Bytes that are read where the requests are answered; reading more would keep others waiting. */
const MOST_READ = 32 * 1024;
/** Characters that its variables may become there: a few milliseconds' worth. */
const MOST_FILLED_IN = 256 * 1024;
/** `$` begins a placeholder; it may be written `&#36;` in XML and `\u0024` in JSON. */
const SIGNS: ReadonlySet<number | undefined> = new Set([0x24, 0x26, 0x5c]);

/**
 * Whether reading a template and filling in these values takes no more than a few milliseconds, whatever it says. Each
 * placeholder may become the longest value, or a default as long as the template.
 */
export function isSmallTemplate(text: string | Uint8Array, values: Values = []): boolean {
  if (text.length > MOST_READ) return false;
  let longest = text.length;
  let given = 0;
  for (const [name, value] of values) {
    longest = Math.max(longest, value.length);
    given += name.length + value.length;
  }
  return given <= MOST_FILLED_IN && placeholdersAtMost(text) * longest <= MOST_FILLED_IN;
}

function placeholdersAtMost(text: string | Uint8Array): number {
  let count = 0;
  for (let at = 0; at < text.length; at++)
    if (SIGNS.has(typeof text === 'string' ? text.charCodeAt(at) : text[at])) count += 1;
  return count;
}
