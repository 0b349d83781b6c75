import { describe, expect, it } from 'vitest';
import { applyViewEdits } from '#renderer/xml/view-text.ts';
import { fc } from '#shared/testing/properties.ts';
import { minimalEdits } from './minimal-edits.ts';

const anyText = fc
  .array(fc.constantFrom('<scene/>\n', '<a b="1">\n', 'x', '\n', '😀', `${'long '.repeat(30)}\n`), { maxLength: 40 })
  .map((parts) => parts.join(''));

describe('minimalEdits', () => {
  it('returns edits that turn one text into the other', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        expect(applyViewEdits(before, minimalEdits(before, after))).toBe(after);
      }),
    );
  });

  it('changes only the lines that differ', () => {
    const line = (index: number, duration = 10) => `  <scene duration="${duration}" name="${index}"/>\n`;
    const scenes = Array.from({ length: 1000 }, (_, index) => line(index));
    const before = scenes.join('');
    const after = scenes.with(3, line(3, 12)).with(997, line(997, 99)).join('');
    const edits = minimalEdits(before, after);
    expect(edits.map(({ insert }) => insert)).toEqual(['2', '99']);
  });

  it('does not split a surrogate pair', () => {
    expect(minimalEdits('a😀b', 'a😁b')).toEqual([{ from: 1, to: 3, insert: '😁' }]);
  });
});
