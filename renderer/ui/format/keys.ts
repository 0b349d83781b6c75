import { pageStrings } from '#renderer/strings/page-language.ts';

/** A combination of keys. */
export interface KeyChord {
  /** Whether Ctrl is held, or Cmd on a Mac. */
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
  /** The key as in `KeyboardEvent.key`. Letters are in lower case. */
  readonly key: string;
}

/** The part of a `KeyboardEvent` that determines the chord. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const names: Readonly<Record<string, string>> = {
  Space: ' ',
  Plus: '+',
  Minus: '-',
  Del: 'Delete',
  Esc: 'Escape',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
};

const modifiers = ['Mod', 'Shift', 'Alt'];

/**
 * Parses keys in the notation of the action table: `Mod+Shift+Z`, `Space`, `,`, `Shift+ArrowLeft`. `Mod` is Ctrl, or
 * Cmd on a Mac; `Plus` is the plus sign. Null for an invalid text.
 */
export function parseKeys(text: string): KeyChord | null {
  const parts = text.split('+');
  const last = parts.pop();
  if (last === undefined || last === '' || modifiers.includes(last)) return null;
  if (parts.some((part) => !modifiers.includes(part)) || new Set(parts).size < parts.length) return null;
  const named = names[last] ?? last;
  return {
    mod: parts.includes('Mod'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
    key: named.length === 1 ? named.toLowerCase() : named,
  };
}

/**
 * Formats a chord in the notation of the action table, with the modifiers in a fixed order. The inverse of {@link
 * parseKeys}.
 */
export function keysText(chord: KeyChord): string {
  const name = Object.keys(names).find((each) => names[each] === chord.key && each !== 'Del') ?? chord.key;
  const written = name.length === 1 ? name.toUpperCase() : (longNames[chord.key] ?? name);
  return [
    ...(chord.mod ? ['Mod'] : []),
    ...(chord.shift ? ['Shift'] : []),
    ...(chord.alt ? ['Alt'] : []),
    written,
  ].join('+');
}

const longNames: Readonly<Record<string, string>> = {
  Delete: 'Delete',
  Escape: 'Escape',
  ArrowUp: 'ArrowUp',
  ArrowDown: 'ArrowDown',
  ArrowLeft: 'ArrowLeft',
  ArrowRight: 'ArrowRight',
};

/** Returns whether a key press matches a chord. `mac` selects the rules for a Mac. */
export function matchesKeys(press: KeyPress, chord: KeyChord, mac: boolean): boolean {
  if ((mac ? press.metaKey : press.ctrlKey) !== chord.mod) return false;
  if (mac ? press.ctrlKey : press.metaKey) return false;
  // For characters such as `?` and `+`, ignore an additional Shift or Alt, because some layouts require Shift or AltGr
  // for them.
  const isSign = isSignKey(chord.key);
  if (altDistinguishes(chord.key) ? press.altKey !== chord.alt : chord.alt && !press.altKey) return false;
  if (isSign ? chord.shift && !press.shiftKey : press.shiftKey !== chord.shift) return false;
  return keyOf(press) === chord.key;
}

function isSignKey(key: string): boolean {
  return key.length === 1 && key !== ' ' && !/[\p{L}\p{N}]/u.test(key);
}

/**
 * Returns whether Alt distinguishes chords with this key. Returns false for most punctuation, because some layouts
 * require Alt for it. No layout requires Alt for a comma or a period.
 */
function altDistinguishes(key: string): boolean {
  return !isSignKey(key) || key === ',' || key === '.';
}

/** Returns the chord of a key press, for recording user-defined keys. Null while only modifier keys are held. */
export function chordOf(press: KeyPress, mac: boolean): KeyChord | null {
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead', 'CapsLock'].includes(press.key)) return null;
  const key = keyOf(press);
  const isSign = isSignKey(key);
  return {
    mod: mac ? press.metaKey : press.ctrlKey,
    shift: press.shiftKey && !isSign,
    alt: press.altKey && altDistinguishes(key),
    key,
  };
}

/**
 * Returns the key in the notation of the action table. With a non-Latin layout (Cyrillic, Greek), and with Alt on a
 * Mac, the physical position of the key determines the letter. System shortcuts use the same rule.
 */
function keyOf({ key, code, altKey }: KeyPress): string {
  if (key === '−' || key === '–') return '-';
  if (key.length !== 1) return key;
  const lower = key.toLowerCase();
  const sign = altSigns[code];
  if (altKey && sign !== undefined && !/[ -~]/.test(key)) return sign;
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1];
  const foreign = /\p{L}/u.test(lower) && !/[a-z]/.test(lower);
  if (place !== undefined && (foreign || altKey)) return place.toLowerCase();
  return lower;
}

/** The punctuation keys by physical position. With Alt, a Mac types other characters with these keys (`≤`, `≥`). */
const altSigns: Readonly<Record<string, string>> = { Comma: ',', Period: '.' };

const keyLabels: Readonly<Record<string, string>> = {
  ' ': 'Space',
  '-': '−',
  Delete: 'Del',
  Escape: 'Esc',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

const shownOnMac: Readonly<Record<string, string>> = {
  ...keyLabels,
  Delete: '⌦',
  Backspace: '⌫',
  Enter: '↩',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/**
 * Returns the texts of key caps in the page language, such as `['Ctrl', 'Shift', 'Z']`; on a Mac, `['⇧', '⌘', 'Z']`.
 */
export function keyNames(text: string, mac: boolean): readonly string[] {
  const chord = parseKeys(text);
  if (chord === null) return [text];
  const { mod, shift, alt, key } = chord;
  const cap = (mac ? shownOnMac : keyLabels)[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  // The order in Apple's guidelines: Control, Option, Shift, Command.
  const caps = mac
    ? [...(alt ? ['⌥'] : []), ...(shift ? ['⇧'] : []), ...(mod ? ['⌘'] : []), cap]
    : [...(mod ? ['Ctrl'] : []), ...(shift ? ['Shift'] : []), ...(alt ? ['Alt'] : []), cap];
  const { keyCaps } = pageStrings().kit;
  return caps.map((name) => keyCaps[name] ?? name);
}

/** Formats keys as one text for titles and menus: `Ctrl+Shift+Z`, `⇧⌘Z`. */
export function keysLabel(text: string, mac: boolean): string {
  return keyNames(text, mac).join(mac ? '' : '+');
}

/** Formats keys for `aria-keyshortcuts`, which requires the platform's own modifier names. */
export function ariaKeys(text: string, mac: boolean): string {
  const chord = parseKeys(text);
  if (chord === null) return text;
  const name = chord.key === ' ' ? 'Space' : chord.key === '+' ? 'Plus' : chord.key.toUpperCase();
  return [
    ...(chord.mod ? [mac ? 'Meta' : 'Control'] : []),
    ...(chord.shift ? ['Shift'] : []),
    ...(chord.alt ? ['Alt'] : []),
    chord.key.length === 1 ? name : chord.key,
  ].join('+');
}
