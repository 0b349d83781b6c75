import { describe, expect, it } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { nameKey, nameProblem } from './asset-name.ts';
import { freeName, usableName } from './usable-name.ts';

describe('a usable name', () => {
  it.each([
    ['film.mp4', 'film.mp4'],
    ['a/b:c.mp4', 'a-b-c.mp4'],
    ['Take 3?.mov', 'Take 3-.mov'],
    ['nul.mp4', '_nul.mp4'],
    ['film.mp4. . ', 'film.mp4'],
    ['u\u0308ber.mp4', '\u00fcber.mp4'],
    ['my%20clip.mp4', 'my%20clip.mp4'],
    ['a%2Fb.mp4', 'a-b.mp4'],
    ['%2e%252e', '-'],
    ['', 'file'],
    ['...', 'file'],
  ])('has no invalid characters: %j becomes %j', (name, usable) => {
    expect(usableName(name)).toBe(usable);
  });

  it('keeps its extension when it is shortened', () => {
    const name = usableName(`${'ä'.repeat(200)}.mp4`);
    expect([nameProblem(name), name.endsWith('ä.mp4')]).toEqual([null, true]);
  });

  it('exists for any text', () => {
    const unit = fc.constantFrom('grapheme', 'binary');
    fc.assert(
      fc.property(
        unit.chain((unit) => fc.string({ unit, maxLength: 60 })),
        (name) => nameProblem(usableName(name)) === null,
      ),
    );
  });
});

describe('a free name', () => {
  const taken = new Set(['film.mp4', 'film (2).mp4', 'x'].map(nameKey));
  const isTaken = (key: string) => taken.has(key);
  it.each([
    ['other.mp4', 'other.mp4'],
    ['FILM.mp4', 'FILM (3).mp4'],
    ['film (2).mp4', 'film (3).mp4'],
    ['x', 'x (2)'],
  ])('for %j is %j', (name, free) => {
    expect(freeName(name, isTaken)).toBe(free);
  });

  it('has at most the maximum length', () => {
    const name = `${'ä'.repeat(125)}.mp4`;
    const free = freeName(name, (key) => key === nameKey(name));
    expect([nameProblem(free), free.endsWith(' (2).mp4')]).toEqual([null, true]);
  });
});
