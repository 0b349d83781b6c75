import { describe, expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { fc } from '#shared/testing/properties.ts';
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
  ])('accepts %j', (name) => {
    expect(nameProblem(name)).toBeNull();
  });

  test.each([
    ['', 'is empty.'],
    ['.', 'ends in a dot.'],
    ['..', 'ends in a dot.'],
    ['film.', 'ends in a dot.'],
    ['film ', 'ends in a space.'],
    ['a/b', 'contains /, which some systems don’t allow in file names.'],
    ['a\\b', 'contains \\, which some systems don’t allow in file names.'],
    ['C:film', 'contains :, which some systems don’t allow in file names.'],
    ['what?', 'contains ?, which some systems don’t allow in file names.'],
    ['a%2fb', 'contains %2f, which programs read as a separator.'],
    ['a%255Cb', 'contains %255C, which programs read as a separator.'],
    ['a%00', 'contains %00, which programs read as a separator.'],
    ['%2e%2E', 'contains %2e%2E, which programs read as a separator.'],
    ['a\0b', 'contains a control character.'],
    ['a\nb', 'contains a control character.'],
    ['a\u007fb', 'contains a control character.'],
    ['a\u0085b', 'contains a control character.'],
    ['a\u202egpj.exe', 'contains a character that changes the text direction.'],
    ['a\u2067b', 'contains a character that changes the text direction.'],
    ['a\u200fb', 'contains a character that changes the text direction.'],
    ['con', 'is reserved by Windows for a device.'],
    ['NUL.mp4', 'is reserved by Windows for a device.'],
    ['nul .mp4', 'is reserved by Windows for a device.'],
    ['Com1.tar.gz', 'is reserved by Windows for a device.'],
    ['lpt³', 'is reserved by Windows for a device.'],
    ['u\u0308.mp4', 'isn’t in composed Unicode form. Normalize it to NFC.'],
    ['\ud800.mp4', 'isn’t valid Unicode.'],
    ['ü'.repeat(128), 'has 256 bytes in UTF-8; the limit is 255.'],
  ])('refuses %j because it %s', (name, problem) => {
    const refusal = nameProblem(name);
    expect(refusal === null ? null : inEnglish(refusal)).toBe(problem);
  });

  test('accepts only single path segments of 1 to 255 bytes', { tags: ['promise:F36'] }, () => {
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
  ])('returns equal keys for %j and %j', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test('returns equal keys for all cases and Unicode forms', () => {
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
