import { type Message, message } from '../../messages/message.ts';
import { forbiddenRuns, isXmlCodePoint, REPLACEMENT, toXmlText } from '../../template/document/names.ts';
import { applyPatches, type Patch } from '../ranges/patch.ts';
import { type Fault, MAX_PROBLEMS } from './fault.ts';

export interface RepairedText {
  /**
   * The repaired text. It has the same length as the original, so offsets match. U+FFFD replaces invalid characters and
   * the `&` of invalid references. White space replaces document types.
   */
  readonly text: string;
  /** The problems, sorted by position. */
  readonly faults: readonly Fault[];
  /** Whether there is a document type, which can define additional entities. */
  readonly hasDoctype: boolean;
}

interface Found {
  readonly found: readonly Fault[];
  readonly patches: readonly Patch[];
}

const NOTHING_FOUND: Found = { found: [], patches: [] };

const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
const REFERENCE = /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([:A-Z_a-z\u0080-\uFFFF][-.0-9:A-Z_a-z\u0080-\uFFFF]{0,99}))(;?)/y;
/** The sections in which `&` is an ordinary character, by their start and end marks. */
const LITERAL_SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/**
 * Finds and replaces invalid characters, invalid references, and document types. The parser is less suitable: it
 * reports a reference only at the next `;` and treats all text before it as the name; it is slow for document types;
 * and it ignores a lone surrogate, but drops the next character.
 */
export function repairText(original: string): RepairedText {
  const text = toXmlText(original);
  const faults = text === original ? [] : characterFaults(original);
  // Do not report unknown entities in a text with a document type: it can define them, and is refused anyway.
  const hasDoctype = text.includes('<!DOCTYPE') && declaresType(text);
  const { found, patches } = hasDoctype || text.includes('&') ? markupFaults(text, hasDoctype) : NOTHING_FOUND;
  return {
    text: patches.length === 0 ? text : applyPatches(text, { start: 0, end: text.length }, patches),
    faults: [...faults, ...found].sort((left, right) => left.start - right.start).slice(0, MAX_PROBLEMS),
    hasDoctype,
  };
}

/** Returns whether the text contains a document type outside comments, CDATA sections, and instructions. */
function declaresType(text: string): boolean {
  const marks = /<!--|<!\[CDATA\[|<\?|<!DOCTYPE/g;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const closing = LITERAL_SECTIONS.find(([opening]) => opening === mark?.[0])?.[1];
    if (closing === undefined) return true;
    const end = text.indexOf(closing, marks.lastIndex);
    if (end === -1) return false;
    marks.lastIndex = end + closing.length;
  }
  return false;
}

function characterFaults(text: string): Fault[] {
  const faults: Fault[] = [];
  for (const { index, 0: segment } of forbiddenRuns(text)) {
    if (faults.length === MAX_PROBLEMS) break;
    const unit = segment.charCodeAt(0);
    const character = `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
    const says =
      unit >= 0xd800 && unit <= 0xdfff
        ? message('xml/half-surrogate', { character })
        : message('xml/forbidden-character', { character });
    faults.push(fault(says, index, index + segment.length));
  }
  return faults;
}

/** Finds document types and invalid references, up to the maximum number of problems. */
function markupFaults(text: string, hasDoctype: boolean): Found {
  const faults: Fault[] = [];
  const patches: Patch[] = [];
  const marks = /&(?!(?:amp|lt|gt|quot|apos);)|<!--|<!\[CDATA\[|<\?|<!DOCTYPE/g;
  for (let mark = marks.exec(text); mark !== null && faults.length < MAX_PROBLEMS; mark = marks.exec(text)) {
    const start = mark.index;
    const closing = LITERAL_SECTIONS.find(([opening]) => opening === mark?.[0])?.[1];
    if (closing !== undefined) {
      const end = text.indexOf(closing, marks.lastIndex);
      if (end === -1) break;
      marks.lastIndex = end + closing.length;
    } else if (mark[0] === '&') {
      const reference = faultOfReference(text, start, hasDoctype);
      if (reference === null) continue;
      faults.push(reference);
      patches.push({ start, end: start + 1, replacement: REPLACEMENT });
    } else {
      const end = doctypeEnd(text, marks.lastIndex);
      marks.lastIndex = end;
      faults.push({ ...fault(message('xml/doctype'), start, end), code: 'xml/doctype' });
      patches.push({ start, end, replacement: blanked(text.slice(start, end)) });
    }
  }
  return { found: faults, patches };
}

function blanked(text: string): string {
  return text.replace(/[^\r\n]+/g, (line) => ' '.repeat(line.length));
}

/**
 * Returns the offset after a document type: after the first `>` outside quotes and brackets, or otherwise the end of
 * the text.
 */
function doctypeEnd(text: string, from: number): number {
  const marks = /["'[\]>]|<!--|<\?/g;
  marks.lastIndex = from;
  let inBrackets = false;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [match] = mark;
    if (match === '[' || match === ']') inBrackets = match === '[';
    else if (match === '>') {
      if (!inBrackets) return marks.lastIndex;
    } else {
      const closing = match === '<!--' ? '-->' : match === '<?' ? '?>' : match;
      const end = text.indexOf(closing, marks.lastIndex);
      if (end === -1) return text.length;
      marks.lastIndex = end + closing.length;
    }
  }
  return text.length;
}

function faultOfReference(text: string, start: number, namesMayBeDefined: boolean): Fault | null {
  REFERENCE.lastIndex = start;
  const [reference = '&', hexadecimal, decimal, name, semicolon] = REFERENCE.exec(text) ?? [];
  const end = start + reference.length;
  if (hexadecimal === undefined && decimal === undefined) {
    if (name === undefined || semicolon === '') {
      const isPredefined = name !== undefined && PREDEFINED.has(name);
      if (isPredefined) return fault(message('xml/entity-without-semicolon', { name }), start, end);
      return fault(message('xml/lone-ampersand'), start, start + 1);
    }
    if (namesMayBeDefined) return null;
    return fault(message('xml/unknown-entity', { name }), start, end);
  }
  const displayedReference = reference.length > 24 ? `${reference.slice(0, 24)}…` : reference;
  if (semicolon === '')
    return fault(message('xml/reference-without-semicolon', { reference: displayedReference }), start, end);
  const code = hexadecimal === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hexadecimal, 16);
  if (isXmlCodePoint(code)) return null;
  return fault(message('xml/reference-not-allowed', { reference: displayedReference }), start, end);
}

function fault(says: Message, start: number, end: number): Fault {
  return { code: 'xml/not-well-formed', says, start, end, element: null, attribute: null };
}
