import { describe, expect, test } from 'vitest';
import { inEnglish } from '../statements/in-english.ts';
import { fc } from '../testing/properties.ts';
import { nameKey, nameProblem } from './asset-name.ts';

const unicode = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('nameProblem', () => {
  test.each([
    'film.mp4',
    'Grüße aus Köln.mp4',
    '映画.mp4',
    '👩‍👩‍👧.mp4',
    ' leading.mp4',
    '.hidden',
    'a..b',
    'console.log',
    'com.mp4',
    'com10',
    "o'neill & sons, 100%.mp4",
    'my%20clip.mp4',
    'a%2520b%41.mp4',
    'a%2eb',
    'x'.repeat(255),
  ])('takes %j', (name) => {
    expect(nameProblem(name)).toBeNull();
  });

  test.each([
    ['', 'is empty.'],
    ['.', 'ends in a dot.'],
    ['..', 'ends in a dot.'],
    ['film.', 'ends in a dot.'],
    ['film ', 'ends in a space.'],
    ['a/b', 'holds /, which not every system takes in file names.'],
    ['a\\b', 'holds \\, which not every system takes in file names.'],
    ['C:film', 'holds :, which not every system takes in file names.'],
    ['what?', 'holds ?, which not every system takes in file names.'],
    ['a%2fb', 'holds %2f, which programs take for a separator.'],
    ['a%255Cb', 'holds %255C, which programs take for a separator.'],
    ['a%00', 'holds %00, which programs take for a separator.'],
    ['%2e%2E', 'holds %2e%2E, which programs take for a separator.'],
    ['a\0b', 'holds a control character.'],
    ['a\nb', 'holds a control character.'],
    ['a\u007fb', 'holds a control character.'],
    ['a\u0085b', 'holds a control character.'],
    ['a\u202egpj.exe', 'holds a character that turns the direction of writing.'],
    ['a\u2067b', 'holds a character that turns the direction of writing.'],
    ['a\u200fb', 'holds a character that turns the direction of writing.'],
    ['con', 'is one that Windows keeps for a device.'],
    ['NUL.mp4', 'is one that Windows keeps for a device.'],
    ['nul .mp4', 'is one that Windows keeps for a device.'],
    ['Com1.tar.gz', 'is one that Windows keeps for a device.'],
    ['lpt³', 'is one that Windows keeps for a device.'],
    ['u\u0308.mp4', 'is not in the composed form of Unicode (NFC).'],
    ['\ud800.mp4', 'is no valid Unicode.'],
    ['ü'.repeat(128), 'has 256 bytes in UTF-8; 255 is the most.'],
  ])('refuses %j: it %s', (name, problem) => {
    const refusal = nameProblem(name);
    expect(refusal === null ? null : inEnglish(refusal)).toBe(problem);
  });

  test('F36: what it takes has 1 to 255 bytes in UTF-8 and is one path segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        fc.pre(nameProblem(name) === null);
        const bytes = new TextEncoder().encode(name).length;
        expect(bytes >= 1 && bytes <= 255).toBe(true);
        expect(name.split(/[/\\\0]/)).toEqual([name]);
        expect(name.normalize('NFC')).toBe(name);
      }),
    );
  });
});

describe('nameKey', () => {
  test.each([
    ['Film.MP4', 'film.mp4'],
    ['STRASSE', 'straße'],
    ['Ü', 'u\u0308'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁlm', 'FILM'],
    ['İ', 'i\u0307'],
  ])('%j and %j are one name', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test('is the same whatever the case and the Unicode form, and for itself', () => {
    fc.assert(
      fc.property(unicode, (name) => {
        const key = nameKey(name);
        expect(nameKey(key)).toBe(key);
        expect(nameKey(name.normalize('NFD'))).toBe(key);
        expect(nameKey(name.toUpperCase())).toBe(key);
        expect(nameKey(name.toLowerCase())).toBe(key);
      }),
      { numRuns: 1000 },
    );
  });
});
