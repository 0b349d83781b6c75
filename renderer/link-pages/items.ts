import { USUAL_MARK } from '#shared/contract/shapes/film-link.ts';
import { type FormData as Data, filled } from './page-data.ts';

/** Lets the visitor add, move, and remove the items of a list. */
export function startItems(list: HTMLFieldSetElement, data: Data): void {
  const place = list.querySelector<HTMLElement>(':scope > [data-items]');
  const template = list.querySelector<HTMLTemplateElement>(':scope > template');
  const add = list.querySelector<HTMLButtonElement>('[data-add]');
  const state = list.querySelector<HTMLElement>(':scope > .state');
  if (place === null || template === null || add === null || state === null) return;
  const min = Number(list.dataset['min']);
  const max = Number(list.dataset['max']);
  const update = () => {
    const items = itemsIn(list);
    for (const [index, item] of items.entries()) {
      renumber(item, index, data);
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
    changed();
    state.textContent = '';
    item.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select')?.focus();
  });
  place.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-act]') : null;
    const item = button?.closest<HTMLElement>('.item') ?? null;
    if (button === null || item === null) return;
    const number = itemsIn(list).indexOf(item) + 1;
    const { act } = button.dataset;
    if (act === 'up') item.previousElementSibling?.before(item);
    if (act === 'down') item.nextElementSibling?.after(item);
    const next = item.nextElementSibling ?? item.previousElementSibling;
    if (act === 'remove') item.remove();
    changed();
    state.textContent = act === 'remove' ? filled(data.texts.itemRemoved, { number }) : '';
    const buttons = act === 'remove' ? next?.querySelectorAll('button') : item.querySelectorAll('button');
    const usable = [...(buttons ?? [])].filter(({ disabled }) => !disabled);
    (usable.find((each) => each.dataset['act'] === act) ?? usable[0] ?? add).focus();
  });
  update();
}

/** Replaces the fields of items by the values of their lists: JSON arrays, which omit empty fields. */
export function joinItems(form: HTMLFormElement, entered: FormData): void {
  for (const list of form.querySelectorAll<HTMLElement>('fieldset[data-list]')) {
    const { list: parameter = '' } = list.dataset;
    const items = itemsIn(list).map((_item, index) => {
      const start = `${parameter}[${index}][`;
      const values = new Map<string, string>();
      for (const [name, value] of entered) {
        if (!name.startsWith(start) || typeof value !== 'string') continue;
        const [field = ''] = name.slice(start.length).split(']', 1);
        const isUsed = name.endsWith(USUAL_MARK) ? !values.has(field) : value !== '';
        if (isUsed) values.set(field, value.replaceAll('\r\n', '\n'));
      }
      return Object.fromEntries(values);
    });
    for (const name of [...entered.keys()]) if (name.startsWith(`${parameter}[`)) entered.delete(name);
    entered.set(parameter, JSON.stringify(items));
  }
}

function itemsIn(list: HTMLElement): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(':scope > [data-items] > .item')];
}

/** Shows the buttons that need the script. */
function show(parent: HTMLElement): void {
  for (const hidden of parent.querySelectorAll<HTMLElement>('[data-with-script]')) hidden.hidden = false;
}

function enable(item: HTMLElement, act: string, isEnabled: boolean): void {
  const button = item.querySelector<HTMLButtonElement>(`button[data-act=${act}]`);
  if (button !== null) button.disabled = !isEnabled;
}

/** The attributes that contain the index of the item. */
const NUMBERED = ['id', 'for', 'name', 'list', 'aria-describedby'] as const;

/** Gives an item the names, ids, and texts of its index. */
function renumber(item: HTMLElement, index: number, { texts }: Data): void {
  const { item: before = '' } = item.dataset;
  if (before === String(index)) return;
  item.dataset['item'] = String(index);
  const text = (of: string) => filled(texts.item, { number: of });
  const shown = before === 'NEW' ? text('NEW') : text(String(Number(before) + 1));
  const legend = item.querySelector(':scope > legend');
  if (legend !== null) legend.textContent = text(String(index + 1));
  for (const each of item.querySelectorAll('*')) {
    for (const attribute of NUMBERED) {
      const value = each.getAttribute(attribute);
      if (value === null) continue;
      const mark = attribute === 'name' ? [`[${before}][`, `[${index}][`] : [`-${before}-`, `-${index}-`];
      each.setAttribute(attribute, value.replaceAll(mark[0] ?? '', mark[1] ?? ''));
    }
    const label = each.getAttribute('aria-label');
    if (label !== null) each.setAttribute('aria-label', label.replace(shown, text(String(index + 1))));
  }
}
