import type { ElementNode } from './document.ts';
import { type ElementName, elementRegistry, isElementName } from './elements.ts';
import { elementSpecOf } from './language.ts';
import type { ReadingContext } from './read-attributes.ts';
import { isReservedElement } from './reserved.ts';
import { isScene } from './roles.ts';
import { didYouMean } from './suggestion.ts';
import { alternatives, named } from './wording.ts';

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
      context.log.add(
        'template/text',
        { node: child.id },
        () => `Text in ${named(parent)} is kept and not rendered; ${named(parent)} holds only elements.`,
      );
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
  const notYet = isReservedElement(child.name) || (parent === 'scene' && isScene(child));
  if (!notYet && isElementName(child.name)) {
    log.add(
      'template/misplaced-element',
      at,
      () => `${named(child.name)} may not stand in ${named(parent)}; ${mend(child.name)}.`,
    );
    return;
  }
  log.add('template/unknown-element', at, () =>
    notYet
      ? `${named(child.name)} in ${named(parent)} is not rendered yet by this version; it is kept.`
      : `There is no element ${named(child.name)}; it is kept and not rendered${didYouMean(child.name, allowed)}`,
  );
}

function mend(name: string): string {
  const parents = Object.entries(elementRegistry)
    .filter(([, { children }]) => (children as readonly string[]).includes(name))
    .map(([parent]) => named(parent));
  return parents.length === 0 ? 'it is the root' : `put it into a ${alternatives(parents)}`;
}
