import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import type { ElementNode } from '../document/document.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { elementRegistry } from '../tables/elements.ts';
import { declarationFaults } from '../variables/declaration-faults.ts';
import { declarationOf } from '../variables/declarations.ts';

/** Judges a declaration of a variable: what it says, whether it is the only one of its name, and its own default. */
export function judgeDeclaration(context: ReadingContext, element: ElementNode): void {
  const { log, rate } = context;
  const { id: node } = element;
  readAttributes(context, element, elementRegistry.variable.attributes);
  warnOfUnknownAttributes(context, element, [elementRegistry.variable.attributes]);
  knownChildren(context, 'variable', element);
  const written = declarationOf(element);
  if (written === null) return;
  const first = context.declarations?.get(written.name);
  if (first !== undefined && first.node !== node)
    log.add('template/duplicate-variable', { node, attribute: 'name' }, () =>
      statement('template/duplicate-variable', { name: shortened(written.name) }),
    );
  // Those of the first may have come from what conditions compare it with.
  const rules = first?.node === node ? first : written;
  const isWritten = (attribute: string) => element.attributes.some(({ name }) => name === attribute);
  for (const { code, attribute, says } of declarationFaults(rules, rate)) {
    const isLacking = code === 'template/missing-attribute';
    // Choices that cannot be read have been told.
    if (!isLacking || !isWritten(attribute)) log.add(code, isLacking ? { node } : { node, attribute }, () => says);
  }
}
