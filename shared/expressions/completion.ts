import { type EvaluationContext, evaluateText, ITEM_NAMES } from './evaluate.ts';
import type { FunctionSpec, Parameter } from './expression.ts';
import { type FunctionName, functionNamed, functionNames, parameterAt, signatureOf } from './functions.ts';
import { parseExpression } from './parse.ts';
import { nameInExpression, type Token, tokensOf } from './tokens.ts';

/** An item of the completion list for expressions. */
export interface ExpressionItem {
  readonly kind: 'variable' | 'function' | 'item' | 'option';
  readonly label: string;
  /** The text that replaces the completed range. */
  readonly insert: string;
  /** The cursor position in the inserted text. */
  readonly cursor: number;
  /**
   * The signature of a function, the default of a variable, or the result of the call with an option; null for other
   * items.
   */
  readonly detail: string | null;
}

export interface ExpressionItems {
  readonly from: number;
  readonly to: number;
  readonly items: readonly ExpressionItem[];
}

/** The call around the cursor. */
export interface OpenCall {
  readonly name: FunctionName;
  readonly spec: FunctionSpec;
  /** The index of the argument at the cursor. */
  readonly index: number;
  /** The start of the call. */
  readonly start: number;
  /** The start of the argument at the cursor. */
  readonly argumentStart: number;
}

/** The variables of a template, and the names that lists define. */
export type ExpressionNames = readonly {
  readonly name: string;
  readonly default: string | null;
  /** The notation in an expression; absent for a variable. */
  readonly expression?: string;
}[];

interface Names {
  readonly variables: ExpressionNames;
  /** The context for evaluating calls with each option; null to offer options without results. */
  readonly context: EvaluationContext | null;
}

/** The name that the user types, with points and an opening backquote. */
const TYPED = /`?[\p{L}\p{M}\p{N}_.-]*$/u;
const NAME_END = /^[\p{L}\p{M}\p{N}_]*/u;
/** The maximum number of arguments in hints for functions with repeatable parameters. */
const MANY = 100;

/**
 * Returns the variables, functions, and options that are possible at an offset of an expression. Returns an empty list
 * inside a text, unless the text is an argument with options.
 */
export function completeExpression(source: string, offset: number, { variables, context }: Names): ExpressionItems {
  const tokens = tokensOf(source.slice(0, offset));
  const last = tokens.at(-1);
  const call = openCall(tokens);
  const parameter = call === null ? null : parameterAt(call.spec, call.index, MANY);
  const text = openText(last, offset);
  if (text !== null) {
    const quote = source.charAt(text);
    const closed = source.charAt(offset) === quote ? offset + 1 : offset;
    return { from: text, to: closed, items: call === null ? [] : optionItems(source, call, parameter, context, quote) };
  }
  const typed = typedName(source, offset, last);
  const from = offset - typed.length;
  const to = offset + (NAME_END.exec(source.slice(offset))?.[0].length ?? 0);
  if (typed === '' && last !== undefined && !startsOperand(last)) return { from, to, items: [] };
  const isCalled = source.charAt(to) === '(';
  const ofItem = parameter?.kind === 'each' ? [...ITEM_NAMES].map((name) => itemOf('item', name, name, null)) : [];
  // Omit the typed name itself, because the template already treats it as a variable while the user types.
  const ofVariables = variables
    .map((each) => ({ ...each, insert: each.expression ?? nameInExpression(each.name) }))
    .filter(({ insert }) => insert !== typed)
    .map(({ name, insert, default: value }) => itemOf('variable', name, insert, value));
  const ofFunctions = functionNames.map((name): ExpressionItem => {
    const spec = functionNamed(name);
    const insert = isCalled ? name : `${name}()`;
    const detail = spec === undefined ? null : signatureOf(name, spec);
    return { kind: 'function', label: name, insert, cursor: name.length + (isCalled ? 0 : 1), detail };
  });
  const options = call === null || typed !== '' ? [] : optionItems(source, call, parameter, context, "'");
  const query = typed.replace('`', '').toLowerCase();
  const items = [...options, ...ofItem, ...ofVariables, ...ofFunctions];
  return { from, to, items: items.filter(({ label }) => label.toLowerCase().startsWith(query)) };
}

function itemOf(kind: ExpressionItem['kind'], label: string, insert: string, detail: string | null): ExpressionItem {
  return { kind, label, insert, cursor: insert.length, detail };
}

/** Returns the start of the text that is unclosed at an offset; null outside texts. */
function openText(last: Token | undefined, offset: number): number | null {
  const isOpen = last?.reason === 'quote' && last.end === offset && last.text.charAt(0) !== '`';
  return isOpen ? last.start : null;
}

/** Returns the part before an offset of the name that the user types; empty without a name. */
function typedName(source: string, offset: number, last: Token | undefined): string {
  const isName = last?.kind === 'name' || last?.kind === 'word' || last?.reason === 'quote' || last?.text === '.';
  return last !== undefined && isName && last.end === offset ? (TYPED.exec(source.slice(0, offset))?.[0] ?? '') : '';
}

/** Returns whether an operand can follow a token. */
function startsOperand({ kind, text }: Token): boolean {
  if (kind === 'word') return text !== 'true' && text !== 'false';
  return kind === 'mark' && text !== ')' && text !== ']' && text !== '.';
}

/** Returns the innermost unclosed call at an offset; null outside calls. */
export function callAt(source: string, offset: number): OpenCall | null {
  return openCall(tokensOf(source.slice(0, offset)));
}

function openCall(tokens: readonly Token[]): OpenCall | null {
  const open: { readonly name: Token | null; index: number; argumentStart: number }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'mark') continue;
    const before = tokens[at - 1];
    const innermost = open.at(-1);
    if (token.text === '(' || token.text === '[') {
      const isCall = token.text === '(' && before?.kind === 'name' && before.quoted !== true;
      open.push({ name: isCall ? before : null, index: 0, argumentStart: token.end });
    } else if (token.text === ')' || token.text === ']') open.pop();
    else if (token.text === ',' && innermost !== undefined) {
      innermost.index += 1;
      innermost.argumentStart = token.end;
    }
  }
  const call = open.findLast(({ name }) => name !== null && functionNamed(name.text) !== undefined);
  const spec = call?.name ? functionNamed(call.name.text) : undefined;
  if (call === undefined || call.name === null || spec === undefined) return null;
  const { name, index, argumentStart } = call;
  return { name: name.text as FunctionName, spec, index, start: name.start, argumentStart };
}

/** Returns the possible texts of an argument, each with the result of the call. */
function optionItems(
  source: string,
  { start, argumentStart }: OpenCall,
  parameter: Parameter | null,
  context: EvaluationContext | null,
  quote: string,
): readonly ExpressionItem[] {
  return (parameter?.options ?? []).map((option) => {
    const insert = quote + option + quote;
    const result = context === null ? null : resultOf(`${source.slice(start, argumentStart)}${insert})`, context);
    return itemOf('option', option, insert, result);
  });
}

/** Returns the result of an expression as text; null if it has none. */
function resultOf(source: string, context: EvaluationContext): string | null {
  const parsed = parseExpression(source);
  const read = parsed.ok ? evaluateText(parsed.value, context) : parsed;
  return read.ok ? read.value : null;
}
