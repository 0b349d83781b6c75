import { MAX_LISTS, readDeclaredList } from '../expressions/list-text.ts';
import { message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { attributeValue, type ElementNode, elementsOf } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import type { Finding } from '../template/document/problem.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import {
  type Declaration,
  declarationFaults,
  declarationOf,
  type FieldDeclaration,
  fieldOf,
} from '../template/variables/declarations.ts';
import { faultsOfList } from '../template/variables/list-faults.ts';
import { knownChildren } from './children.ts';
import { readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import type { ReadingContext } from './reading-context.ts';

/**
 * Checks the declaration of a variable: its attributes, its name, which must be unique, its default, and the fields and
 * items of a list.
 */
export function checkDeclaration(context: ReadingContext, element: ElementNode): void {
  const { log } = context;
  const { id: node } = element;
  readAttributes(context, element, elementRegistry.variable.attributes);
  warnOfUnknownAttributes(context, element, [elementRegistry.variable.attributes]);
  const children = knownChildren(context, 'variable', element);
  const written = declarationOf(element);
  if (written === null) return;
  const fields = children.filter(({ name }) => name === 'field').map((child) => child.element);
  const items = children.filter(({ name }) => name === 'item').map((child) => child.element);
  const first = context.declarations?.get(written.name);
  if (first !== undefined && first.node !== node)
    log.add('template/duplicate-variable', { node, attribute: 'name' }, () =>
      message('template/duplicate-variable', { name: shortened(written.name) }),
    );
  // Use the rules of the first declaration. They include choices that conditions compare with the variable.
  const rules = first?.node === node ? first : written;
  checkRules(context, element, rules);
  checkFields(context, fields, 1);
  if (written.list === null) return;
  if (items.length > 0 && attributeValue(element, 'default') !== undefined)
    log.add('template/duplicate-attribute', { node, attribute: 'default', part: 'name' }, () =>
      message('list/default-twice'),
    );
  for (const item of items) warnOfUnknownFields(context, item, written);
  checkDefault(context, element, written, items);
}

function checkRules(context: ReadingContext, element: ElementNode, rules: FieldDeclaration): void {
  const { log, rate } = context;
  const { id: node } = element;
  for (const { code, attribute, says } of declarationFaults(rules, rate)) {
    const isMissing = code === 'template/missing-attribute';
    // Skip invalid choices, which are reported elsewhere.
    if (!isMissing || attributeValue(element, attribute) === undefined)
      log.add(code, isMissing ? { node } : { node, attribute }, () => says);
  }
}

/** Checks the fields of a list. `lists` is the nesting depth. */
function checkFields(context: ReadingContext, elements: readonly ElementNode[], lists: number): void {
  const { log } = context;
  const names = new Set<string>();
  const surplus = elements[limits.fields];
  if (surplus !== undefined)
    log.add('list/too-many', { node: surplus.id }, () => message('list/too-many-fields', { most: limits.fields }));
  for (const element of elements) {
    readAttributes(context, element, elementRegistry.field.attributes);
    warnOfUnknownAttributes(context, element, [elementRegistry.field.attributes]);
    const children = knownChildren(context, 'field', element).map((child) => child.element);
    const field = fieldOf(element, lists);
    if (field === null) continue;
    const { name, type } = field;
    if (names.has(name))
      log.add('template/duplicate-variable', { node: element.id, attribute: 'name' }, () =>
        message('template/duplicate-variable', { name: shortened(name) }),
      );
    names.add(name);
    checkRules(context, element, field);
    if (type === 'list' && lists >= MAX_LISTS)
      log.add('list/too-deep', { node: element.id, attribute: 'type' }, () =>
        message('list/fields-too-deep', { most: MAX_LISTS }),
      );
    else checkFields(context, children, lists + 1);
  }
}

function warnOfUnknownFields({ log }: ReadingContext, item: ElementNode, { name, list }: Declaration): void {
  const fields = list?.fields.map((field) => field.name) ?? [];
  for (const attribute of item.attributes)
    if (!fields.includes(attribute.name))
      log.add('list/field', { node: item.id, attribute: attribute.name, part: 'name' }, () =>
        message('list/field', { field: shortened(attribute.name), list: shortened(name), fields }),
      );
}

/** Checks the default of a list. Reports each fault at the item or attribute that contains it. */
function checkDefault(
  { log, rate }: ReadingContext,
  { id: node }: ElementNode,
  declared: Declaration,
  items: readonly ElementNode[],
): void {
  const { default: text, list } = declared;
  if (text === null || list === null) return;
  const read = readDeclaredList(list, text);
  // Accept an empty list without items, because it can get a value later.
  if (read.ok && read.value.length === 0) return;
  for (const { code, item, field, says } of faultsOfList(declared, text, rate)) {
    const element = item === null ? undefined : items[item];
    const isWritten = element !== undefined && field !== null && attributeValue(element, field) !== undefined;
    if (element === undefined) log.add(code, items.length > 0 ? { node } : { node, attribute: 'default' }, () => says);
    else log.add(code, isWritten ? { node: element.id, attribute: field } : { node: element.id }, () => says);
  }
}

/**
 * Reports declared fonts whose family is in no `font` attribute, including attributes of excluded elements. Reports
 * nothing if such an attribute contains a variable, because its value can be any font.
 */
export function unusedFonts(root: ElementNode): readonly Finding[] {
  const elements = [...elementsOf(root)];
  const uses = elements.map((element) => attributeValue(element, 'font') ?? '').join('\n');
  if (uses.includes('${')) return [];
  return elements.flatMap((element): readonly Finding[] => {
    const family = element.name === 'font' ? attributeValue(element, 'family')?.trim() : undefined;
    if (!family || family.includes('${') || uses.includes(family)) return [];
    const says = message('font/no-use', { family: shortened(family) });
    return [{ code: 'font/unused', at: { node: element.id, attribute: 'family' }, says }];
  });
}
