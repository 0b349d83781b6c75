import type { PlannableCommand, ValueName } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import type { Scope } from '#shared/expressions/values.ts';
import {
  attributeValue,
  childElements,
  type NodeId,
  type TemplateDocument,
} from '#shared/template/document/document.ts';
import {
  type ExpressionPiece,
  formatValue,
  type Placeholder,
  parseValue,
} from '#shared/template/placeholders/placeholder.ts';
import { substitute } from '#shared/template/placeholders/substitute.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { COUNTED_CONTENT } from '#shared/template/values/counted-text.ts';
import { hasSpans, textsOf } from '#shared/template/variables/written-values.ts';

/**
 * A piece of an edited text: plain text or a chip. A chip is a placeholder or an expression and counts as one
 * character.
 */
export type WrittenPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** `written` is the notation of the chip in the template. `shown` is its current value; null if it has none. */
  | { readonly kind: 'chip'; readonly written: string; readonly name: string; readonly shown: string | null };

/** The values and declared defaults of the variables. */
export interface GivenValues {
  readonly values: ReadonlyMap<string, string>;
  readonly defaults: ReadonlyMap<string, string>;
  /** The items of the lists around the text; null outside lists or absent. */
  readonly scope?: Scope | null;
}

/**
 * Splits a text into pieces. Null if the text has an invalid placeholder and can therefore be edited only in the XML.
 */
export function writtenPieces(value: string, givenValues: GivenValues): readonly WrittenPiece[] | null {
  const { pieces, faults } = parseValue(value);
  if (faults.length > 0) return null;
  return pieces.map((piece) => (piece.kind === 'text' ? piece : pieceChip(piece, givenValues)));
}

/** Returns the chip of a placeholder or an expression. The label of an expression is its own text. */
export function pieceChip(
  piece: Placeholder | ExpressionPiece,
  given: GivenValues,
): Extract<WrittenPiece, { kind: 'chip' }> {
  const substituted = substitute({ pieces: [piece], faults: [] }, given);
  const shown = substituted.kind === 'text' && substituted.text !== '' ? substituted.text : null;
  const name = piece.kind === 'expression' ? `=${piece.source}` : piece.name;
  return { kind: 'chip', written: formatValue([piece]), name, shown };
}

/**
 * Returns the typed start of a variable's name: the text between the last open `{` and the caret. Null if the text
 * before the caret does not end with `{` and name characters.
 */
export function typedVariable(before: string): string | null {
  return /\{([\p{L}\p{M}\p{N}_.-]*)$/u.exec(before)?.[1] ?? null;
}

/**
 * Returns the placeholder that was completed by typing `}`, and its length in characters; null if there is none.
 * Both `${name}` and `{name}` are placeholders, also for a new variable. `{5}` is plain text.
 */
export function closedPlaceholder(
  before: string,
): { readonly placeholder: Placeholder; readonly length: number } | null {
  if (!before.endsWith('}')) return null;
  const last = parseValue(before).pieces.at(-1);
  if (last?.kind === 'placeholder') {
    const start = before.lastIndexOf('${');
    const { pieces, faults } = parseValue(before.slice(start));
    return pieces.length === 1 && faults.length === 0 ? { placeholder: last, length: before.length - start } : null;
  }
  const name = /\{([\p{L}\p{M}\p{N}_.-]+)\}$/u.exec(before)?.[1];
  if (name === undefined || !/\p{L}/u.test(name)) return null;
  return { placeholder: { kind: 'placeholder', name, default: null, options: [] }, length: name.length + 2 };
}

/** Replaces each `${` that does not start a valid placeholder with `$ {`, which is plain text. */
export function withoutFaults(value: string): string {
  const { faults } = parseValue(value);
  if (faults.length === 0) return value;
  for (let start = value.indexOf('${'); start !== -1; start = value.indexOf('${', start + 2)) {
    const repaired = `${value.slice(0, start)}$ ${value.slice(start + 1)}`;
    if (parseValue(repaired).faults.length < faults.length) return withoutFaults(repaired);
  }
  return value.replaceAll('${', '$ {');
}

/** Returns the names that start with the typed text, followed by the names that contain it elsewhere. */
export function offeredNames(names: readonly string[], typed: string): readonly string[] {
  const requested = typed.toLowerCase();
  const containing = names.filter((name) => name.toLowerCase().includes(requested));
  const starting = containing.filter((name) => name.toLowerCase().startsWith(requested));
  return [...starting, ...containing.filter((name) => !starting.includes(name))];
}

/** The attribute of a chip that contains the notation of the placeholder in the template. */
const WRITTEN_ATTRIBUTE = 'data-written';

/**
 * Fills an editable element with pieces. Adds a line feed if the text ends in a line feed, because browsers do not
 * display a single trailing line feed.
 */
export function fillEditable(element: HTMLElement, pieces: readonly WrittenPiece[], chipClass: string): void {
  element.replaceChildren(...pieces.map((piece) => nodeOf(piece, chipClass)));
  if (endsWithLineFeed(element)) element.append('\n');
}

/** Returns the content of an editable element in the notation of the template. */
export function readEditable(element: HTMLElement): string {
  const text = textIn(element);
  // Remove the trailing line feed that browsers add invisibly.
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** Replaces the last characters before the caret with a chip, and moves the caret after the chip. */
export function insertChip(element: HTMLElement, piece: WrittenPiece, chipClass: string, replacedLength: number): void {
  const selection = document.getSelection();
  if (selection === null) return;
  const range = selection.rangeCount > 0 ? selection.getRangeAt(0) : document.createRange();
  if (!element.contains(range.startContainer)) {
    range.selectNodeContents(element);
    range.collapse(false);
  }
  range.deleteContents();
  const { startContainer: node, startOffset } = range;
  if (node instanceof Text && replacedLength > 0) {
    range.setStart(node, Math.max(0, startOffset - replacedLength));
    range.deleteContents();
  }
  const chip = nodeOf(piece, chipClass);
  range.insertNode(chip);
  range.setStartAfter(chip);
  range.collapse(true);
  selection.removeAllRanges();
  selection.addRange(range);
}

/**
 * Returns the text between the last chip and the caret. Empty if a range is selected, or if the caret is not in a text
 * node.
 */
export function lettersBefore(element: HTMLElement): string {
  const selection = document.getSelection();
  const { anchorNode: node, anchorOffset: offset, isCollapsed } = selection ?? {};
  if (!(node instanceof Text) || offset === undefined || isCollapsed !== true || !element.contains(node)) return '';
  return node.data.slice(0, offset);
}

/** Returns the position of the caret on the page. */
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
      // Some browsers wrap each line in a block element.
      const isBlock = child instanceof HTMLDivElement && text !== '' && !text.endsWith('\n');
      text += written ?? `${isBlock ? '\n' : ''}${textIn(child)}`;
    }
  }
  return text;
}

function endsWithLineFeed(element: HTMLElement): boolean {
  return textIn(element).endsWith('\n');
}

/** The location of a layer's text in the template. */
export interface ContentPlace {
  readonly node: NodeId;
  /** The name of the attribute; null if the text is element content. */
  readonly name: ValueName;
  /** The value as written in the template. */
  readonly value: string;
}

/**
 * Returns the location of a layer's text; null if the layer was deleted. Returns `spans` if parts of the text have
 * separate formats; such a text can be edited only in the XML.
 */
export function contentPlace(document: TemplateDocument, layer: NodeId): ContentPlace | 'spans' | null {
  const element = indexOf(document).elements.get(layer)?.element;
  if (element === undefined) return null;
  const value = attributeValue(element, 'content');
  if (value !== undefined) return { node: layer, name: 'content', value };
  const contentElement = childElements(element).find((child) => roleOf(child) === 'content');
  if (contentElement === undefined) {
    const hasNumber = attributeValue(element, 'value') !== undefined;
    return { node: layer, name: 'content', value: hasNumber ? COUNTED_CONTENT : '' };
  }
  if (hasSpans(contentElement)) return 'spans';
  const texts = textsOf(contentElement);
  return { node: contentElement.id, name: null, value: texts.map(({ text }) => text).join('') };
}

export function contentCommand({ node, name }: ContentPlace, value: string): PlannableCommand {
  return { type: 'attribute/set', node, name, value };
}
