import type { NodeId } from '../../template/document/document.ts';
import type { PlannableCommand } from '../commands.ts';
import { type PlanContext, planningOf } from '../planning/planning.ts';
import { animatedProperties } from './animated.ts';
import { keyPropertyNamed, spellingIn } from './key-properties.ts';

/** A property of a layer, sound or effect in one of its frames. */
export interface PropertyMoment {
  readonly node: NodeId;
  /** As keys name it, or as the attribute is called. */
  readonly property: string;
  /** Of the layer or sound, from its own first. */
  readonly frame: number;
  /** How many it has. */
  readonly length: number;
}

/**
 * The command that gives a property a value where the playhead is: a key in that frame where the property is animated, else
 * the attribute. With `animate` the first key is made where there is none yet; without it nothing begins to move.
 */
export function setValueAt(
  context: PlanContext,
  { node, property, frame, length }: PropertyMoment,
  value: string,
  { animate = false }: { readonly animate?: boolean } = {},
): PlannableCommand {
  const planning = planningOf(context);
  const element = planning.index.elements.get(node)?.element;
  const known = element === undefined ? null : keyPropertyNamed(planning, element, property);
  if (element === undefined || known === null) return { type: 'attribute/set', node, name: property, value };
  const hasKeys = animatedProperties(context, node, length).some(({ name }) => name === known.name);
  if (hasKeys || animate) return { type: 'key/set', node, property: known.name, frame, length, value };
  const name = spellingIn(element, known.attribute, known.own);
  return { type: 'attribute/set', node, name, value };
}
