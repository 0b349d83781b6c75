import { describe, expect, it } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { createDistinctNames, fillPattern, parseNamePattern, safeFileName } from './film-names.ts';

const filled = (pattern: string, values: Readonly<Record<string, string>>): string => {
  const parsed = parseNamePattern(pattern);
  return parsed.ok ? fillPattern(parsed.value, (name) => values[name]) : inEnglish(parsed.error);
};

describe('a pattern of file names', () => {
  it('is filled in once without scanning values for placeholders', () => {
    expect(filled('hello-${name}-${index}.mp4', { name: '${index}', index: '7' })).toBe('hello-${index}-7.mp4');
  });

  it.each(['${name', '${}', 'a${b${c}'])('is refused as %s', (pattern) => {
    expect(filled(pattern, {})).toBe('Write placeholders as ${name}.');
  });
});

describe('the name of a film', () => {
  it.each([
    ['../../etc/passwd', '-..-etc-passwd.mp4'],
    ['a\u0000b\u202ec', 'a-b-c.mp4'],
    ['con', '_con.mp4'],
    ['COM1.mp4', '_COM1.mp4'],
    ['nul .clip', '_nul .clip.mp4'],
    ['conin$', '_conin$.mp4'],
    ['CONOUT$.mp4', '_CONOUT$.mp4'],
    ['con$', 'con$.mp4'],
    ['a\u061cb', 'a-b.mp4'],
    [' . ', 'film.mp4'],
    ['Film.MP4', 'Film.mp4'],
    ['cafe\u0301', 'caf\u00e9.mp4'],
  ])('is valid in every file system: %j', (text, name) => {
    expect(safeFileName(text, 'mp4')).toBe(name);
  });

  it('has at most 255 bytes and only whole characters', () => {
    const name = safeFileName('ü'.repeat(300), 'mp4');
    expect([Buffer.byteLength(name) <= 255, name.endsWith('ü.mp4')]).toEqual([true, true]);
  });

  it('is unique regardless of case', () => {
    const distinct = createDistinctNames();
    expect(['a.mp4', 'A.mp4', 'a-2.mp4', 'a.mp4'].map(distinct)).toEqual(['a.mp4', 'A-2.mp4', 'a-2-2.mp4', 'a-3.mp4']);
  });
});
