import { childElements, type ElementNode, type NodeId } from '../document/document.ts';
import { elementRegistry } from '../tables/elements.ts';
import { roleOf } from '../tables/roles.ts';
import type { DeclaredType } from '../tables/variable-attributes.ts';
import type { ValuesOf } from '../value-types/attribute-spec.ts';
import type { Choice } from '../value-types/variable-types.ts';

type Attributes = ValuesOf<typeof elementRegistry.variable.attributes>;

/** What a template says of one of its variables: how a form asks for it, and which values make sense. */
export interface Declaration extends Omit<Attributes, 'choices'> {
  /** Its element. */
  readonly node: NodeId;
  readonly type: DeclaredType | null;
  /** Those that it lists; where it lists none, those that conditions and cases compare the variable with. */
  readonly choices: readonly Choice[];
}

/** Of elements, which never change. */
const known = new WeakMap<ElementNode, Declaration | null>();

/** The declarations of a document, the first one of each name; what cannot be read of one is as if it were not written. */
export function declarationsIn(root: ElementNode): ReadonlyMap<string, Declaration> {
  const declarations = new Map<string, Declaration>();
  for (const resources of childElements(root)) {
    if (roleOf(resources) !== 'resources') continue;
    for (const element of childElements(resources)) {
      const declaration = declarationOf(element);
      if (declaration !== null && !declarations.has(declaration.name)) declarations.set(declaration.name, declaration);
    }
  }
  return declarations;
}

/** What an element declares; null where it is no declaration, or one without a name. */
export function declarationOf(element: ElementNode): Declaration | null {
  const before = known.get(element);
  if (before !== undefined) return before;
  const read = readDeclaration(element);
  known.set(element, read);
  return read;
}

function readDeclaration(element: ElementNode): Declaration | null {
  if (roleOf(element) !== 'declaration') return null;
  const declared = declaredBy(new Map(element.attributes.map(({ name, value }) => [name, value])));
  return declared === null ? null : { ...declared, node: element.id };
}

/** What attributes with these values declare, by their names; null without a name that can be read. */
export function declaredBy(written: ReadonlyMap<string, string>): Omit<Declaration, 'node'> | null {
  const { attributes: specs } = elementRegistry.variable;
  const read: Record<string, unknown> = {};
  for (const [name, { type, absent }] of Object.entries(specs)) {
    const text = written.get(name);
    const value = text === undefined ? null : type.parse(text, null);
    read[name] = value?.ok === true ? value.value : 'default' in absent ? absent.default : null;
  }
  // TypeScript cannot follow that each name was read by the type of its own entry.
  const values = read as Omit<Attributes, 'name'> & { readonly name: string | null };
  const { name, choices, ...others } = values;
  return name === null ? null : { ...others, name, choices: choices ?? [] };
}
