import { cellName, FILE_MARK, ITEMS_MARK, USUAL_MARK } from '#shared/contract/shapes/film-link.ts';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import { isLimitedToChoices } from '#shared/template/variables/declarations.ts';
import { ITEM_VALUE, type ItemTexts, itemTexts } from '#shared/template/variables/item-texts.ts';
import type { ListedVariable } from './check-link.ts';
import { escapeHtml, type PageTexts } from './page-html.ts';

type FieldKind = 'text' | 'lines' | 'number' | 'color' | 'radios' | 'select' | 'list' | 'items' | 'address' | 'photo';
type ListedField = NonNullable<ListedVariable['list']>['fields'][number];
/** The rules of a field of an item. `list` has the fields of the items of a list in an item. */
interface ItemRules extends Omit<ListedField, 'list' | 'uses'> {
  readonly list?: { readonly fields: readonly ItemRules[] } | undefined;
}
/** The rules of a value; empty for a variable without a declaration. */
type Rules = Partial<
  Pick<ItemRules, 'type' | 'help' | 'min' | 'max' | 'step' | 'maxlength' | 'multiline' | 'choices' | 'required'>
>;
/** The fields and the number of the items of a list. */
interface ItemsOfList {
  readonly fields: readonly ItemRules[];
  readonly min: number;
  readonly max: number;
}

/** A field of the form: a variable that visitors can change, or a field of an item of a list. */
export interface VisitorField {
  readonly kind: FieldKind;
  /** The id of the control. */
  readonly id: string;
  /** The parameter of the value in the link to the page. */
  readonly parameter: string;
  readonly label: string;
  readonly value: string;
  /** Whether a film requires a value. */
  readonly isRequired: boolean;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly rules: Rules;
  /** The values that a text control suggests. */
  readonly suggestions: readonly string[];
  /** The fields and the number of the items of a list; null for other fields. */
  readonly list: ItemsOfList | null;
}

export interface FieldContext {
  readonly words: PageTexts;
  /** The address to which the form sends a photo. */
  readonly photoAddress: string;
  /** The problems by the parameter of the field. */
  readonly errors: ReadonlyMap<string, string>;
  /** Whether the field is part of an empty item for visitors without script; absent for other fields. */
  readonly isOptional?: boolean;
}

/** The maximum number of choices as radio buttons. A select control displays larger numbers. */
const MAX_RADIOS = 4;
/** The maximum number of items that a form shows. A list with more items has no field. */
const MAX_FORM_ITEMS = 100;
/** The number of empty items that a form has for visitors without script. */
const EMPTY_ITEMS = 3;

/** Returns the field of a variable; null if the form cannot show its value. */
export function fieldOfVariable(
  variable: ListedVariable,
  { words, ...at }: Pick<VisitorField, 'id' | 'parameter'> & { readonly words: PageTexts },
  given: { readonly value: string | undefined; readonly upload: string | null },
): VisitorField | null {
  const { name, declaration, list, brand, defaultvalue } = variable;
  const fallback = brand ?? defaultvalue;
  const written = given.value ?? fallback ?? '';
  const rules: Rules = declaration ?? {};
  const choices = choicesOf(rules, declaration?.type ?? variable.type, words);
  const isPhoto = name === given.upload && declaration?.type === 'image' && choices.length === 0;
  const kind = isPhoto ? 'photo' : (kindOfList(variable) ?? kindOf(variable.type, { rules, value: written, choices }));
  const most = Math.min(list?.max ?? MAX_FORM_ITEMS, MAX_FORM_ITEMS);
  if (kind === 'items' && (itemTexts({ fields: [] }, written)?.length ?? 0) > most) return null;
  return {
    ...{ ...at, kind, choices, rules, suggestions: variable.choices ?? [] },
    label: declaration?.label?.trim() || name,
    value: shownValue(kind, written),
    isRequired: rules.required === true || (fallback === null && rules.required !== false),
    list: kind === 'items' ? { fields: list?.fields ?? [], min: list?.min ?? 0, max: most } : null,
  };
}

function kindOfList({ list }: ListedVariable): FieldKind | null {
  if (list === undefined) return null;
  return list.fields.length > 0 ? 'items' : 'list';
}

function shownValue(kind: FieldKind, text: string): string {
  if (kind === 'color') return hexOf(text);
  return kind === 'list' ? linesOf(text) : text;
}

function choicesOf(
  { type: declared = null, choices = [] }: Rules,
  type: string,
  words: PageTexts,
): VisitorField['choices'] {
  if (isLimitedToChoices({ type: declared, choices }))
    return choices.map(({ value, label }) => ({ value, label: label ?? value }));
  if (type !== 'boolean') return [];
  return [
    { value: 'true', label: words.yes },
    { value: 'false', label: words.no },
  ];
}

function kindOf(
  type: string,
  { rules, value, choices }: Pick<VisitorField, 'rules' | 'value' | 'choices'>,
): Exclude<FieldKind, 'items' | 'photo'> {
  if (choices.length > 0) return choices.length > MAX_RADIOS ? 'select' : 'radios';
  if (type === 'media' || type === 'image' || type === 'video' || type === 'sound') return 'address';
  if (type === 'list') return 'list';
  if (type === 'number') return 'number';
  // Use a text field for an optional color, because an empty color control sends a color.
  if (type === 'color' && hexOf(value) !== '') return 'color';
  return rules.multiline === true || value.includes('\n') ? 'lines' : 'text';
}

/** Returns an opaque color in the notation of browsers; empty for any other text. */
function hexOf(text: string): string {
  const color = parseColor(text.trim());
  if (!color.ok) return '';
  const hex = formatColor(color.value).toLowerCase();
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : '';
}

/** Returns the items of a list in an item; null for other fields, and if the form cannot show the value. */
function listInItem({ list, min, max }: ItemRules, value: string): ItemsOfList | null {
  if (list === undefined || list.fields.length === 0) return null;
  const items = value === '' ? [] : itemTexts(list, value);
  const most = Math.min(max ?? MAX_FORM_ITEMS, MAX_FORM_ITEMS);
  return items === null || items.length > most ? null : { fields: list.fields, min: min ?? 0, max: most };
}

/** Returns the values of a list for the field, one per line. A list of items with fields stays JSON. */
function linesOf(text: string): string {
  const items = itemTexts({ fields: [] }, text);
  if (items === null || items.some((item) => item[ITEM_VALUE] === undefined)) return text;
  return items.map((item) => item[ITEM_VALUE]).join('\n');
}

/** Returns the HTML of a field: the label, the help, the control, and the error. */
export function fieldHtml(field: VisitorField, context: FieldContext): string {
  const { words, errors, photoAddress } = context;
  const { id, label, kind, isRequired, rules, parameter } = field;
  const error = errors.get(parameter) ?? '';
  const help = [rules.help?.trim() ?? '', helpOf(kind, words)].filter((text) => text !== '').join(' ');
  const described = `aria-describedby="${help === '' ? '' : `${id}-help `}${id}-error"${error === '' ? '' : ' aria-invalid="true"'}`;
  const mark = isRequired ? ` <span class="required">(${escapeHtml(words.required)})</span>` : '';
  const name = `${escapeHtml(label)}${mark}`;
  const helpText = help === '' ? '' : `<p class="help" id="${id}-help">${escapeHtml(help)}</p>`;
  const errorText = `<p class="error" id="${id}-error">${escapeHtml(error)}</p>`;
  if (kind === 'items')
    return `<fieldset class="field items" id="${id}" tabindex="-1" ${described} data-list="${escapeHtml(parameter)}" data-min="${field.list?.min ?? 0}" data-max="${field.list?.max ?? MAX_FORM_ITEMS}"><legend>${name}</legend>${helpText}${errorText}${itemsHtml(field, context)}</fieldset>`;
  const control = controlHtml(field, described, { words, photoAddress });
  if (kind === 'radios' || kind === 'photo')
    return `<fieldset class="field ${kind}" id="${id}" tabindex="-1" ${described}><legend>${name}</legend>${helpText}${control}${errorText}</fieldset>`;
  return `<div class="field ${kind}"><label for="${id}">${name}</label>${helpText}${control}${errorText}</div>`;
}

function helpOf(kind: FieldKind, words: PageTexts): string {
  const helps: Partial<Record<FieldKind, string>> = {
    list: words.listHelp,
    address: words.addressHelp,
    photo: words.photoHelp,
  };
  return helps[kind] ?? '';
}

function controlHtml(
  field: VisitorField,
  described: string,
  { words, photoAddress }: Pick<FieldContext, 'words' | 'photoAddress'>,
): string {
  const { id, parameter, kind, value, choices, isRequired, rules } = field;
  const { min = null, max = null, step = null, maxlength = null } = rules;
  const limit = (name: string, bound: number | null) => (bound === null ? '' : ` ${name}="${bound}"`);
  const required = isRequired ? ' required' : '';
  const named = `id="${id}" name="${escapeHtml(parameter)}" ${described}${required}`;
  switch (kind) {
    case 'lines':
      return `<textarea ${named} rows="4"${limit('maxlength', maxlength)}>\n${escapeHtml(value)}</textarea>`;
    case 'list':
      return `<textarea ${named} rows="4" data-lines>\n${escapeHtml(value)}</textarea>`;
    case 'number': {
      const bounds = `${limit('min', min)}${limit('max', max)} step="${step ?? 'any'}"`;
      return `<input type="number" inputmode="decimal" ${named} value="${escapeHtml(value)}"${bounds}>`;
    }
    case 'color':
      return `<input type="color" ${named} value="${escapeHtml(value)}">`;
    case 'select': {
      const options = choices.map(
        (choice) =>
          `<option value="${escapeHtml(choice.value)}"${choice.value === value ? ' selected' : ''}>${escapeHtml(choice.label)}</option>`,
      );
      const none = choices.some((choice) => choice.value === value)
        ? ''
        : `<option value="">${escapeHtml(words.none)}</option>`;
      return `<select ${named}>${none}${options.join('')}</select>`;
    }
    case 'radios':
      return choices
        .map(
          (choice) =>
            `<label class="choice"><input type="radio" name="${escapeHtml(parameter)}" value="${escapeHtml(choice.value)}"${required}${choice.value === value ? ' checked' : ''}> ${escapeHtml(choice.label)}</label>`,
        )
        .join('');
    case 'address': {
      // Show only addresses, because the name of a project's file would not help visitors.
      const address = /^https?:/.test(value) ? value : '';
      return `<input type="url" id="${id}" name="${escapeHtml(parameter)}" ${described} value="${escapeHtml(address)}" placeholder="https://">`;
    }
    case 'photo': {
      const isAdded = value.startsWith('visitor-photo-');
      return `<input type="hidden" name="${escapeHtml(parameter)}" value="${isAdded ? escapeHtml(value) : ''}" data-photo${isRequired ? ' data-required' : ''}>
<input type="file" name="${escapeHtml(`${parameter}${FILE_MARK}`)}" accept="image/jpeg,image/png,image/webp" aria-label="${escapeHtml(field.label)}">
<button formmethod="post" formenctype="multipart/form-data" formaction="${escapeHtml(photoAddress)}" formnovalidate data-add-photo>${escapeHtml(words.addPhoto)}</button>
<p class="state" role="status">${isAdded ? escapeHtml(words.photoAdded) : ''}</p>`;
    }
    default: {
      const options = field.suggestions.map((choice) => `<option value="${escapeHtml(choice)}">`);
      const list = options.length === 0 ? '' : `<datalist id="${id}-list">${options.join('')}</datalist>`;
      const suggested = list === '' ? '' : ` list="${id}-list"`;
      return `<input type="text" ${named} value="${escapeHtml(value)}"${limit('maxlength', maxlength)}${suggested}>${list}`;
    }
  }
}

/**
 * Returns the items of a list, each with its fields. The script adds, moves, and removes items; `template` is a new
 * one. Without the script, a few empty items follow, which `joinCells` omits if they stay empty.
 */
function itemsHtml(field: VisitorField, context: FieldContext): string {
  const { list, parameter, value } = field;
  if (list === null) return '';
  const items = (value === '' ? [] : itemTexts(list, value)) ?? [];
  const at = (index: number | typeof NEW_ITEM, texts: ItemTexts, isOptional = false) =>
    itemHtml({ ...field, list }, { index, texts }, { ...context, isOptional });
  const emptyItems = (first: number) =>
    Array.from({ length: Math.min(EMPTY_ITEMS, list.max - first) }, (_none, more) => at(first + more, {}, true));
  // The list of an optional item has only optional items. It is not marked, so that its default applies.
  if (context.isOptional === true) return emptyItems(0).join('\n');
  const missing = Math.max(0, list.min - items.length);
  const shown = [...items, ...Array.from({ length: missing }, (): ItemTexts => ({}))];
  const empty = emptyItems(shown.length);
  return `<input type="hidden" name="${escapeHtml(parameter)}${ITEMS_MARK}" value="">
<div data-items>${shown.map((texts, index) => at(index, texts)).join('\n')}</div>
<template>${at(NEW_ITEM, {})}</template>
${empty.length === 0 ? '' : `<noscript>${empty.join('\n')}</noscript>`}
<p class="actions" data-with-script hidden><button type="button" class="quiet" data-add>${escapeHtml(context.words.addItem)}</button></p>
<p class="state" role="status"></p>`;
}

/** The number of an item in the template of new items, which the script replaces. */
const NEW_ITEM = 'NEW';

function itemHtml(
  { id, parameter, list }: VisitorField & { readonly list: NonNullable<VisitorField['list']> },
  { index, texts }: { readonly index: number | typeof NEW_ITEM; readonly texts: ItemTexts },
  context: FieldContext,
): string {
  const { words, isOptional = false } = context;
  const number = typeof index === 'number' ? String(index + 1) : NEW_ITEM;
  const controls = list.fields.map((rules, place) => {
    const written = texts[rules.name] ?? '';
    // An item without a list has the default of the list.
    const itemsText = texts[rules.name] ?? (isOptional ? '' : (rules.default ?? ''));
    const ofItem = listInItem(rules, itemsText);
    const value = ofItem === null ? written : itemsText;
    const choices = choicesOf(rules, rules.type ?? 'text', words);
    const name = cellName(parameter, index, rules.name);
    const kind = ofItem === null ? kindOf(rules.type ?? 'text', { rules, value, choices }) : 'items';
    const cell = fieldHtml(
      {
        ...{ kind, choices, rules, parameter: name, suggestions: [], list: ofItem, id: `${id}-${index}-${place}` },
        label: rules.label?.trim() || rules.name,
        value: shownValue(kind, value),
        isRequired: rules.required && rules.default === null && !isOptional,
      },
      context,
    );
    // An item keeps a file of the project unless the visitor enters an address.
    const isUsual = kind === 'address' && value !== '' && !/^https?:/.test(value);
    return isUsual
      ? `<input type="hidden" name="${escapeHtml(`${name}${USUAL_MARK}`)}" value="${escapeHtml(value)}">${cell}`
      : cell;
  });
  const button = (act: string, text: string) =>
    `<button type="button" class="quiet" data-act="${act}" aria-label="${escapeHtml(`${text} (${words.script.item.replace('{number}', number)})`)}">${escapeHtml(text)}</button>`;
  const buttons = [button('up', words.moveUp), button('down', words.moveDown), button('remove', words.removeItem)];
  return `<fieldset class="item" data-item="${index}"><legend>${escapeHtml(words.script.item.replace('{number}', number))}</legend>${controls.join('\n')}
<p class="actions" data-with-script hidden>${buttons.join('\n')}</p></fieldset>`;
}
