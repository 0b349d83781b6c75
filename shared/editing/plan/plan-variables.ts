import { assertNever } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { named } from '../../statements/wording.ts';
import { specOf } from '../../template/attribute-lookup.ts';
import type { ElementNode } from '../../template/document.ts';
import { isVariableName, type Placeholder, parseValue, type ValuePart } from '../../template/placeholder.ts';
import { formatPlaceholder, formatValue } from '../../template/placeholder-text.ts';
import { substitute } from '../../template/substitute.ts';
import { createValueBudget } from '../../template/value-budget.ts';
import { findingAt, placeKey, type ValuePlace, valueAt } from '../../template/written-values.ts';
import { isBlank } from '../../template/xml-characters.ts';
import type { DocumentEdit } from '../../template-xml/edits.ts';
import type { ValueName, VariableCommand } from '../commands.ts';
import { contentLabel, editsOfValue, resolvedValue } from './content-edits.ts';
import { planned } from './planned.ts';
import { attributeEdits, collect, type Plan, type Planning } from './planning.ts';

type Of<Type extends VariableCommand['type']> = Extract<VariableCommand, { type: Type }>;

export function planVariable(planning: Planning, command: VariableCommand): Plan {
  switch (command.type) {
    case 'variable/bind':
      return bind(planning, command);
    case 'variable/unbind':
      return unbind(planning, command);
    case 'variable/rename':
      return rename(planning, command);
    case 'variable/set-default':
      return setDefault(planning, command);
    case 'variable/remove':
      return remove(planning, command);
    default:
      return assertNever(command);
  }
}

/** A variable that states a default elsewhere brings it along, so that it does not get a second one. */
function bind(planning: Planning, command: Of<'variable/bind'>): Plan {
  const element = elementOf(planning, command.node);
  if (!element.ok) return element;
  const { attribute, variable } = command;
  if (!isVariableName(variable)) return err(BAD_NAME);
  const known = planning.scan().defaults.get(variable);
  const fallback = command.default ?? known ?? currentValue(planning, element.value, attribute);
  const placeholder: Placeholder =
    fallback === null
      ? { kind: 'placeholder', name: variable, default: null, options: [] }
      : { kind: 'placeholder', name: variable, default: fallback, options: [] };
  const label = attribute ?? contentLabel(planning, element.value);
  const edits = editsOfValue(planning, element.value, attribute, formatPlaceholder(placeholder));
  return planned(edits, `Bind ${label} to ${named(variable)}`);
}

/** What an attribute or the text says now: itself, or the attribute's default as the language writes it. */
function currentValue(planning: Planning, element: ElementNode, attribute: ValueName): string | null {
  const now = resolvedValue(planning, element, attribute);
  if (now !== undefined) return now.kind === 'text' ? now.text : null;
  if (attribute === null) return null;
  const type = planning.resolved(element, 'type');
  const spec = specOf(element, attribute, type?.kind === 'text' ? type.text.trim() : null);
  if (spec === null) return null;
  if (spec.initial !== undefined) return spec.type.format(spec.initial);
  const standard = 'default' in spec.absent ? spec.absent.default : null;
  return standard === null ? null : spec.type.format(standard);
}

function unbind(planning: Planning, command: Of<'variable/unbind'>): Plan {
  const element = elementOf(planning, command.node);
  if (!element.ok) return element;
  const { attribute, value } = command;
  const fixed = value === undefined ? fixedValue(planning, element.value, attribute) : ok(value);
  if (!fixed.ok) return fixed;
  const edits = editsOfValue(planning, element.value, attribute, fixed.value);
  return planned(edits, `Unbind ${attribute ?? contentLabel(planning, element.value)}`);
}

function fixedValue(planning: Planning, element: ElementNode, attribute: ValueName): Result<string, string> {
  const now = resolvedValue(planning, element, attribute);
  if (now === undefined) return err('The attribute is not there any more.');
  if (now.kind === 'text') return ok(now.text);
  const [variable] = now.variables;
  return err(
    variable === undefined
      ? 'The placeholder is malformed; mend it in the XML first.'
      : `The variable ${named(variable)} has no value to take; give it one first.`,
  );
}

function rename(planning: Planning, { from, to }: Of<'variable/rename'>): Plan {
  if (from === to) return ok({ edits: [], label: `Rename ${named(from)}` });
  if (!isVariableName(to)) return err(BAD_NAME);
  if (planning.scan().uses.some((use) => use.name === to))
    return err(`There is a variable ${named(to)} already; choose another name.`);
  const edits = changeUses(planning, from, (placeholder) => ({ ...placeholder, name: to }));
  return planned(edits, `Rename ${named(from)} to ${named(to)}`);
}

function setDefault(planning: Planning, command: Of<'variable/set-default'>): Plan {
  const { variable } = command;
  const edits = changeUses(planning, variable, (placeholder) => ({ ...placeholder, default: command.default }));
  return planned(edits, `Set default of ${named(variable)}`);
}

function remove(planning: Planning, { variable }: Of<'variable/remove'>): Plan {
  const { defaults } = planning.scan();
  const budget = createValueBudget();
  let isMissing = false;
  let isTooLong = false;
  const edits = changeUses(planning, variable, (placeholder) => {
    const value = substitute({ parts: [placeholder], faults: [] }, { values: planning.values, defaults }, budget);
    if (value.kind === 'missing') isMissing = true;
    if (value.kind === 'too-long') isTooLong = true;
    return { kind: 'text', text: value.kind === 'text' ? value.text : '' };
  });
  if (isMissing) return err(`The variable ${named(variable)} has no value to take; give it one first.`);
  if (isTooLong)
    return err(`The value of ${named(variable)} is too long to be written in its places; shorten it first.`);
  return planned(edits, `Remove ${named(variable)}`);
}

/** Writes every placeholder of a name anew; each attribute once. */
function changeUses(
  planning: Planning,
  variable: string,
  change: (placeholder: Placeholder) => ValuePart,
): Result<readonly DocumentEdit[], string> {
  const uses = planning.scan().uses.filter((use) => use.name === variable);
  if (uses.length === 0) return err(`No variable is called ${named(variable)}.`);
  const places = new Map(uses.map((use) => [placeKey(findingAt(use)), use]));
  return collect([...places.values()], (place) => {
    const element = elementOf(planning, place.node);
    if (!element.ok) return element;
    const { parts, faults } = parseValue(valueAt(element.value, place) ?? '');
    if (faults.length > 0)
      return err(
        `${named(place.attribute ?? 'text')} of ${named(element.value.name)} holds a malformed placeholder; mend it in the XML first.`,
      );
    const changed = parts.map((part) => (part.kind === 'placeholder' && part.name === variable ? change(part) : part));
    return ok(editsAt(element.value, place, formatValue(changed)));
  });
}

/** The edits that write another value at a place. */
function editsAt(element: ElementNode, { attribute, text }: ValuePlace, value: string): readonly DocumentEdit[] {
  if (attribute !== null) return attributeEdits(element, attribute, value);
  const node = element.children.find(({ id }) => id === text);
  if (node?.kind !== 'text') return [];
  // White space alone is no text.
  if (isBlank(value) && !node.cdata) return [{ type: 'remove-node', node: node.id }];
  return [{ type: 'replace-node', node: node.id, replacement: { ...node, text: value } }];
}

const BAD_NAME = 'A variable’s name is made of letters, digits, `_`, `-` and `.`.';

function elementOf({ index }: Planning, id: Of<'variable/bind'>['node']): Result<ElementNode, string> {
  const element = index.elements.get(id)?.element;
  return element === undefined ? err('It is not there any more.') : ok(element);
}
