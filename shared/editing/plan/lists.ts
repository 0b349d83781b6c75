import { err, ok } from '../../lib/result.ts';
import { isVariableName } from '../../lib/variable-name.ts';
import { message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import {
  type Attribute,
  attributeValue,
  childElements,
  type DocumentNode,
  type ElementNode,
} from '../../template/document/document.ts';

import { elementsOfRole, roleOf } from '../../template/tables/roles.ts';
import { declarationOf } from '../../template/variables/declarations.ts';
import { type ItemTexts, textOfItems } from '../../template/variables/item-texts.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { VariableCommand } from '../model/commands.ts';
import { newElement, resourcesOf, resourcesWith } from '../planning/nodes.ts';
import { attributeEdits, type Plan, type Planning } from '../planning/planning.ts';

/** Plans the fields and the default items of a list. Creates a missing declaration. */
export function planList(planning: Planning, command: Extract<VariableCommand, { type: 'variable/set-list' }>): Plan {
  const { variable, fields, items } = command;
  if (!isVariableName(variable)) return err(message('edit/bad-variable-name'));
  const label = message('step/set-list', { variable: shortened(variable) });
  const [known] = resourcesOf(planning.document.root)
    .flatMap(childElements)
    .filter((each) => declarationOf(each)?.name === variable);
  const [element = 'variable'] = elementsOfRole('declaration');
  const attributes = [
    { name: 'name', value: variable },
    { name: 'type', value: 'list' },
  ];
  const before = known ?? newElement(planning.newId, element, attributes);
  const children = fields === undefined ? before.children : withFields(planning, before, fields);
  const written = withItems(planning, { ...before, children }, items);
  if (known !== undefined)
    return ok({ edits: [...attributeEdits(known, 'type', 'list'), ...editsOf(known, written)], label });
  const declaration = { ...before, children: written.children };
  const plain = written.default === null ? [] : [{ name: 'default', value: written.default }];
  return ok({
    edits: resourcesWith(planning, [{ ...declaration, attributes: [...attributes, ...plain] }]),
    label,
  });
}

/** Returns the edits that give the declaration of a list these default items. */
export function editsOfItems(
  planning: Planning,
  declaration: ElementNode,
  items: readonly ItemTexts[],
): readonly DocumentEdit[] {
  return editsOf(declaration, withItems(planning, declaration, items));
}

/** The children of a declaration and its attribute `default`, which is null if the items are elements. */
interface WrittenItems {
  readonly children: readonly DocumentNode[];
  readonly default: string | null;
}

function editsOf(declaration: ElementNode, written: WrittenItems): readonly DocumentEdit[] {
  const { children } = declaration;
  const isSame =
    children.length === written.children.length && children.every((child, at) => child === written.children[at]);
  return [
    ...attributeEdits(declaration, 'default', written.default),
    ...(isSame
      ? []
      : [{ type: 'set-children', node: declaration.id, children: written.children } satisfies DocumentEdit]),
  ];
}

/** A field of a list in a command. */
type NewField = NonNullable<Extract<VariableCommand, { type: 'variable/set-list' }>['fields']>[number];

/** Returns the children of a declaration with these fields. Fields that keep their name keep their other attributes. */
function withFields(
  planning: Planning,
  declaration: ElementNode,
  fields: readonly NewField[],
): readonly DocumentNode[] {
  const existing = childElements(declaration).filter((child) => roleOf(child) === 'field');
  const elements = fields.map((field) => {
    const known = existing.find((each) => attributeValue(each, 'name')?.trim() === field.name);
    return fieldElement(planning, known ?? null, field);
  });
  const others = declaration.children.filter((child) => child.kind !== 'element' || roleOf(child) !== 'field');
  return [...elements, ...others];
}

/** The attributes of a field that a command sets. */
const FIELD_ATTRIBUTES: ReadonlySet<string> = new Set(['name', 'type', 'label', 'choices']);

/** Returns the element of a field. If nothing changes, returns the existing element. */
function fieldElement(planning: Planning, known: ElementNode | null, field: NewField): ElementNode {
  const { name, type, label, fields = [] } = field;
  const choices = type === 'choice' ? (field.choices ?? valueIn(known, 'choices')) : valueIn(known, 'choices');
  const given = { name, type: type === 'text' ? '' : type, label: label === name ? '' : (label ?? ''), choices };
  const attributes = Object.entries(given).flatMap(([each, value]) => (value === '' ? [] : [{ name: each, value }]));
  if (known === null) {
    const [element = 'field'] = elementsOfRole('field');
    const created = newElement(planning.newId, element, attributes);
    return type === 'list' && fields.length > 0
      ? { ...created, children: withFields(planning, created, fields) }
      : created;
  }
  const children = type !== 'list' || field.fields === undefined ? known.children : withFields(planning, known, fields);
  const isSame =
    (valueIn(known, 'type') || 'text') === type &&
    (valueIn(known, 'label') || name) === (label ?? name) &&
    valueIn(known, 'choices') === choices &&
    children.length === known.children.length &&
    children.every((child, at) => child === known.children[at]);
  if (isSame) return known;
  return {
    ...known,
    attributes: [...attributes, ...known.attributes.filter((each) => !FIELD_ATTRIBUTES.has(each.name))],
    children,
  };
}

function valueIn(element: ElementNode | null, attribute: string): string {
  return element === null ? '' : (attributeValue(element, attribute) ?? '');
}

/**
 * Returns a declaration with these items instead of its own. Unchanged items keep their elements. Items of a list
 * without fields, and items with undeclared fields, are written to the attribute `default`.
 */
function withItems(planning: Planning, declaration: ElementNode, items: readonly ItemTexts[]): WrittenItems {
  const names = fieldNames(declaration);
  const isItem = (child: DocumentNode) => child.kind === 'element' && roleOf(child) === 'item';
  const existing = declaration.children.filter((child) => child.kind === 'element').filter(isItem);
  const others = declaration.children.filter((child) => !isItem(child));
  const isWritten = names.length > 0 && items.every((item) => Object.keys(item).every((name) => names.includes(name)));
  if (!isWritten) {
    const rules = { fields: declarationOf(declaration)?.list?.fields ?? [] };
    return { children: others, default: items.length === 0 ? null : textOfItems(rules, items) };
  }
  const [element = 'item'] = elementsOfRole('item');
  const unused = new Set(existing);
  const elements = items.map((item) => {
    const attributes = names.flatMap((name): readonly Attribute[] => {
      const value = item[name] ?? '';
      return value === '' ? [] : [{ name, value }];
    });
    const same = [...unused].find((each) => each.kind === 'element' && hasAttributes(each, attributes));
    if (same !== undefined) unused.delete(same);
    return same ?? newElement(planning.newId, element, attributes);
  });
  const first = declaration.children.findIndex(isItem);
  const at =
    first === -1 ? others.length : declaration.children.slice(0, first).filter((child) => !isItem(child)).length;
  return { children: others.toSpliced(at, 0, ...elements), default: null };
}

function fieldNames(declaration: ElementNode): readonly string[] {
  return childElements(declaration)
    .filter((child) => roleOf(child) === 'field')
    .flatMap((child) => attributeValue(child, 'name')?.trim() ?? []);
}

function hasAttributes(element: ElementNode, attributes: readonly Attribute[]): boolean {
  const written = element.attributes.filter(({ value }) => value !== '');
  return (
    written.length === attributes.length &&
    attributes.every(({ name, value }) => attributeValue(element, name) === value)
  );
}
