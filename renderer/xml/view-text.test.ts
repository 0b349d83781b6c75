import { describe, expect, it } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { applyViewEdits, offsetMap, viewTextOf } from './view-text.ts';

const anyText = fc.array(fc.constantFrom('a', '<b>', '\n', '\r\n', '\r', ' ')).map((parts) => parts.join(''));

describe('a text in the view', () => {
  it('has a single character for each line break', () => {
    expect(viewTextOf('a\r\nb\rc\nd')).toBe('a\nb\nc\nd');
  });

  it('maps offsets across line breaks', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { toView, toText } = offsetMap(text);
        const view = viewTextOf(text);
        for (let offset = 0; offset <= view.length; offset += 1) {
          expect(viewTextOf(text.slice(0, toText(offset)))).toBe(view.slice(0, offset));
          expect(toView(toText(offset))).toBe(offset);
        }
      }),
    );
  });

  it('preserves the line breaks of the text in edits', () => {
    expect(applyViewEdits('a\r\nb\r\nc', [{ from: 2, to: 3, insert: 'x\ny' }])).toBe('a\r\nx\r\ny\r\nc');
    expect(
      applyViewEdits('a\nb', [
        { from: 0, to: 1, insert: '' },
        { from: 3, to: 3, insert: '\n' },
      ]),
    ).toBe('\nb\n');
  });
});
