import { type KeyboardEvent, type RefCallback, useMemo } from 'react';

export interface ListOptions {
  /** The axis of the arrow keys; by default `y`. */
  readonly axis?: 'x' | 'y';
  /** The number of items by which PageUp and PageDown move, usually the number of visible items. */
  readonly page: number;
  /** Whether the arrow keys wrap from the last item to the first one and back. */
  readonly isLooping?: boolean;
  /** Whether the keys come from a text field. Home and End then move the caret instead of the focus. */
  readonly isTyping?: boolean;
}

/** The horizontal positions of the cells in each row, in any unit. Rows can differ in length. */
export type GridRows = readonly (readonly number[])[];

/** A cell of a grid, with indexes from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: GridRows;
  /** The number of rows by which PageUp and PageDown move. If it is missing, these keys do nothing. */
  readonly page?: number | undefined;
}

export interface GridOptions {
  /** Whether arrow keys move to the edge of the grid, and Home and End to its corners. */
  readonly isFar?: boolean;
  /** Whether Home and End move to the first and the last row instead of the ends of the row. */
  readonly isByRow?: boolean;
}

/**
 * Returns the index to which a key moves in a list: by one item, by a page, or to an end. Returns the same index at an
 * end. Null for other keys and for an empty list. The index -1 is before the first item.
 */
export function nextInList(key: string, index: number, count: number, options: ListOptions): number | null {
  const { axis = 'y', page, isLooping = false, isTyping = false } = options;
  const steps: Readonly<Record<string, number>> = {
    [axis === 'x' ? 'ArrowLeft' : 'ArrowUp']: -1,
    [axis === 'x' ? 'ArrowRight' : 'ArrowDown']: 1,
    PageUp: -Math.max(1, page),
    PageDown: Math.max(1, page),
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  };
  const step = steps[key];
  if (step === undefined || count === 0 || (isTyping && !Number.isFinite(step))) return null;
  return isLooping && Math.abs(step) === 1 ? (index + step + count) % count : limited(index + step, count);
}

/**
 * Returns the index to which a key moves among tiles in reading order. The left and right keys wrap into the adjacent
 * row, and the up and down keys move to the nearest tile of the adjacent row. Home and End move to the first and last
 * tile. Returns the same index at an edge. Null for other keys and without tiles.
 */
export function nextTile(key: string, index: number, { rows, page }: GridSize): number | null {
  const count = rows.reduce((sum, cells) => sum + cells.length, 0);
  const inReadingOrder = nextInList(key, index, count, { axis: 'x', page: 1 });
  if (inReadingOrder !== null && !key.startsWith('Page')) return inReadingOrder;
  const cell = nextInGrid(key, tileCell(index, rows), { rows, page });
  if (cell === null) return null;
  return rows.slice(0, cell.row).reduce((sum, cells) => sum + cells.length, 0) + cell.column;
}

function tileCell(index: number, rows: GridRows): Cell {
  let column = index;
  let row = 0;
  for (const cells of rows) {
    if (column < cells.length) break;
    column -= cells.length;
    row += 1;
  }
  return { row, column };
}

/**
 * Returns the cell to which a key moves in a grid. The left and right keys stay in the row. The up, down, and page keys
 * move to the nearest cell of the target row. Returns the same cell at an edge. Null for other keys and for a cell
 * outside the grid.
 */
export function nextInGrid(
  key: string,
  { row, column }: Cell,
  { rows, page }: GridSize,
  { isFar = false, isByRow = false }: GridOptions = {},
): Cell | null {
  const cells = rows[row];
  const here = cells?.[column];
  if (cells === undefined || here === undefined) return null;
  const inRow = (by: number): Cell => ({
    row,
    column: limited(column + (isFar ? by * cells.length : by), cells.length),
  });
  const toRow = (target: number): Cell => {
    const next = limited(target, rows.length);
    return { row: next, column: next === row ? column : nearest(rows[next] ?? [], here) };
  };
  const byRow = (by: number) => toRow(isFar ? by * rows.length : row + by);
  const toEnd = (by: -1 | 1): Cell => {
    if (isByRow) return toRow(by * rows.length);
    const end = isFar ? limited(by * rows.length, rows.length) : row;
    return { row: end, column: limited(by * (rows[end]?.length ?? 0), rows[end]?.length ?? 0) };
  };
  switch (key) {
    case 'ArrowLeft':
      return inRow(-1);
    case 'ArrowRight':
      return inRow(1);
    case 'ArrowUp':
      return byRow(-1);
    case 'ArrowDown':
      return byRow(1);
    case 'Home':
      return toEnd(-1);
    case 'End':
      return toEnd(1);
    case 'PageUp':
      return page === undefined ? null : toRow(row - page);
    case 'PageDown':
      return page === undefined ? null : toRow(row + page);
    default:
      return null;
  }
}

/** Returns the rows of tiles of equal width. The last row can be shorter. */
export function equalRows(count: number, columns: number): GridRows {
  const full = Array.from({ length: columns }, (_, column) => (column + 0.5) / columns);
  return Array.from({ length: Math.ceil(count / columns) }, (_, row) => full.slice(0, count - row * columns));
}

/** Groups boxes in reading order into rows. Boxes whose tops differ by at most one pixel share a row. */
export function rowsOfBoxes(boxes: readonly { readonly left: number; readonly top: number }[]): GridRows {
  const rows: { readonly top: number; readonly cells: number[] }[] = [];
  for (const { left, top } of boxes) {
    const last = rows.at(-1);
    if (last !== undefined && Math.abs(last.top - top) <= 1) last.cells.push(left);
    else rows.push({ top, cells: [left] });
  }
  return rows.map(({ cells }) => cells);
}

function limited(index: number, count: number): number {
  return Math.min(count - 1, Math.max(0, index));
}

function nearest(cells: readonly number[], position: number): number {
  const distances = cells.map((cell) => Math.abs(cell - position));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}

/** Moves the focus among the tiles that match the selector. Returns whether the focus moved. */
export function moveTileFocus(event: KeyboardEvent<HTMLElement>, selector: string): boolean {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const index = event.target instanceof HTMLElement ? tiles.indexOf(event.target) : -1;
  if (index < 0) return false;
  const target = nextTile(event.key, index, { rows: rowsOfBoxes(tiles.map((tile) => tile.getBoundingClientRect())) });
  if (target === null || target === index) return false;
  event.preventDefault();
  tiles[target]?.focus();
  return true;
}

/** The properties that make a list a single tab stop. */
export interface RovingProps {
  readonly ref: RefCallback<HTMLElement>;
  /**
   * Handles keys before the buttons of the list receive them. Otherwise, an arrow key on a menu button would open its
   * menu.
   */
  readonly onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void;
}

type Rows = readonly (readonly HTMLElement[])[];

const stops = 'button:not(:disabled), a[href], [role=log]';

/**
 * Makes a list of rows with buttons a single tab stop (roving tabindex). Arrow keys move between and within rows. The
 * hook reads the DOM, so rows can contain any buttons. The button with `aria-current` is the first stop. If the focused
 * button disappears, the next button gets the focus.
 */
export function useRovingFocus(): RovingProps {
  return useMemo(() => ({ ref: (list) => (list === null ? undefined : keepOneStop(list)), onKeyDownCapture }), []);
}

/** Maintains the tab stop of a list. Returns a cleanup function. */
function keepOneStop(list: HTMLElement): () => void {
  let stop: HTMLElement | null = null;
  let place: Cell = { row: 0, column: 0 };
  let hasFocus = false;
  /**
   * Whether the user has entered the list. Until then, the first row is the tab stop, even if rows are inserted above
   * it.
   */
  let isChosen = false;
  const area = list.closest<HTMLElement>('[data-area]');

  const updateStop = (): void => {
    const rows = rowsOf(list);
    if (!isChosen) stop = currentOf(rows) ?? itemNear(rows, place);
    else if (stop === null || placeOf(rows, stop) === null) {
      stop = itemNear(rows, place);
      if (hasFocus && document.activeElement === document.body) stop?.focus();
    }
    if (isChosen && stop !== null) place = placeOf(rows, stop) ?? place;
    setStop(rows, stop);
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    hasFocus = true;
    if (!(target instanceof HTMLElement) || !target.matches(stops)) return;
    stop = target;
    isChosen = true;
    updateStop();
  };
  const onFocusOut = ({ target }: FocusEvent) =>
    // Removing the focused button also fires `focusout`, but does not count as leaving the list.
    queueMicrotask(() => {
      if (target instanceof Node && target.isConnected) hasFocus = list.contains(document.activeElement);
    });
  const observer = new MutationObserver(updateStop);
  observer.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['tabindex'] });
  list.addEventListener('focusin', onFocusIn);
  list.addEventListener('focusout', onFocusOut);
  updateStop();
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', onFocusIn);
    list.removeEventListener('focusout', onFocusOut);
    // The last row was removed while it had the focus, so focus the surrounding area.
    if (!hasFocus) return;
    queueMicrotask(() => {
      if (document.activeElement === document.body) area?.focus();
    });
  };
}

function onKeyDownCapture(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || !isTaken(event, target)) return;
  const rows = rowsOf(event.currentTarget);
  const from = placeOf(rows, target);
  if (from === null) return;
  const next = nextInGrid(key, from, { rows: rows.map((row) => row.map(middleOf)) }, { isByRow: true });
  const to = next === null ? null : (rows[next.row]?.[next.column] ?? null);
  // Consume vertical arrow keys even in the first and last row, because they would open the menu of the button.
  if (to === null || (to === target && !/^Arrow(Up|Down)$/u.test(key))) return;
  event.preventDefault();
  event.stopPropagation();
  to.focus();
}

/**
 * Returns whether another handler needs the key. An element that was focused with the pointer leaves keys to the
 * editor, and scrollable elements use vertical arrows.
 */
function isTaken(event: KeyboardEvent<HTMLElement>, target: HTMLElement): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isPointed(target)) return false;
  return !target.matches('[role=log]') || /^Arrow(Left|Right)$/u.test(event.key);
}

/** Returns the focusable elements, grouped by row. */
function rowsOf(list: HTMLElement): Rows {
  const rows = new Map<Element | null, HTMLElement[]>();
  for (const element of list.querySelectorAll<HTMLElement>(stops)) {
    const row = element.closest('li');
    const items = rows.get(row);
    if (items === undefined) rows.set(row, [element]);
    else items.push(element);
  }
  return [...rows.values()];
}

function placeOf(rows: Rows, item: HTMLElement): Cell | null {
  const row = rows.findIndex((items) => items.includes(item));
  return row < 0 ? null : { row, column: rows[row]?.indexOf(item) ?? 0 };
}

function currentOf(rows: Rows): HTMLElement | null {
  return rows.flat().find((button) => button.matches('[aria-current]')) ?? null;
}

/**
 * Returns the element at a position. If the list or the row is shorter, returns the last element of that row. Null for
 * an empty list.
 */
function itemNear(rows: Rows, { row, column }: Cell): HTMLElement | null {
  const items = rows[Math.min(row, rows.length - 1)];
  return items?.[Math.min(column, items.length - 1)] ?? null;
}

function setStop(rows: Rows, stop: HTMLElement | null): void {
  for (const button of rows.flat()) {
    const index = button === stop ? 0 : -1;
    // Set the value only if it differs, because setting it triggers the observer again.
    if (button.getAttribute('tabindex') !== String(index)) button.tabIndex = index;
  }
}

function middleOf(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

/** The focusable element that was last used with the pointer. */
let pointed: Element | null = null;
/** The cause of the next focus change: the pointer, a navigation key, or another key. */
let last: 'pointer' | 'moving key' | 'key' = 'key';
/** Elements that have received the focus by pointer. A closing dialog can return the focus to them. */
const pointedBefore = new WeakSet<Element>();

/**
 * Returns whether an element received the focus by pointer. `:focus-visible` is unsuitable, because browsers set it at
 * any key press in the element, even before the key event.
 */
export function isPointed(element: Element): boolean {
  return element === pointed;
}

/** Observes whether a focus change comes from the pointer or a key, for `isPointed`. */
export function watchFocusSource(document: Document): Disposable {
  const disposed = new AbortController();
  const captureOptions = { capture: true, passive: true, signal: disposed.signal } as const;
  document.addEventListener(
    'pointerdown',
    () => {
      last = 'pointer';
    },
    captureOptions,
  );
  // Pressing an element that already has the focus fires no focus event.
  document.addEventListener(
    'pointerup',
    () => {
      pointed = document.activeElement;
      if (pointed !== null) pointedBefore.add(pointed);
    },
    captureOptions,
  );
  document.addEventListener(
    'keydown',
    ({ key }) => {
      last = /^(Tab|Arrow|Home|End|Page|F6)/.test(key) ? 'moving key' : 'key';
    },
    captureOptions,
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      if (last === 'pointer') pointedBefore.add(target);
      else if (last === 'moving key') pointedBefore.delete(target);
      pointed = pointedBefore.has(target) ? target : null;
    },
    captureOptions,
  );
  return { [Symbol.dispose]: () => disposed.abort() };
}
