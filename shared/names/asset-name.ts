import { utf8Length } from '../lib/utf8-length.ts';
import type { NameMessage } from '../messages/details.en.ts';
import { message } from '../messages/message.ts';

/** The maximum length of a name in UTF-8 bytes, as in common file systems. */
const NAME_BYTES = 255;

/**
 * Names that Windows reserves for devices, with any extension
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
 */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/iu;
const FORBIDDEN = /[/\\:*?"<>|]/u;
/** Matches text that would become a separator or NUL if a program percent-decoded it again. */
const HIDDEN_SEPARATOR = /%(?:25)*(?:2f|5c|00)/iu;
const HIDDEN_DOTS = /^(?:\.|%(?:25)*2e)+$/iu;
const CONTROL = /\p{Cc}/u;
/** Matches characters that change the text direction. They could make `gpj.exe` look like `exe.jpg`. */
const BIDIRECTIONAL = /\p{Bidi_Control}/u;

/** Returns whether Windows reserves a name for a device, such as `con` and `nul .mp4`. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}

/**
 * Returns the part of a name that another percent-decoding would convert to a separator, NUL, or a parent folder; null
 * if there is none. Other sequences such as `%20` are ordinary text.
 */
export function hiddenSeparator(name: string): string | null {
  return (HIDDEN_SEPARATOR.exec(name) ?? (name.includes('%') ? HIDDEN_DOTS.exec(name) : null))?.[0] ?? null;
}

/**
 * Returns the reason why a text cannot be the name of an asset, movie, template, or project; null if it can. A valid
 * name is a single path segment that every system accepts.
 */
export function nameProblem(name: string): NameMessage | null {
  if (name === '') return message('name/empty');
  if (!name.isWellFormed()) return message('name/no-unicode');
  const bytes = utf8Length(name);
  if (bytes > NAME_BYTES) return message('name/too-long', { bytes, most: NAME_BYTES });
  if (CONTROL.test(name)) return message('name/control-character');
  if (BIDIRECTIONAL.test(name)) return message('name/direction');
  const forbidden = FORBIDDEN.exec(name)?.[0];
  if (forbidden !== undefined) return message('name/forbidden', { character: forbidden });
  const hidden = hiddenSeparator(name);
  if (hidden !== null) return message('name/separator', { text: hidden });
  if (name.endsWith('.')) return message('name/ends-in-dot');
  if (name.endsWith(' ')) return message('name/ends-in-space');
  if (isDeviceName(name)) return message('name/device');
  if (name !== name.normalize('NFC')) return message('name/not-composed');
  return null;
}

/**
 * Returns the key for comparing names: names with equal keys are equal. Converts to upper case first to get full case
 * folding (`ß` becomes `ss`), because JavaScript has no function for it. This also makes the dotless `ı` equal to `i`.
 */
export function nameKey(name: string): string {
  let key = name;
  // Repeat the conversion, because a few letters, such as İ, need more than one pass. Four passes are enough for all
  // letters.
  for (let turn = 0; turn < 4; turn++) {
    const next = key.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
    if (next === key) break;
    key = next;
  }
  return key;
}
