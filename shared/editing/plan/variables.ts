import { nameInExpression } from '../../expressions/tokens.ts';
import { variablesIn as namesIn } from '../../expressions/variables-in.ts';
import { assertNever } from '../../lib/assert.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { isVariableName } from '../../lib/variable-name.ts';
import { type Message, message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import { type Attribute, childElements, type ElementNode } from '../../template/document/document.ts';
import { isBlank } from '../../template/document/names.ts';
import {
  type ExpressionPiece,
  expressionIn,
  formatPlaceholder,
  formatValue,
  type Placeholder,
  parseValue,
  type ValuePiece,
  variablesOfPiece,
} from '../../template/placeholders/placeholder.ts';
import { createValueBudget, substitute } from '../../template/placeholders/substitute.ts';
import { specOf } from '../../template/tables/attribute-lookup.ts';
import { keepsSpace } from '../../template/tables/language.ts';
import { elementsOfRole } from '../../template/tables/roles.ts';
import { declarationOf } from '../../template/variables/declarations.ts';
import { filmSubstitution } from '../../template/variables/film-language.ts';
import { itemTexts } from '../../template/variables/item-texts.ts';
import type { VariableUse } from '../../template/variables/variable-uses.ts';
import { findingAt, placeKey, type ValuePlace, valueAt } from '../../template/variables/written-values.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { ValueName, VariableCommand } from '../model/commands.ts';
import { newElement, resourcesOf, resourcesWith } from '../planning/nodes.ts';
import { editsOfValue, planned, resolvedValue, valueTerm } from '../planning/planned.ts';
import { attributeEdits, collect, type Plan, type Planning } from '../planning/planning.ts';
import { editsOfItems } from './lists.ts';

type Of<Type extends VariableCommand['type']> = Extract<VariableCommand, { type: Type }>;

export function planVariable(
  planning: Planning,
  command: Exclude<VariableCommand, { type: 'variable/set-list' }>,
): Plan {
  switch (command.type) {
    case 'variable/bind':
      return bind(planning, command);
    case 'variable/unbind':
      return unbind(planning, command);
    case 'variable/rename':
      return rename(planning, command);
    case 'variable/set-default':
      return setDefault(planning, command);
    case 'variable/declare':
      return planDeclaration(planning, command);
    case 'variable/remove':
      return remove(planning, command);
    default:
      return assertNever(command);
  }
}

/**
 * Plans a binding. Without a default in the command, uses the default of the variable, because a variable must have
 * only one default.
 */
function bind(planning: Planning, command: Of<'variable/bind'>): Plan {
  const element = elementOf(planning, command.node);
  if (!element.ok) return element;
  const { attribute, variable } = command;
  if (!isVariableName(variable)) return err(BAD_NAME);
  const { defaults, declarations } = planning.scan();
  // Omit a declared default, so that the value follows later changes of the declaration.
  const isDeclared = command.default === undefined && (declarations.get(variable)?.default ?? null) !== null;
  const explicitDefault = command.default ?? defaults.get(variable);
  const fallback = isDeclared ? null : (explicitDefault ?? currentValue(planning, element.value, attribute));
  const placeholder: Placeholder =
    fallback === null
      ? { kind: 'placeholder', name: variable, default: null, options: [] }
      : { kind: 'placeholder', name: variable, default: fallback, options: [] };
  const edits = editsOfValue(planning, element.value, attribute, formatPlaceholder(placeholder));
  const term = valueTerm(planning, element.value, attribute);
  return planned(edits, message('step/bind', { attribute: term, variable: shortened(variable) }));
}

/**
 * Returns the current value of an attribute or a text, in the notation of the template language. If the attribute is
 * absent, returns its default; null if there is neither.
 */
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
  return planned(edits, message('step/unbind', { attribute: valueTerm(planning, element.value, attribute) }));
}

function fixedValue(planning: Planning, element: ElementNode, attribute: ValueName): Result<string, Message> {
  const now = resolvedValue(planning, element, attribute);
  if (now === undefined) return err(message('edit/attribute-gone'));
  if (now.kind === 'text') return ok(now.text);
  const [variable] = now.variables;
  return err(
    variable === undefined
      ? message('edit/malformed-placeholder')
      : message('edit/variable-without-value', { variable: shortened(variable) }),
  );
}

function rename(planning: Planning, { from, to }: Of<'variable/rename'>): Plan {
  const label = message('step/rename-variable', { from: shortened(from), to: shortened(to) });
  if (from === to) return ok({ edits: [], label });
  if (!isVariableName(to)) return err(BAD_NAME);
  if (planning.scan().uses.some((use) => use.name === to) || planning.scan().declarations.has(to))
    return err(message('edit/variable-exists', { variable: shortened(to) }));
  const edits = changeUses(
    planning,
    from,
    (placeholder) => ({ ...placeholder, name: to }),
    (expression) => ({ ...expression, source: renamedSource(expression, from, to) }),
  );
  const declared = declarationsOf(planning, from).flatMap((declaration) => attributeEdits(declaration, 'name', to));
  return planned(withEdits(edits, declared), label);
}

function setDefault(planning: Planning, command: Of<'variable/set-default'>): Plan {
  const { variable } = command;
  const { declarations, uses } = planning.scan();
  const declaration = declarations.get(variable);
  const declared = (declaration?.default ?? null) !== null;
  // The default of a switch determines the results of its conditions. The default of a text or a picture is displayed
  // while the variable has no value.
  const isShown = declaration?.type !== 'boolean' && uses.some((use) => use.name === variable && !use.inCondition);
  const edits = changeUses(planning, variable, (placeholder, { inCondition, comparison }) => {
    if (inCondition && isShown && (placeholder.default ?? '') === '') {
      // Set an empty default in a condition that only tests for a value. Otherwise, the new default would make it
      // always true.
      const isAlone = comparison?.type === 'boolean' && placeholder.default === null;
      return isAlone && command.default !== '' ? { ...placeholder, default: '' } : placeholder;
    }
    return declared && placeholder.default === null ? placeholder : { ...placeholder, default: command.default };
  });
  const [first] = declarationsOf(planning, variable);
  const items = declaration?.list == null ? null : itemTexts(declaration.list, command.default);
  const ofDeclaration =
    !declared || first === undefined
      ? []
      : items === null
        ? attributeEdits(first, 'default', command.default)
        : editsOfItems(planning, first, items);
  return planned(withEdits(edits, ofDeclaration), message('step/set-default', { variable: shortened(variable) }));
}

function remove(planning: Planning, { variable }: Of<'variable/remove'>): Plan {
  const substitution = filmSubstitution(planning.document.root, planning.scan(), planning.values);
  const budget = createValueBudget();
  let isMissing = false;
  let isTooLong = false;
  const fixed = (piece: Placeholder | ExpressionPiece): ValuePiece => {
    const value = substitute({ pieces: [piece], faults: [] }, substitution, budget);
    if (value.kind === 'missing' || value.kind === 'fault') isMissing = true;
    if (value.kind === 'too-long') isTooLong = true;
    return { kind: 'text', text: value.kind === 'text' ? value.text : '' };
  };
  const edits = changeUses(planning, variable, fixed, fixed);
  const named = { variable: shortened(variable) };
  if (isMissing) return err(message('edit/variable-without-value', named));
  if (isTooLong) return err(message('edit/variable-too-long', named));
  const declared = declarationsOf(planning, variable).map(({ id: node }) => ({ type: 'remove-node', node }) as const);
  return planned(withEdits(edits, declared), message('step/remove-variable', named));
}

/** Changes every placeholder of a variable and every expression that contains it. Writes each attribute only once. */
function changeUses(
  planning: Planning,
  variable: string,
  change: (placeholder: Placeholder, use: VariableUse) => ValuePiece,
  changeExpression: (expression: ExpressionPiece) => ValuePiece = (expression) => expression,
): Result<readonly DocumentEdit[], Message> {
  const { uses: all, declarations } = planning.scan();
  const uses = all.filter((use) => use.name === variable);
  if (uses.length === 0 && !declarations.has(variable))
    return err(message('edit/no-variable', { variable: shortened(variable) }));
  const places = new Map(uses.map((use) => [placeKey(findingAt(use)), use]));
  return collect([...places.values()], (place) => {
    const element = elementOf(planning, place.node);
    if (!element.ok) return element;
    const { pieces, faults } = parseValue(valueAt(element.value, place) ?? '');
    if (faults.length > 0)
      return err(
        message('edit/malformed-at', {
          attribute: shortened(place.attribute ?? 'text'),
          element: shortened(element.value.name),
        }),
      );
    const changed = pieces.map((piece) => {
      if (!variablesOfPiece(piece).includes(variable)) return piece;
      if (piece.kind === 'expression') return changeExpression(piece);
      return piece.kind === 'placeholder' ? change(piece, place) : piece;
    });
    return ok(editsAt(element.value, place, formatValue(changed)));
  });
}

/** Returns the text of an expression after renaming a variable. */
function renamedSource(piece: ExpressionPiece, from: string, to: string): string {
  const parsed = expressionIn(piece);
  const uses = parsed.ok ? namesIn(parsed.value).filter(({ name }) => name === from) : [];
  return uses.reduceRight(
    (source, { at, end }) => source.slice(0, at) + nameInExpression(to) + source.slice(end),
    piece.source,
  );
}

/** Returns the edits that set the attribute or the text of an element. */
function editsAt(element: ElementNode, { attribute, text }: ValuePlace, value: string): readonly DocumentEdit[] {
  if (attribute !== null) return attributeEdits(element, attribute, value);
  const node = element.children.find(({ id }) => id === text);
  if (node?.kind !== 'text') return [];
  // Treat white space as an empty text, unless the element preserves white space.
  if (!node.cdata && isBlank(value) && (value === '' || !keepsSpace(element)))
    return [{ type: 'remove-node', node: node.id }];
  return [{ type: 'replace-node', node: node.id, replacement: { ...node, text: value } }];
}

function withEdits(
  edits: Result<readonly DocumentEdit[], Message>,
  others: readonly DocumentEdit[],
): Result<readonly DocumentEdit[], Message> {
  return edits.ok ? ok([...edits.value, ...others]) : edits;
}

const BAD_NAME = message('edit/bad-variable-name');

function elementOf({ index }: Planning, id: Of<'variable/bind'>['node']): Result<ElementNode, Message> {
  const element = index.elements.get(id)?.element;
  return element === undefined ? err(message('edit/gone')) : ok(element);
}

type Declare = Extract<VariableCommand, { type: 'variable/declare' }>;

/** Returns the elements that declare a variable, in document order. Only the first element has an effect. */
function declarationsOf({ document }: Planning, variable: string): readonly ElementNode[] {
  return resourcesOf(document.root)
    .flatMap(childElements)
    .filter((element) => declarationOf(element)?.name === variable);
}

/** Plans attributes of a declaration. Creates a missing declaration, and removes a declaration that has only a name. */
function planDeclaration(planning: Planning, { variable, attributes }: Declare): Plan {
  if (!isVariableName(variable)) return err(message('edit/bad-variable-name'));
  const label = message('step/declare', { variable: shortened(variable) });
  const [declaration] = declarationsOf(planning, variable);
  if (declaration === undefined) {
    const newAttributes = Object.entries(attributes).flatMap(([name, value]) =>
      value === null ? [] : [{ name, value }],
    );
    return ok({ edits: newAttributes.length === 0 ? [] : newDeclaration(planning, variable, newAttributes), label });
  }
  const remainingAttributes = declaration.attributes.filter(({ name }) => name !== 'name' && attributes[name] !== null);
  const isMore = Object.entries(attributes).some(([name, value]) => name !== 'name' && value !== null);
  if (remainingAttributes.length === 0 && !isMore) return ok({ edits: removal(planning, declaration), label });
  const edits = Object.entries(attributes).flatMap(([name, value]) =>
    name === 'name' ? [] : attributeEdits(declaration, name, value),
  );
  return ok({ edits, label });
}

function newDeclaration(
  planning: Planning,
  variable: string,
  attributes: readonly Attribute[],
): readonly DocumentEdit[] {
  const [name = 'variable'] = elementsOfRole('declaration');
  return resourcesWith(planning, [
    newElement(planning.newId, name, [{ name: 'name', value: variable }, ...attributes]),
  ]);
}

/**
 * Returns the edits that remove a declaration. Also removes its parent if that would be empty and has no attributes.
 */
function removal({ index }: Planning, declaration: ElementNode): readonly DocumentEdit[] {
  const parent = index.elements.get(declaration.id)?.parent;
  const isAlone = parent !== undefined && parent !== null && parent.children.length === 1;
  const isPlain = isAlone && parent.attributes.length === 0;
  return [{ type: 'remove-node', node: isPlain ? parent.id : declaration.id }];
}
