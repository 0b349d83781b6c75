import { type Statement, statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import type { ElementNode } from '../document/document.ts';
import { nearestName } from '../document/suggestion.ts';
import { type ElementName, elementRegistry, isElementName } from '../tables/elements.ts';
import { elementSpecOf } from '../tables/language.ts';
import type { ReadingContext } from './reading-context.ts';

/** A child that may stand in an element of the name `Parent`. */
export interface KnownChild<Parent extends ElementName> {
  readonly name: (typeof elementRegistry)[Parent]['children'][number];
  readonly element: ElementNode;
}

/** The children that may stand in an element, in order. The others are logged, and not looked into. */
export function knownChildren<Parent extends ElementName>(
  context: ReadingContext,
  parent: Parent,
  element: ElementNode,
): readonly KnownChild<Parent>[] {
  const allowed: readonly KnownChild<Parent>['name'][] = elementRegistry[parent].children;
  const children: KnownChild<Parent>[] = [];
  for (const child of element.children) {
    if (child.kind === 'comment') continue;
    if (child.kind === 'text') {
      if (elementSpecOf(element)?.content !== undefined) continue;
      context.log.add('template/text', { node: child.id }, () => statement('template/text', { parent }));
      continue;
    }
    const name = allowed.find((each) => each === child.name);
    if (name !== undefined) children.push({ name, element: child });
    else logStranger(context, parent, child, allowed);
  }
  return children;
}

function logStranger(
  { log }: ReadingContext,
  parent: ElementName,
  child: ElementNode,
  allowed: readonly string[],
): void {
  const at = { node: child.id, part: 'name' } as const;
  if (elementRegistry[parent].role === 'mask' && elementSpecOf(child)?.role === 'animation') {
    log.add('template/not-animatable', at, () => statement('template/animation-of-mask'));
    return;
  }
  if (isElementName(child.name)) {
    log.add('template/misplaced-element', at, () => misplaced(child.name, parent));
    return;
  }
  log.add('template/unknown-element', at, () =>
    statement('template/unknown-element', { name: shortened(child.name), meant: nearestName(child.name, allowed) }),
  );
}

function misplaced(element: string, parent: string): Statement {
  const parents = Object.entries(elementRegistry)
    .filter(([, { children }]) => (children as readonly string[]).includes(element))
    .map(([name]) => name);
  return parents.length === 0
    ? statement('template/misplaced-root', { element, parent })
    : statement('template/misplaced-element', { element, parent, parents });
}
