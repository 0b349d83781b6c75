import { err, ok, type Result } from '../lib/result.ts';
import type { CaptionsFault } from './cue.ts';

/** The platform's own; neither the DOM's nor Node's types are known here. */
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string };

/** What no text has: it tells bytes from text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const NO_TEXT = /[\u0000-\u0008\u000e-\u001f]/;

/** The text of a file: UTF-8, or UTF-16 where a byte order mark says so. The mark is no part of it. */
export function decodeCaptions(bytes: Uint8Array): Result<string, CaptionsFault> {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return NO_TEXT.test(text) ? err('not-text') : ok(text);
  } catch {
    // The decoder throws for nothing but bytes that are not what they are taken for.
    return err('not-text');
  }
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
