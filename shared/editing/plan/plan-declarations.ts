import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { type Attribute, childElements, type ElementNode } from '../../template/document/document.ts';
import { isVariableName } from '../../template/document/names.ts';
import { elementsOfRole } from '../../template/tables/roles.ts';
import { declarationOf } from '../../template/variables/declarations.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { VariableCommand } from '../commands.ts';
import { newElement } from '../planning/new-nodes.ts';
import { attributeEdits, type Plan, type Planning } from '../planning/planning.ts';
import { resourcesOf, resourcesWith } from '../planning/resources.ts';

type Declare = Extract<VariableCommand, { type: 'variable/declare' }>;

/** The elements that declare a variable, in document order; those after the first say nothing. */
export function declarationsOf({ document }: Planning, variable: string): readonly ElementNode[] {
  return resourcesOf(document.root)
    .flatMap(childElements)
    .filter((element) => declarationOf(element)?.name === variable);
}

/** Writes attributes of a declaration; makes it where there is none, and removes it when only its name is left. */
export function planDeclaration(planning: Planning, { variable, attributes }: Declare): Plan {
  if (!isVariableName(variable)) return err(statement('edit/bad-variable-name'));
  const label = statement('step/declare', { variable: shortened(variable) });
  const [known] = declarationsOf(planning, variable);
  if (known === undefined) {
    const given = Object.entries(attributes).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
    return ok({ edits: given.length === 0 ? [] : newDeclaration(planning, variable, given), label });
  }
  const left = known.attributes.filter(({ name }) => name !== 'name' && attributes[name] !== null);
  const isMore = Object.entries(attributes).some(([name, value]) => name !== 'name' && value !== null);
  if (left.length === 0 && !isMore) return ok({ edits: removal(planning, known), label });
  const edits = Object.entries(attributes).flatMap(([name, value]) =>
    name === 'name' ? [] : attributeEdits(known, name, value),
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

/** Takes a declaration out, and what it stood in where nothing else is in there. */
function removal({ index }: Planning, declaration: ElementNode): readonly DocumentEdit[] {
  const parent = index.elements.get(declaration.id)?.parent;
  const isAlone = parent !== undefined && parent !== null && parent.children.length === 1;
  const isPlain = isAlone && parent.attributes.length === 0;
  return [{ type: 'remove-node', node: isPlain ? parent.id : declaration.id }];
}
