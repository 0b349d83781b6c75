import type { PlannableCommand, ValueName } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import {
  attributeValue,
  childElements,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import {
  formatPlaceholder,
  type Placeholder,
  parseValue,
  type ValuePiece,
} from '#shared/template/placeholders/placeholder.ts';
import { substitute } from '#shared/template/placeholders/substitute.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { hasSpans, textsOf } from '#shared/template/variables/written-values.ts';

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
  const requested = asked.toLowerCase();
  const has = names.filter((name) => name.toLowerCase().includes(requested));
  const begins = has.filter((name) => name.toLowerCase().startsWith(requested));
  return [...begins, ...has.filter((name) => !begins.includes(name))];
}

/** The attribute of a chip that has its placeholder, as the template has it. */
const WRITTEN_ATTRIBUTE = 'data-written';

/** Puts pieces into an editable element. A line feed at the very end needs another one behind it to be seen. */
export function fillEditable(element: HTMLElement, pieces: readonly WrittenPiece[], chipClass: string): void {
  element.replaceChildren(...pieces.map((piece) => nodeOf(piece, chipClass)));
  if (endsWithLineFeed(element)) element.append('\n');
}

/** What an editable element says, as the template has it. */
export function readEditable(element: HTMLElement): string {
  const text = textIn(element);
  // Engines keep a line feed at the end that is not seen.
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** Puts a chip in the place of the last letters before the cursor, and the cursor behind it. */
export function insertChip(element: HTMLElement, piece: WrittenPiece, chipClass: string, insteadOf: number): void {
  const selection = document.getSelection();
  if (selection === null) return;
  const range = selection.rangeCount > 0 ? selection.getRangeAt(0) : document.createRange();
  if (!element.contains(range.startContainer)) {
    range.selectNodeContents(element);
    range.collapse(false);
  }
  range.deleteContents();
  const { startContainer: node, startOffset } = range;
  if (node instanceof Text && insteadOf > 0) {
    range.setStart(node, Math.max(0, startOffset - insteadOf));
    range.deleteContents();
  }
  const chip = nodeOf(piece, chipClass);
  range.insertNode(chip);
  range.setStartAfter(chip);
  range.collapse(true);
  selection.removeAllRanges();
  selection.addRange(range);
}

/** The letters before the cursor, back to the last chip or line. */
export function lettersBefore(element: HTMLElement): string {
  const selection = document.getSelection();
  const { anchorNode: node, anchorOffset: offset, isCollapsed } = selection ?? {};
  if (!(node instanceof Text) || offset === undefined || isCollapsed !== true || !element.contains(node)) return '';
  return node.data.slice(0, offset);
}

/** Where the cursor is on the page, for what is offered there. */
export function cursorPlace(element: HTMLElement): DOMRect {
  const selection = document.getSelection();
  const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  const [rect] = range !== null && element.contains(range.startContainer) ? range.getClientRects() : [];
  return rect ?? element.getBoundingClientRect();
}

export function cursorToEnd(element: HTMLElement): void {
  const selection = document.getSelection();
  selection?.selectAllChildren(element);
  selection?.collapseToEnd();
}

function nodeOf(piece: WrittenPiece, chipClass: string): Node {
  if (piece.kind === 'text') return document.createTextNode(piece.text);
  const chip = document.createElement('span');
  chip.contentEditable = 'false';
  chip.className = chipClass;
  chip.setAttribute(WRITTEN_ATTRIBUTE, piece.written);
  chip.title = piece.name;
  chip.textContent = piece.shown ?? `{${piece.name}}`;
  return chip;
}

function textIn(node: Node): string {
  let text = '';
  for (const child of node.childNodes) {
    if (child instanceof Text) text += child.data;
    else if (child instanceof HTMLBRElement) text += '\n';
    else if (child instanceof HTMLElement) {
      const written = child.getAttribute(WRITTEN_ATTRIBUTE);
      // Some engines make a block of each line.
      const isBlock = child instanceof HTMLDivElement && text !== '' && !text.endsWith('\n');
      text += written ?? `${isBlock ? '\n' : ''}${textIn(child)}`;
    }
  }
  return text;
}

function endsWithLineFeed(element: HTMLElement): boolean {
  return textIn(element).endsWith('\n');
}

/** Where a text layer says what it says. */
export interface ContentPlace {
  readonly node: NodeId;
  /** Of the attribute; null for the text that the element holds. */
  readonly name: ValueName;
  /** As it is written. */
  readonly value: string;
}

/** Where the words of a text are; `spans` where parts of them look otherwise, which are edited in the XML. */
export function contentPlace(document: TemplateDocument, layer: NodeId): ContentPlace | 'spans' | null {
  const element = indexOf(document).elements.get(layer)?.element;
  if (element === undefined) return null;
  const value = attributeValue(element, 'content');
  if (value !== undefined) return { node: layer, name: 'content', value };
  const held = childElements(element).find((child) => roleOf(child) === 'content');
  if (held === undefined) return { node: layer, name: 'content', value: '' };
  if (hasSpans(held)) return 'spans';
  const texts = textsOf(held);
  return { node: held.id, name: null, value: texts.map(({ text }) => text).join('') };
}

export function contentCommand({ node, name }: ContentPlace, value: string): PlannableCommand {
  return { type: 'attribute/set', node, name, value };
}
