import { decodeText, encodingOfMark } from '../lib/decode-text.ts';
import { err, ok, type Result } from '../lib/result.ts';
import { type CaptionsFault, captionLimits } from './cue.ts';

/**
 * The text of a file: UTF-8, or UTF-16 where a byte order mark says so. The mark is no part of it, and neither is the
 * padding of NUL and Ctrl+Z that old programs write at the end. Another NUL becomes U+FFFD (WebVTT, 4.3).
 */
export function decodeCaptions(bytes: Uint8Array): Result<string, CaptionsFault> {
  if (bytes.length > captionLimits.bytes) return err('too-large');
  const text = decodeText(bytes, encodingOfMark(bytes) ?? 'utf-8');
  if (text === null) return err('not-text');
  let end = text.length;
  while (end > 0 && PADDING.has(text.charCodeAt(end - 1))) end -= 1;
  return ok(text.slice(0, end).replaceAll('\0', '\ufffd'));
}

const PADDING: ReadonlySet<number> = new Set([0x00, 0x1a]);
