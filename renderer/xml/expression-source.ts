import {
  callAt,
  completeExpression,
  type ExpressionItems,
  type ExpressionNames,
  type OpenCall,
} from '#shared/expressions/completion.ts';
import { type FunctionName, functionNamed, signatureOf } from '#shared/expressions/functions.ts';
import { parseExpression } from '#shared/expressions/parse.ts';
import { tokensOf } from '#shared/expressions/tokens.ts';
import { variablesIn } from '#shared/expressions/variables-in.ts';
import { parseValue } from '#shared/template/placeholders/placeholder.ts';

/** An expression around an offset in the text of a template. */
export interface ExpressionSource {
  /** The text with references such as `&lt;` decoded. */
  readonly source: string;
  /** The cursor position in `source`. */
  readonly at: number;
  /** Converts an offset in `source` to an offset in the template. */
  readonly toText: (offset: number) => number;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

const REFERENCES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Returns the expression of a value that contains an offset; null if there is none. The expression can be unfinished.
 */
export function expressionAround(text: string, offset: number, { from, to }: Range): ExpressionSource | null {
  if (!text.slice(from, offset).includes('${')) return null;
  const { value, offsets } = withoutReferences(text, { from, to });
  const at = offsets.findLastIndex((each) => each <= offset);
  const before = value.slice(0, at);
  const opening = [...before.matchAll(/\$\{\s*=/g)].findLast((match) => isOpen(before.slice(match.index)));
  if (opening === undefined) return null;
  const start = opening.index + opening[0].length;
  const { pieces } = parseValue(value.slice(opening.index));
  const [piece] = pieces;
  const end = piece?.kind === 'expression' ? start + piece.source.length : at;
  return { source: value.slice(start, end), at: at - start, toText: (each) => offsets[start + each] ?? to };
}

/** Returns whether a text starts with an expression whose end is missing. */
function isOpen(begun: string): boolean {
  const [fault] = parseValue(begun).faults;
  return parseValue(begun).pieces.length === 0 && fault?.kind === 'placeholder';
}

/**
 * Returns a value with its references decoded. Also returns the offset in the text of each character of the value, and
 * of its end.
 */
function withoutReferences(text: string, { from, to }: Range) {
  let value = '';
  const offsets: number[] = [];
  for (let at = from; at < to; ) {
    const [whole = text.charAt(at), name = ''] = /^&(lt|gt|amp|quot|apos);/.exec(text.slice(at, at + 6)) ?? [];
    value += REFERENCES[name] ?? whole;
    offsets.push(at);
    at += whole.length;
  }
  offsets.push(to);
  return { value, offsets };
}

/**
 * Returns the completions in an expression. They do not show results of functions, because the typed text can differ
 * from the last valid template.
 */
export function expressionItems({ source, at }: ExpressionSource, variables: ExpressionNames): ExpressionItems {
  return completeExpression(source, at, { variables, context: null });
}

export interface FunctionDoc {
  readonly name: FunctionName;
  readonly signature: string;
  /** An example expression and its result. */
  readonly example: readonly [expression: string, result: string];
}

function functionDoc(name: FunctionName): FunctionDoc | null {
  const spec = functionNamed(name);
  return spec === undefined ? null : { name, signature: signatureOf(name, spec), example: spec.example };
}

/** The name at an offset in an expression, with its range in the template. */
type NameAt = Range &
  ({ readonly kind: 'function'; readonly doc: FunctionDoc } | { readonly kind: 'variable'; readonly name: string });

/** Returns the function or the variable at the cursor of an expression; null if there is none. */
export function nameAt({ source, at, toText }: ExpressionSource): NameAt | null {
  const tokens = tokensOf(source);
  const index = tokens.findIndex(({ start, end }) => start <= at && at <= end);
  const token = tokens[index];
  if (token?.kind === 'name' && tokens[index + 1]?.text === '(') {
    const doc = functionDoc(token.text as FunctionName);
    return doc === null ? null : { kind: 'function', doc, from: toText(token.start), to: toText(token.end) };
  }
  const parsed = parseExpression(source);
  const uses = parsed.ok ? variablesIn(parsed.value) : [];
  const use = uses.find((each) => each.at <= at && at <= each.end);
  return use === undefined ? null : { kind: 'variable', name: use.name, from: toText(use.at), to: toText(use.end) };
}

/** Returns the call around the cursor of an expression; null outside of calls. */
export function callAround({ source, at }: ExpressionSource): OpenCall | null {
  return callAt(source, at);
}
