import { type KeyboardEvent, type RefCallback, useMemo } from 'react';
import { type RowPlace, rowTarget } from './one-stop.ts';
import { isPointed } from './pointed.ts';

/** What a list takes to be one stop for Tab. */
export interface OneStop {
  readonly ref: RefCallback<HTMLElement>;
  /** Before a button of the list has the key: one that opens a menu would open it by an arrow. */
  readonly onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void;
}

type Rows = readonly (readonly HTMLElement[])[];

const stops = 'button:not(:disabled), a[href], [role=log]';

/**
 * Makes a list of rows with buttons one stop for Tab: arrows go between rows and in them. It reads the page, so that
 * rows may have whatever buttons they have; one with `aria-current` is the first stop. What takes the place of a button
 * that had the focus has it from then on.
 */
export function useOneStop(): OneStop {
  return useMemo(() => ({ ref: (list) => (list === null ? undefined : keepOneStop(list)), onKeyDownCapture }), []);
}

/** Keeps one stop in a list as long as it is there; gives what ends that. */
function keepOneStop(list: HTMLElement): () => void {
  let stop: HTMLElement | null = null;
  let place: RowPlace = { row: 0, item: 0 };
  let hasFocus = false;
  /** Until somebody was in the list it is its first row, whatever comes above it. */
  let isChosen = false;
  const area = list.closest<HTMLElement>('[data-area]');

  const settle = (): void => {
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
    settle();
  };
  const onFocusOut = ({ target }: FocusEvent) =>
    // A button that goes away takes the focus with it: that is not leaving the list.
    queueMicrotask(() => {
      if (target instanceof Node && target.isConnected) hasFocus = list.contains(document.activeElement);
    });
  const observer = new MutationObserver(settle);
  observer.observe(list, { childList: true, subtree: true, attributes: true, attributeFilter: ['tabindex'] });
  list.addEventListener('focusin', onFocusIn);
  list.addEventListener('focusout', onFocusOut);
  settle();
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', onFocusIn);
    list.removeEventListener('focusout', onFocusOut);
    // Its last row is gone: whoever was there stays in the same part of the window.
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
  // At the first and the last row, too: there an arrow would open the menu of its button.
  if (to === null && !/^Arrow(Up|Down)$/u.test(key)) return;
  event.preventDefault();
  event.stopPropagation();
  if (to !== null) rows[to.row]?.[to.item]?.focus();
}

/** What the pointer was last on leaves its keys to the editor; what scrolls has the vertical ones. */
function isTaken(event: KeyboardEvent<HTMLElement>, target: HTMLElement): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isPointed(target)) return false;
  return !target.matches('[role=log]') || /^Arrow(Left|Right)$/u.test(event.key);
}

/** What takes the focus in each row that has anything. */
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

/** What stands in a place now, or at the end if there is less. */
function itemNear(rows: Rows, { row, item }: RowPlace): HTMLElement | null {
  const items = rows[Math.min(row, rows.length - 1)];
  return items?.[Math.min(item, items.length - 1)] ?? null;
}

function setStop(rows: Rows, stop: HTMLElement | null): void {
  for (const each of rows.flat()) {
    const index = each === stop ? 0 : -1;
    // An attribute that is set again would be seen as a change of it.
    if (each.getAttribute('tabindex') !== String(index)) each.tabIndex = index;
  }
}

function middleOf(element: HTMLElement): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
