import { nameInExpression } from '../../expressions/tokens.ts';
import { isDecimal } from '../../lib/decimal-text.ts';
import { formatExpression, type Placeholder, parseValue, type ValuePiece } from './placeholder.ts';

/** The functions that correspond to the options of placeholders. */
const FUNCTIONS = { U: 'upper', L: 'lower', T: 'title', E: 'urlencode' } as const;

/**
 * Returns an expression with the same result as a value: a number, a text, or its placeholders and texts joined by `~`.
 * A value with malformed placeholders becomes a literal text.
 */
export function computedValue(value: string): string {
  const { pieces, faults } = parseValue(value);
  const [only] = pieces;
  if (only?.kind === 'expression' && pieces.length === 1) return value;
  const operands = faults.length > 0 || only === undefined ? [textOperand(value)] : pieces.map(operandOf);
  return formatExpression({ before: '', source: ` ${operands.join(' ~ ')} ` });
}

function operandOf(piece: ValuePiece): string {
  switch (piece.kind) {
    case 'text':
      return textOperand(piece.text);
    case 'placeholder':
      return placeholderOperand(piece);
    case 'expression':
      return `(${piece.source.trim()})`;
    default:
      return piece satisfies never;
  }
}

/** Returns a decimal as a number if expressions support its notation; otherwise as a text in quotes. */
function textOperand(text: string): string {
  if (isDecimal(text) && /^-?\d+(?:\.\d+)?$/.test(text.trim())) return text.trim();
  return `'${text.replaceAll("'", "''")}'`;
}

function placeholderOperand({ name, default: fallback, options }: Placeholder): string {
  const variable = nameInExpression(name);
  const value = fallback === null ? variable : `default(${variable}, ${textOperand(fallback)})`;
  return options.reduce((inner, option) => `${FUNCTIONS[option]}(${inner})`, value);
}
