import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { formatDecimal } from '../values/decimal.ts';
import { BETWEEN, DECIMAL, decimalOf, partsOf } from '../values/written-list.ts';
import type { AttributeType } from './attribute-types.ts';

const MATRIX = `^\\s*${DECIMAL}(?:${BETWEEN}${DECIMAL}){11}(?:(?:${BETWEEN}${DECIMAL}){8})?\\s*$`;
const isMatrix = new RegExp(MATRIX);

/** Sums of products in 16.16 stay within 32 bits up to these. */
const LARGEST_FACTOR = 24;
const LARGEST_SUMMAND = 8;

/** The matrix that leaves all colours as they are. */
export const UNCHANGED: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** Three rows of four numbers, or four rows of five: factors, and what is added at each row's end. */
export function colorMatrix(): AttributeType<readonly number[]> {
  return {
    kind: 'matrix',
    variableType: 'text',
    pattern: MATRIX,
    parse: (text) => {
      const refused = err(statement('value/no-matrix', { factor: LARGEST_FACTOR, summand: LARGEST_SUMMAND }));
      if (!isMatrix.test(text)) return refused;
      const numbers = partsOf(text).map(decimalOf);
      const columns = columnsOf(numbers);
      const areWithin = numbers.every(
        (each, at) => Math.abs(each) <= (at % columns === columns - 1 ? LARGEST_SUMMAND : LARGEST_FACTOR),
      );
      return areWithin ? ok(numbers) : refused;
    },
    format: (numbers) => numbers.map(formatDecimal).join(' '),
  };
}

/** Whether a matrix of {@link colorMatrix} leaves all colours as they are. */
export function changesNothing(matrix: readonly number[]): boolean {
  const columns = columnsOf(matrix);
  return matrix.every((each, at) => each === (at % (columns + 1) === 0 ? 1 : 0));
}

function columnsOf({ length }: readonly number[]): number {
  return length === 12 ? 4 : 5;
}
