import { calculate } from '#renderer/ui/fields/arithmetic.ts';
import { clamp, type NumberRange, readNumber, roundTo } from '#renderer/ui/fields/number-input.ts';
import { writeNumber } from '#renderer/ui/format/written-number.ts';

/** What a cell that was typed into holds: a sum is its result, and what is no number of the range stays, to be told. */
export function typedNumber(draft: string, range: NumberRange): string {
  const read = readNumber(draft, range);
  return read.ok ? writeNumber(read.value, range.precision) : draft;
}

/** A cell after some steps from what stands in it, kept in the range; from its least where that is no number. */
export function steppedNumber(draft: string, steps: number, range: NumberRange & { readonly step: number }): string {
  const read = calculate(draft);
  const from = read.ok ? read.value : (range.min ?? 0);
  return writeNumber(clamp(roundTo(from + steps * range.step, range.precision), range), range.precision);
}
