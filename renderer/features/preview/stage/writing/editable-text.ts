import type { WrittenPiece } from './written-text.ts';

/** The attribute of a chip that has its placeholder, as the template has it. */
const WRITTEN = 'data-written';

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
  chip.setAttribute(WRITTEN, piece.written);
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
      const written = child.getAttribute(WRITTEN);
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
