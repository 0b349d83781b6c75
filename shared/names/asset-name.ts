import type { NameMessages } from '../messages/films/detail-messages.ts';
import { message } from '../messages/message.ts';
import type { MessageIn } from '../messages/message-in.ts';

/** Bytes of UTF-8 that a name takes at most: what file systems take. */
const NAME_BYTES = 255;

/** Names that Windows keeps for devices, with any extension (https://learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/iu;
const FORBIDDEN = /[/\\:*?"<>|]/u;
/** What a program that decodes once too often would take for a separator, NUL, or a step out of the folder. */
const HIDDEN_SEPARATOR = /%(?:25)*(?:2f|5c|00)/iu;
const HIDDEN_DOTS = /^(?:\.|%(?:25)*2e)+$/iu;
const CONTROL = /\p{Cc}/u;
/** They turn the direction of writing: `gpj.exe` could be shown as `exe.jpg`. */
const BIDIRECTIONAL = /\p{Bidi_Control}/u;

/**
 * What of a name would be a separator, NUL or a step out of the folder if it were percent-decoded once more; null where
 * nothing would. Any other `%20` is the name's own.
 */
export function hiddenSeparator(name: string): string | null {
  return (HIDDEN_SEPARATOR.exec(name) ?? (name.includes('%') ? HIDDEN_DOTS.exec(name) : null))?.[0] ?? null;
}

/**
 * Why something cannot be a name of an asset, movie, template or project; null if it can. Names are one path segment and the same on every system that a project may be brought to.
 */
export function nameProblem(name: string): MessageIn<NameMessages> | null {
  if (name === '') return message('name/empty');
  if (!name.isWellFormed()) return message('name/no-unicode');
  const bytes = utf8Bytes(name);
  if (bytes > NAME_BYTES) return message('name/too-long', { bytes, most: NAME_BYTES });
  if (CONTROL.test(name)) return message('name/control-character');
  if (BIDIRECTIONAL.test(name)) return message('name/direction');
  const forbidden = FORBIDDEN.exec(name)?.[0];
  if (forbidden !== undefined) return message('name/forbidden', { character: forbidden });
  const hidden = hiddenSeparator(name);
  if (hidden !== null) return message('name/separator', { text: hidden });
  if (name.endsWith('.')) return message('name/ends-in-dot');
  if (name.endsWith(' ')) return message('name/ends-in-space');
  if (DEVICE.test(name)) return message('name/device');
  if (name !== name.normalize('NFC')) return message('name/not-composed');
  return null;
}

/**
 * The name as it is compared: two names with the same key are one name. Upper case first gives the full folding
 * (`ß` is `ss`) that JavaScript has no function for; it also joins the dotless `ı` with `i`.
 */
export function nameKey(name: string): string {
  let key = name;
  // Few letters, such as İ, need more than one turn to come to rest; none needs many.
  for (let turn = 0; turn < 4; turn++) {
    const next = key.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
    if (next === key) break;
    key = next;
  }
  return key;
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}
