import { type Placeholder, parseValue, type ValuePiece } from '#shared/template/placeholders/placeholder.ts';
import { formatPlaceholder } from '#shared/template/placeholders/placeholder-text.ts';
import { substitute } from '#shared/template/placeholders/substitute.ts';

/** What stands in an editor of text: letters, or a placeholder as one character. */
export type WrittenPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** `written` is as the template has it, `shown` what it gives now; null where it gives nothing. */
  | { readonly kind: 'chip'; readonly written: string; readonly name: string; readonly shown: string | null };

/** What placeholders give. */
export interface GivenValues {
  readonly values: ReadonlyMap<string, string>;
  readonly defaults: ReadonlyMap<string, string>;
}

/** Takes a value apart; null where a placeholder in it cannot be read: then it is edited in the XML. */
export function writtenPieces(value: string, given: GivenValues): readonly WrittenPiece[] | null {
  const { pieces, faults } = parseValue(value);
  if (faults.length > 0) return null;
  return pieces.map((piece) => (piece.kind === 'text' ? piece : chipOf(piece, given)));
}

export function chipOf(placeholder: Placeholder, given: GivenValues): Extract<WrittenPiece, { kind: 'chip' }> {
  const pieces: readonly ValuePiece[] = [placeholder];
  const got = substitute({ pieces, faults: [] }, given);
  const shown = got.kind === 'text' && got.text !== '' ? got.text : null;
  return { kind: 'chip', written: formatPlaceholder(placeholder), name: placeholder.name, shown };
}

/** What is typed behind the last `{` before the cursor, as a variable's name may begin; null where nobody asks for one. */
export function askedVariable(before: string): string | null {
  return /\{([\p{L}\p{M}\p{N}_.-]*)$/u.exec(before)?.[1] ?? null;
}

/**
 * The placeholder that a brace just closed before the cursor, and how many letters it takes; null where there is none.
 * `${name}` is always one. `{name}` is one where a variable of that name exists, else it is plain text.
 */
export function closedPlaceholder(
  before: string,
  isKnown: (name: string) => boolean,
): { readonly placeholder: Placeholder; readonly length: number } | null {
  if (!before.endsWith('}')) return null;
  const last = parseValue(before).pieces.at(-1);
  if (last?.kind === 'placeholder') {
    const start = before.lastIndexOf('${');
    const { pieces, faults } = parseValue(before.slice(start));
    return pieces.length === 1 && faults.length === 0 ? { placeholder: last, length: before.length - start } : null;
  }
  const name = /\{([\p{L}\p{M}\p{N}_.-]+)\}$/u.exec(before)?.[1];
  if (name === undefined || !isKnown(name)) return null;
  return { placeholder: { kind: 'placeholder', name, default: null, options: [] }, length: name.length + 2 };
}

/** The text with `$ {` for each `${` that begins no complete placeholder, so that it is plain text. */
export function withoutFaults(value: string): string {
  const { faults } = parseValue(value);
  if (faults.length === 0) return value;
  for (let start = value.indexOf('${'); start !== -1; start = value.indexOf('${', start + 2)) {
    const mended = `${value.slice(0, start)}$ ${value.slice(start + 1)}`;
    if (parseValue(mended).faults.length < faults.length) return withoutFaults(mended);
  }
  return value.replaceAll('${', '$ {');
}

/** Those that begin as it was asked, then those that have it elsewhere. */
export function offeredNames(names: readonly string[], asked: string): readonly string[] {
  const wanted = asked.toLowerCase();
  const has = names.filter((name) => name.toLowerCase().includes(wanted));
  const begins = has.filter((name) => name.toLowerCase().startsWith(wanted));
  return [...begins, ...has.filter((name) => !begins.includes(name))];
}
