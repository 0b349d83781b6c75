import { type Message, message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import { trimXmlSpace } from '../../template/document/names.ts';
import type { ParsedElement } from './fault.ts';
import { Interruption, type ParserState } from './parser-state.ts';
import { declarationMessage, LONE_SLASH, startTagMessages } from './saxes-messages.ts';

/** Messages of saxes for problems that this parser detects itself, with better ranges. */
const DETECTED_BY_PARSER = new Set([
  'text data outside of root node.',
  'documents may contain only one root.',
  'document must contain a root element.',
  'inappropriately located doctype declaration.',
]);

/**
 * Converts an error message of saxes to a problem with an exact range. `here` is the offset up to which saxes has read.
 * If saxes would misinterpret the following text, throws an {@link Interruption} with the offset at which to continue.
 */
export function recoverFrom(saxesMessage: string, state: ParserState, here: number): void {
  if (DETECTED_BY_PARSER.has(saxesMessage) || /^(?:unclosed tag|duplicate attribute): /.test(saxesMessage)) return;
  const at = offendingOffset(state.text, here);
  const declaration = declarationMessage(saxesMessage);
  if (declaration !== null) leaveInstruction(state, declaration, at);
  else if (saxesMessage.startsWith('unmatched closing tag: ')) mismatchedEndTag(state, at, here);
  else (recoveries.get(saxesMessage) ?? ((): void => brokenStartTag(saxesMessage, state, at)))(state, at, here);
}

type Recovery = (state: ParserState, at: number, here: number) => void;

const recoveries: ReadonlyMap<string, Recovery> = new Map<string, Recovery>([
  ['unexpected close tag.', mismatchedEndTag],
  ['weird empty close tag.', mismatchedEndTag],
  ['disallowed character in closing tag.', brokenEndTag],
  ['disallowed character in tag name', strayLessThan],
  ['disallowed character.', lessThanInValue],
  ['malformed comment.', brokenComment],
  ['incorrect syntax.', brokenDeclaration],
  ['the string "]]>" is disallowed in char data.', cdataEndInText],
]);

/** Returns the offset of the character that saxes read last. */
function offendingOffset(text: string, here: number): number {
  const unit = text.charCodeAt(here - 1);
  const pair = (unit >= 0xdc00 && unit <= 0xdfff) || (unit === 10 && text.charCodeAt(here - 2) === 13);
  return Math.max(0, here - (pair ? 2 : 1));
}

function brokenStartTag(saxesMessage: string, state: ParserState, at: number): void {
  const { text } = state;
  const spaced = saxesMessage === LONE_SLASH ? /^\/\s{1,100}>/.exec(text.slice(at - 1, at + 101))?.[0] : undefined;
  if (spaced !== undefined) spacedSlash(state, at - 1, spaced.length);
  if (text.charAt(at) === '<') unclosedStartTag(state, at);
  const unquoted = saxesMessage === 'unquoted attribute value.';
  // Handle a self-closing tag: saxes would treat its `/` as a part of the error and leave the element open.
  const slash = unquoted ? at + text.slice(at, at + 4096).search(/\/>|[\s>]/) : at;
  const closesItself = text.startsWith('/>', slash);
  const knownMessage = startTagMessages.get(closesItself && !unquoted ? 'attribute without value.' : saxesMessage);
  const says = knownMessage?.(shownCharacter(text, at)) ?? message('xml/other', { words: saxesMessage });
  if (!state.tagFaulted) state.malformed(says, at, at + 1);
  // After an unquoted value, the rest of the tag can still be checked.
  state.tagFaulted ||= !unquoted;
  if (!closesItself) return;
  state.startTag(slash + 2);
  state.end(null);
  throw new Interruption(slash + 2);
}

/**
 * Returns a character for a message; null at the end of the text. For an invisible character, returns its code point.
 */
function shownCharacter(text: string, offset: number): string | null {
  const code = text.codePointAt(offset);
  if (code === undefined) return null;
  if (code <= 0x20 || (code >= 0x7f && code <= 0xa0)) return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return String.fromCodePoint(code);
}

/** Handles a space after the slash, as in `<video / >`. */
function spacedSlash(state: ParserState, start: number, length: number): never {
  const end = start + length;
  if (!state.tagFaulted) state.malformed(message('xml/lone-slash'), start, end);
  state.startTag(end);
  state.end(null);
  throw new Interruption(end);
}

/** Handles an unclosed start tag, such as `<video url="a" <filter/>`. Assumes that the tag ends before the `<`. */
function unclosedStartTag(state: ParserState, at: number): never {
  const element = state.top;
  if (element !== null && !state.tagFaulted) {
    state.malformed(message('xml/tag-not-closed', elementAndLine(state, element)), at, at + 1);
  }
  endStartTag(state, at);
}

/** Ends a start tag at the `<` of the next tag. */
function endStartTag(state: ParserState, at: number): never {
  const before = state.text.slice(state.top?.start ?? at, at).trimEnd();
  state.startTag(at);
  if (before.endsWith('/') || before.endsWith('/>')) state.end(null);
  else if (state.top !== null) state.perhapsEmpty.add(state.top);
  throw new Interruption(at);
}

const LESS_THAN_IN_VALUE = message('xml/less-than-in-value');

/** Handles a `<` in a value: either it is a literal character, or the closing quote before it is missing. */
function lessThanInValue(state: ParserState, at: number): void {
  const { text, top } = state;
  const from = state.attributes.at(-1)?.place.end ?? (top === null ? at : top.start + 1 + top.name.length);
  if (state.valueWithLessThan?.from === from) {
    state.malformed(LESS_THAN_IN_VALUE, at, at + 1, state.valueWithLessThan.attribute);
    return;
  }
  const [, lead = '', name = null, , value = null] =
    /^(\s*)([^\s=]+)(\s*=\s*)["']([\s\S]*)$/.exec(text.slice(from, at)) ?? [];
  if (value !== null && /[>\r\n]/.test(value)) {
    const start = from + lead.length;
    state.malformed(message('xml/value-not-closed', { attribute: shortened(name ?? '') }), start, at, name);
    endStartTag(state, at);
  }
  state.valueWithLessThan = { from, attribute: name };
  state.malformed(LESS_THAN_IN_VALUE, at, at + 1, name);
}

/** Handles a `<` that no name follows. */
function strayLessThan(state: ParserState, _at: number, here: number): never {
  const at = state.text.lastIndexOf('<', here - 2);
  state.malformed(message('xml/stray-less-than'), at, at + 1);
  const name = /^[^\s<>/]{1,100}/.exec(state.text.slice(at + 1, at + 101))?.[0];
  if (name !== undefined) state.ignoredNames.add(name);
  throw new Interruption(at + 1);
}

/** Handles an end tag with additional text, such as `</scene attribute>`, or an end tag without `>`. */
function brokenEndTag(state: ParserState, at: number): never {
  const { text } = state;
  const start = text.lastIndexOf('</', at);
  const unclosed = text.charAt(at) === '<';
  const says = unclosed ? message('xml/end-tag-not-closed') : message('xml/end-tag-with-more');
  state.malformed(says, unclosed ? start : at, at + 1);
  const next = text.slice(at).search(/[<>]/);
  const end = next === -1 ? text.length : at + next + (text.charAt(at + next) === '>' ? 1 : 0);
  if (state.top !== null) state.end({ start, end });
  throw new Interruption(end);
}

/** Handles an end tag that differs from the innermost element, or that follows the end of the root. */
function mismatchedEndTag(state: ParserState, _at: number, here: number): never {
  const { text, open, top } = state;
  const start = text.lastIndexOf('</', here - 1);
  const name = trimXmlSpace(text.slice(start + 2, here - 1));
  const tag = { start, end: here };
  if (top === null) {
    if (!state.ignoredNames.has(name))
      state.malformed(message('xml/end-tag-of-nothing', { name: shortened(name) }), start, here);
  } else if (open.some((element) => element.name === name)) {
    const unclosed = open.slice(open.findLastIndex((element) => element.name === name) + 1);
    const missed = unclosed.findLast((element) => !state.perhapsEmpty.has(element));
    if (missed !== undefined)
      state.malformed(message('xml/element-not-closed', elementAndLine(state, missed)), start, here);
    while (state.top !== null && state.top.name !== name) state.end({ start, end: start });
    state.end(tag);
  } else if (name === '' || isMisspelling(name, top.name)) {
    state.malformed(
      message('xml/end-tag-misspelled', { ...elementAndLine(state, top), name: shortened(name) }),
      start,
      here,
    );
    // Assume that `</>` is the end tag of this element, and ignore a later one.
    if (name === '') state.ignoredNames.add(top.name);
    state.end(tag);
  } else if (!state.ignoredNames.has(name)) {
    state.malformed(
      message('xml/end-tag-of-other', { ...elementAndLine(state, top), name: shortened(name) }),
      start,
      here,
    );
  }
  throw new Interruption(here);
}

function elementAndLine(state: ParserState, { name, start }: ParsedElement) {
  return { element: shortened(name), line: state.lineOf(start) };
}

/** Returns whether two names differ only in case, or in one or two letters at one position. */
function isMisspelling(name: string, expected: string): boolean {
  if (name.toLowerCase() === expected.toLowerCase()) return true;
  const shorter = Math.min(name.length, expected.length);
  let same = 0;
  while (same < shorter && name[same] === expected[same]) same += 1;
  let sameEnd = 0;
  while (sameEnd < shorter - same && name.at(-1 - sameEnd) === expected.at(-1 - sameEnd)) sameEnd += 1;
  return same + sameEnd > 0 && Math.max(name.length, expected.length) - same - sameEnd <= 2;
}

/** Handles `--` in a comment. saxes would continue at the next `-->` and miss an end such as `--->`. */
function brokenComment(state: ParserState, at: number): void {
  const { text } = state;
  const dashes = at - 2;
  state.malformed(message('xml/comment-dashes'), dashes, at);
  const end = text.indexOf('-->', dashes);
  throw new Interruption(end === -1 ? null : end + 3);
}

function cdataEndInText(state: ParserState, at: number): void {
  state.malformed(message('xml/cdata-end-in-text'), at - 2, at + 1);
}

/** Handles a `<!` that starts no comment, CDATA section, or document type. */
function brokenDeclaration(state: ParserState): never {
  const { text, cursor } = state;
  const ofDoctype = /^<!(?:doctype|entity|element|attlist|notation)/i.test(text.slice(cursor, cursor + 10));
  if (ofDoctype) {
    state.fault('xml/doctype', message('xml/doctype'), { start: cursor, end: cursor + 2 });
  } else state.malformed(message('xml/unknown-declaration'), cursor, cursor + 2);
  const end = text.indexOf('>', cursor);
  throw new Interruption(end === -1 ? null : end + 1);
}

function leaveInstruction(state: ParserState, reason: Message, at: number): never {
  const { text, cursor } = state;
  const isDeclaration = /^<\?xml[\s?]/i.test(text.slice(cursor, cursor + 6));
  const atBeginning = isDeclaration && (cursor === 0 || (cursor === 1 && text.startsWith('\uFEFF')));
  const unended = atBeginning && text.charAt(at) === '>' && text.charAt(at - 1) !== '?';
  // Find the start of the value, because saxes reports an invalid value at its closing quote.
  const valueStart = /["']/.test(text.charAt(at)) ? text.lastIndexOf(text.charAt(at), at - 1) + 1 : at;
  const start = atBeginning ? valueStart : cursor;
  const says = unended ? message('xml/declaration-end') : reason;
  state.malformed(says, start, Math.max(start + 1, atBeginning ? at : 0));
  const length = text.slice(cursor).search(isDeclaration ? /\??>/ : /\?>/);
  if (length === -1) throw new Interruption(null);
  throw new Interruption(text.indexOf('>', cursor + length) + 1);
}
