import { type KeyboardEvent, type RefCallback, useMemo } from 'react';
import { type RowPlace, rowTarget } from './one-stop.ts';
import { isPointed } from './pointed.ts';

/** The handlers that make a list one tab stop. */
export interface OneStop {
  readonly ref: RefCallback<HTMLElement>;
  /**
   * The handler in the capture phase. It runs before the buttons of the list, because an arrow key would open the menu
   * of a menu button.
   */
  readonly onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void;
}

type Rows = readonly (readonly HTMLElement[])[];

const stops = 'button:not(:disabled), a[href], [role=log]';

/**
 * Makes a list of rows with buttons one tab stop. Arrow keys move between and within rows. The rows can contain any
 * buttons, because the function reads the DOM. The first stop is the button with `aria-current`. If the focused button
 * disappears, the next one gets the focus.
 */
export function useOneStop(): OneStop {
  return useMemo(() => ({ ref: (list) => (list === null ? undefined : keepOneStop(list)), onKeyDownCapture }), []);
}

/** Keeps a list one tab stop. Returns a function that ends this. */
function keepOneStop(list: HTMLElement): () => void {
  let stop: HTMLElement | null = null;
  let place: RowPlace = { row: 0, item: 0 };
  let hasFocus = false;
  /**
   * Whether the user has entered the list. Until then, the tab stop is the first row, even if rows are inserted above
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
    // The microtask runs after a removed button has lost the focus, which does not count as leaving the list.
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
    // If the last row was removed, the focus moves to the area that contains the list.
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
  const middles = rows.map((row) => row.map(middleOf));
  const to = rowTarget(key, from, middles);
  // At the first and the last row, vertical arrow keys are consumed too, because they would open the menu of the
  // button.
  if (to === null && !/^Arrow(Up|Down)$/u.test(key)) return;
  event.preventDefault();
  event.stopPropagation();
  if (to !== null) rows[to.row]?.[to.item]?.focus();
}

/**
 * Whether another handler needs the key. If the pointer focused the element, the editor needs it, and a scrolling
 * element needs vertical arrow keys.
 */
function isTaken(event: KeyboardEvent<HTMLElement>, target: HTMLElement): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isPointed(target)) return false;
  return !target.matches('[role=log]') || /^Arrow(Left|Right)$/u.test(event.key);
}

/** Returns the focusable elements of each row. Rows without any are left out. */
function rowsOf(list: HTMLElement): Rows {
  const rows = new Map<Element | null, HTMLElement[]>();
  for (const each of list.querySelectorAll<HTMLElement>(stops)) {
    const row = each.closest('li');
    const items = rows.get(row);
    if (items === undefined) rows.set(row, [each]);
    else items.push(each);
  }
  return [...rows.values()];
}

function placeOf(rows: Rows, item: HTMLElement): RowPlace | null {
  const row = rows.findIndex((items) => items.includes(item));
  return row < 0 ? null : { row, item: rows[row]?.indexOf(item) ?? 0 };
}

function currentOf(rows: Rows): HTMLElement | null {
  return rows.flat().find((each) => each.matches('[aria-current]')) ?? null;
}

/** Returns the element at a position, or the last one if the list is shorter. */
function itemNear(rows: Rows, { row, item }: RowPlace): HTMLElement | null {
  const items = rows[Math.min(row, rows.length - 1)];
  return items?.[Math.min(item, items.length - 1)] ?? null;
}

function setStop(rows: Rows, stop: HTMLElement | null): void {
  for (const each of rows.flat()) {
    const index = each === stop ? 0 : -1;
    // The value is set only if it differs, because each assignment triggers the observer.
    if (each.getAttribute('tabindex') !== String(index)) each.tabIndex = index;
  }
}

function middleOf(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
