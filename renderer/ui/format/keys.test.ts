import { expect, test } from 'vitest';
import { ariaKeys, chordOf, type KeyPress, keyNames, keysLabel, keysText, matchesKeys, parseKeys } from './keys.ts';

function press(key: string, held: Partial<Omit<KeyPress, 'key'>> = {}): KeyPress {
  return { key, code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

function matches(keys: string, event: KeyPress, mac = false): boolean {
  const chord = parseKeys(keys);
  if (chord === null) throw new Error(`${keys} are no keys`);
  return matchesKeys(event, chord, mac);
}

test.each([
  ['Mod+Shift+Z', { mod: true, shift: true, alt: false, key: 'z' }],
  ['Space', { mod: false, shift: false, alt: false, key: ' ' }],
  ['Shift+ArrowLeft', { mod: false, shift: true, alt: false, key: 'ArrowLeft' }],
  [',', { mod: false, shift: false, alt: false, key: ',' }],
  ['Plus', { mod: false, shift: false, alt: false, key: '+' }],
  ['Del', { mod: false, shift: false, alt: false, key: 'Delete' }],
])('a valid chord is parsed: %s', (text, chord) => {
  expect(parseKeys(text)).toEqual(chord);
});

test.each(['', 'Mod', 'Mod+', 'Hyper+K', 'Mod+Mod+K', '+'])('an invalid chord is refused: %j', (text) => {
  expect(parseKeys(text)).toBeNull();
});

test.each(['Mod+Shift+Z', 'Space', 'Shift+ArrowLeft', ',', '?', 'Plus', 'Minus', 'Delete', 'Escape', 'F6'])(
  'parsing and formatting preserve a chord: %s',
  (text) => {
    const chord = parseKeys(text);
    expect(chord && keysText(chord)).toBe(text);
  },
);

test('Mod is Cmd on a Mac and Ctrl elsewhere', () => {
  expect(matches('Mod+Z', press('z', { ctrlKey: true }))).toBe(true);
  expect(matches('Mod+Z', press('z', { metaKey: true }))).toBe(false);
  expect(matches('Mod+Z', press('z', { metaKey: true }), true)).toBe(true);
  expect(matches('Mod+Z', press('z', { ctrlKey: true }), true)).toBe(false);
});

test('an additional modifier prevents a match', () => {
  expect(matches('Mod+Z', press('Z', { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(matches('S', press('s', { ctrlKey: true }))).toBe(false);
  expect(matches('S', press('s', { altKey: true }))).toBe(false);
  expect(matches('ArrowLeft', press('ArrowLeft', { shiftKey: true }))).toBe(false);
  expect(matches('Mod+S', press('s', { ctrlKey: true, metaKey: true }))).toBe(false);
});

test('caps lock does not affect the match of a chord', () => {
  expect(matches('S', press('S'))).toBe(true);
});

test('a symbol key matches by its character on every layout', () => {
  expect(matches('?', press('?', { shiftKey: true, code: 'Minus' }))).toBe(true);
  expect(matches('?', press('?', { shiftKey: true, code: 'Slash' }))).toBe(true);
  expect(matches('Plus', press('+', { shiftKey: true, code: 'Equal' }))).toBe(true);
  expect(matches('Plus', press('+', { code: 'BracketRight' }))).toBe(true);
  expect(matches('Minus', press('−'))).toBe(true);
  expect(matches(',', press(',', { code: 'KeyM' }))).toBe(true);
  expect(matches('/', press('/', { altKey: true, code: 'Slash' }))).toBe(true);
  expect(matches('Shift+,', press(',', { code: 'Comma' }))).toBe(false);
});

test('a comma and a period with Alt are separate chords', () => {
  const alt = { altKey: true, code: 'Period' };
  expect(matches('Alt+.', press('.', alt))).toBe(true);
  expect(matches('.', press('.', alt))).toBe(false);
  expect(matches('Alt+.', press('.', { code: 'Period' }))).toBe(false);
  expect(matches('Alt+.', press('≥', alt), true)).toBe(true);
  expect(chordOf(press('≤', { altKey: true, code: 'Comma' }), true)).toEqual(parseKeys('Alt+,'));
  expect(chordOf(press('.', alt), false)).toEqual(parseKeys('Alt+.'));
});

test('without Latin letters, a key matches by its position', () => {
  expect(matches('Mod+Z', press('я', { ctrlKey: true, code: 'KeyZ' }))).toBe(true);
  expect(matches('S', press('ы', { code: 'KeyS' }))).toBe(true);
  expect(matches('Z', press('z', { code: 'KeyY' }))).toBe(true);
});

test('a letter with Alt on a Mac matches by key position', () => {
  expect(matches('Alt+S', press('ß', { altKey: true, code: 'KeyS' }), true)).toBe(true);
});

test('a key press is recorded as a chord', () => {
  expect(chordOf(press('Shift', { shiftKey: true }), false)).toBeNull();
  expect(chordOf(press('Z', { ctrlKey: true, shiftKey: true, code: 'KeyZ' }), false)).toEqual(parseKeys('Mod+Shift+Z'));
  expect(chordOf(press('?', { shiftKey: true }), false)).toEqual(parseKeys('?'));
});

test('key caps depend on the platform', () => {
  expect(keyNames('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(keyNames('Mod+Shift+Z', true)).toEqual(['⇧', '⌘', 'Z']);
  expect(keysLabel('Mod+Shift+Z', false)).toBe('Ctrl+Shift+Z');
  expect(keysLabel('Mod+Shift+Z', true)).toBe('⇧⌘Z');
  expect(keyNames('Minus', false)).toEqual(['−']);
  expect(ariaKeys('Mod+Shift+Z', true)).toBe('Meta+Shift+Z');
});
