import * as fc from 'fast-check';
import { PLACEHOLDER_OPTIONS, type Placeholder, type PlaceholderOption, type ValuePiece } from './placeholder.ts';

/** Generates attribute values, many of which are malformed. */
export const anyValue = fc
  .array(fc.constantFrom('${', '${=', '`', '}', '{', '$', ',', "'", '"', ' ', 'a', 'U', 'name', 'é', '𝄞', '\n'), {
    maxLength: 30,
  })
  .map((pieces) => pieces.join(''));

const variableName = fc.stringMatching(/^[A-Za-z_.é-][\w.é-]{0,8}$/);

const optionSets: fc.Arbitrary<readonly PlaceholderOption[]> = fc
  .subarray([...PLACEHOLDER_OPTIONS])
  .filter((options) => !(options.includes('U') && options.includes('L')));

const defaultText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom("'", '"', ',', '{', '}', '${', ' ', '\t', 'x', ''), { maxLength: 6 })
    .map((pieces) => pieces.join('')),
);

export const placeholder: fc.Arbitrary<Placeholder> = fc.oneof(
  variableName.map((name): Placeholder => ({ kind: 'placeholder', name, default: null, options: [] })),
  fc
    .tuple(variableName, defaultText, optionSets)
    .map(([name, text, options]): Placeholder => ({ kind: 'placeholder', name, default: text, options })),
);

/**
 * Generates pieces in the form in which `parseValue` returns them: nonempty texts without `${`, separated by
 * placeholders.
 */
export const valueParts: fc.Arbitrary<readonly ValuePiece[]> = fc
  .array(
    fc.oneof(
      placeholder,
      fc.string({ unit: 'grapheme', minLength: 1 }).map((text): ValuePiece => ({ kind: 'text', text })),
    ),
    { maxLength: 6 },
  )
  .filter((pieces) =>
    pieces.every(
      (piece, index) => piece.kind !== 'text' || (!piece.text.includes('${') && pieces[index - 1]?.kind !== 'text'),
    ),
  );
