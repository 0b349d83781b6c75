import { USUAL_MARK } from '#shared/contract/shapes/film-link.ts';
import { type FormData as Data, filled } from './page-data.ts';

/** Lets the visitor add, move, and remove the items of a list. */
export function startItems(list: HTMLFieldSetElement, data: Data): void {
  const place = list.querySelector<HTMLElement>(':scope > [data-items]');
  const template = list.querySelector<HTMLTemplateElement>(':scope > template');
  const add = list.querySelector<HTMLButtonElement>(':scope > .actions > [data-add]');
  const state = list.querySelector<HTMLElement>(':scope > .state');
  if (place === null || template === null || add === null || state === null) return;
  const min = Number(list.dataset['min']);
  const max = Number(list.dataset['max']);
  const update = () => {
    const items = itemsIn(list);
    for (const [index, item] of items.entries()) {
      renumber(list, item, index, data);
      enable(item, 'up', index > 0);
      enable(item, 'down', index < items.length - 1);
      enable(item, 'remove', items.length > min);
    }
    add.disabled = items.length >= max;
  };
  const changed = () => {
    update();
    list.dispatchEvent(new Event('input', { bubbles: true }));
  };
  show(list);
  add.addEventListener('click', () => {
    const [item] = (template.content.cloneNode(true) as DocumentFragment).children;
    if (!(item instanceof HTMLElement)) return;
    show(item);
    place.append(item);
    for (const inner of item.querySelectorAll<HTMLFieldSetElement>('fieldset[data-list]')) startItems(inner, data);
    changed();
    state.textContent = '';
    item.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')?.focus();
  });
  place.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-act]') : null;
    const item = button?.closest<HTMLElement>('.item') ?? null;
    // The list in an item handles its own buttons.
    if (button === null || item === null || item.parentElement !== place) return;
    const number = itemsIn(list).indexOf(item) + 1;
    const { act } = button.dataset;
    if (act === 'up') item.previousElementSibling?.before(item);
    if (act === 'down') item.nextElementSibling?.after(item);
    const next = item.nextElementSibling ?? item.previousElementSibling;
    if (act === 'remove') item.remove();
    changed();
    state.textContent = act === 'remove' ? filled(data.texts.itemRemoved, { number }) : '';
    const buttons = act === 'remove' ? buttonsOf(next) : buttonsOf(item);
    const usable = buttons.filter(({ disabled }) => !disabled);
    (usable.find((each) => each.dataset['act'] === act) ?? usable[0] ?? add).focus();
  });
  update();
}

/** Replaces the fields of items by the values of their lists: JSON arrays, which omit empty fields. */
export function joinItems(form: HTMLFormElement, entered: FormData): void {
  for (const list of form.querySelectorAll<HTMLElement>('fieldset[data-list]')) {
    if (list.parentElement?.closest('fieldset[data-list]')) continue;
    const { list: parameter = '' } = list.dataset;
    const items = itemValues(list, entered);
    for (const name of [...entered.keys()]) if (name.startsWith(`${parameter}[`)) entered.delete(name);
    entered.set(parameter, JSON.stringify(items));
  }
}

/** Returns the items of a list as objects. A list in an item is an array of objects. */
function itemValues(list: HTMLElement, entered: FormData): readonly object[] {
  return itemsIn(list).map((item, index) => {
    const start = `${list.dataset['list'] ?? ''}[${index}][`;
    const values = new Map<string, string | readonly object[]>();
    for (const [name, value] of entered) {
      if (!name.startsWith(start) || typeof value !== 'string') continue;
      const [field = '', rest = ''] = name.slice(start.length).split(/\](.*)/s, 2);
      if (rest !== '' && rest !== USUAL_MARK) continue;
      const isUsed = rest === USUAL_MARK ? !values.has(field) : value !== '';
      if (isUsed) values.set(field, value.replaceAll('\r\n', '\n'));
    }
    for (const inner of item.querySelectorAll<HTMLElement>(':scope > fieldset[data-list]'))
      values.set((inner.dataset['list'] ?? '').slice(start.length, -1), itemValues(inner, entered));
    return Object.fromEntries(values);
  });
}

function itemsIn(list: HTMLElement): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(':scope > [data-items] > .item')];
}

/** Shows the buttons that need the script. */
function show(parent: HTMLElement): void {
  for (const hidden of parent.querySelectorAll<HTMLElement>('[data-with-script]')) hidden.hidden = false;
}

function enable(item: HTMLElement, act: string, isEnabled: boolean): void {
  const button = buttonsOf(item).find(({ dataset }) => dataset['act'] === act);
  if (button !== undefined) button.disabled = !isEnabled;
}

/** Returns the buttons that move and remove an item. */
function buttonsOf(item: Element | null): readonly HTMLButtonElement[] {
  return [...(item?.querySelectorAll<HTMLButtonElement>(':scope > .actions > button') ?? [])];
}

/** The attributes with ids that contain the index of the item. */
const IDS = ['id', 'for', 'list', 'aria-describedby'] as const;
/** The attributes with names of controls and of lists that contain the index of the item. */
const NAMES = ['name', 'data-list'] as const;

/** Gives an item the names, ids, and texts of its index. */
function renumber(list: HTMLElement, item: HTMLElement, index: number, { texts }: Data): void {
  const { item: before = '' } = item.dataset;
  if (before === String(index)) return;
  item.dataset['item'] = String(index);
  const text = (of: string) => filled(texts.item, { number: of });
  const shown = before === 'NEW' ? text('NEW') : text(String(Number(before) + 1));
  const legend = item.querySelector(':scope > legend');
  if (legend !== null) legend.textContent = text(String(index + 1));
  for (const button of buttonsOf(item)) {
    const label = button.getAttribute('aria-label') ?? '';
    button.setAttribute('aria-label', label.replace(shown, text(String(index + 1))));
  }
  const { list: parameter = '' } = list.dataset;
  const name = { from: `${parameter}[${before}][`, to: `${parameter}[${index}][` };
  replaceStarts(item, { id: { from: `${list.id}-${before}-`, to: `${list.id}-${index}-` }, name });
}

interface Replaced {
  readonly from: string;
  readonly to: string;
}

/** Replaces the starts of the ids and names in an element, and in the templates of its lists. */
function replaceStarts(parent: ParentNode, starts: { readonly id: Replaced; readonly name: Replaced }): void {
  const replaced = (value: string, { from, to }: Replaced) =>
    value.startsWith(from) ? `${to}${value.slice(from.length)}` : value;
  for (const each of parent.querySelectorAll('*')) {
    for (const attribute of IDS) {
      const ids = each.getAttribute(attribute)?.split(' ');
      if (ids !== undefined) each.setAttribute(attribute, ids.map((id) => replaced(id, starts.id)).join(' '));
    }
    for (const attribute of NAMES) {
      const value = each.getAttribute(attribute);
      if (value !== null) each.setAttribute(attribute, replaced(value, starts.name));
    }
    if (each instanceof HTMLTemplateElement) replaceStarts(each.content, starts);
  }
}
