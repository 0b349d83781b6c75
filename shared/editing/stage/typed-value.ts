/** What is typed while something is dragged: one number or two; null for what stays as the pointer has it. */
export interface TypedValues {
  readonly first: number | null;
  readonly second: number | null;
}

const NUMBER = '[+-]?(?:\\d+(?:[.]\\d*)?|[.]\\d+)';
const ONE_OR_TWO = new RegExp(`^(${NUMBER})?(?:\\s*[,;x×]\\s*(${NUMBER})?|\\s+(${NUMBER})?)?$`);

/** Whether a key belongs to a value. */
export function isTyped(key: string): boolean {
  return /^[\d.,;x× +-]$/.test(key);
}

/** Reads what was typed so far: `120`, `120, 40`, `, 40`. Null while it says nothing. */
export function readTyped(text: string): TypedValues | null {
  const found = ONE_OR_TWO.exec(text.trim());
  if (found === null) return null;
  const [, first, second, third] = found;
  const values = { first: numberOf(first), second: numberOf(second ?? third) };
  return values.first === null && values.second === null ? null : values;
}

function numberOf(text: string | undefined): number | null {
  const value = text === undefined ? Number.NaN : Number.parseFloat(text);
  return Number.isFinite(value) ? value : null;
}
