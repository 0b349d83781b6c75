import { assertNever } from '../../lib/assert.ts';
import { ok } from '../../lib/result.ts';
import { statement } from '../../statements/statement.ts';
import { childElements, type ElementNode } from '../../template/document/document.ts';
import { roleOf } from '../../template/tables/roles.ts';
import type { DocumentEdit } from '../../template-xml/edit/edits.ts';
import type { AnimationCommand } from '../commands.ts';
import { newElement } from '../planning/new-nodes.ts';
import { childIndex, moveEdits } from '../planning/planned.ts';
import { elementOfRole, elementsOfRoles, type Plan, type Planning } from '../planning/planning.ts';

type Of<Type extends AnimationCommand['type']> = Extract<AnimationCommand, { type: Type }>;

/** Adds a preset to layers, or puts an animation in another place among those of its layer. */
export function planAnimation(planning: Planning, command: AnimationCommand): Plan {
  switch (command.type) {
    case 'animation/add':
      return add(planning, command);
    case 'animation/move':
      return move(planning, command);
    default:
      return assertNever(command);
  }
}

function add(planning: Planning, { layers, preset }: Of<'animation/add'>): Plan {
  const found = elementsOfRoles(planning, layers, ['layer']);
  if (!found.ok) return found;
  const edits = found.value.map((layer): DocumentEdit => {
    const animations = animationsOf(layer);
    const node = newElement(planning.newId, 'animation', [{ name: 'type', value: preset }]);
    return { type: 'insert-node', parent: layer.id, index: childIndex(layer, animations, animations.length), node };
  });
  return ok({ edits, label: statement('step/add-animation', { preset, layers: edits.length }) });
}

function move(planning: Planning, { animation: id, index }: Of<'animation/move'>): Plan {
  const animation = elementOfRole(planning, id, 'animation');
  if (!animation.ok) return animation;
  const holder = planning.index.elements.get(id)?.parent ?? planning.document.root;
  return ok({
    edits: moveEdits(planning, animation.value, holder, animationsOf(holder), index),
    label: statement('step/move', {
      what: statement('target/element', { element: { key: 'animation', label: 'animation' } }),
    }),
  });
}

/** The animations of an element, in their order. */
export function animationsOf(element: ElementNode): readonly ElementNode[] {
  return childElements(element).filter((child) => roleOf(child) === 'animation');
}
