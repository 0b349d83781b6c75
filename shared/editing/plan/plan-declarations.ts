import { err, ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { type Attribute, childElements, type ElementNode } from '../../template/document/document.ts';
import { isVariableName } from '../../template/document/variable-name.ts';
import { elementsOfRole, roleOf } from '../../template/tables/roles.ts';
import { declarationOf } from '../../template/variables/declarations.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { VariableCommand } from '../commands.ts';
import { newElement } from '../planning/new-nodes.ts';
import { attributeEdits, type Plan, type Planning } from '../planning/planning.ts';

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
  { document: { root }, newId }: Planning,
  variable: string,
  attributes: readonly Attribute[],
): readonly DocumentEdit[] {
  const [name = 'variable'] = elementsOfRole('declaration');
  const declaration = newElement(newId, name, [{ name: 'name', value: variable }, ...attributes]);
  const [resources] = resourcesOf(root);
  if (resources !== undefined)
    return [{ type: 'insert-node', parent: resources.id, index: resources.children.length, node: declaration }];
  const [holder = 'resources'] = elementsOfRole('resources');
  const first = root.children.findIndex(({ kind }) => kind === 'element');
  const node = newElement(newId, holder, [], [declaration]);
  return [{ type: 'insert-node', parent: root.id, index: Math.max(0, first), node }];
}

/** Takes a declaration out, and what it stood in where nothing else is in there. */
function removal({ index }: Planning, declaration: ElementNode): readonly DocumentEdit[] {
  const parent = index.elements.get(declaration.id)?.parent;
  const isAlone = parent !== undefined && parent !== null && parent.children.length === 1;
  const isPlain = isAlone && parent.attributes.length === 0;
  return [{ type: 'remove-node', node: isPlain ? parent.id : declaration.id }];
}

function resourcesOf(root: ElementNode): readonly ElementNode[] {
  return childElements(root).filter((element) => roleOf(element) === 'resources');
}
