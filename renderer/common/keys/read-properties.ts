import type { EditorState } from '#renderer/state/editor-state.ts';
import { type AnimatedProperty, animatedProperties } from '#shared/editing/keys/animated.ts';
import { type Clock, clockOf } from '#shared/editing/keys/clocks.ts';
import { keyPropertyNamed } from '#shared/editing/keys/key-properties.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import type { NodeId } from '#shared/template/document/document.ts';

/** What keys are read from: the open template as it is shown, or as it is recorded. */
export type KeySource = Pick<EditorState, 'document' | 'movie' | 'values'>;

/** The values of variables as commands want them; the same map for the same values. */
const maps = new WeakMap<EditorState['values'], ReadonlyMap<string, string>>();

export function valuesOf({ values }: Pick<EditorState, 'values'>): ReadonlyMap<string, string> {
  const known = maps.get(values) ?? new Map(Object.entries(values));
  maps.set(values, known);
  return known;
}

/** What a node has animated, and how it counts its frames. */
export interface NodeKeys {
  readonly clock: Clock;
  readonly properties: readonly AnimatedProperty[];
}

interface Known {
  readonly source: KeySource;
  readonly nodes: Map<NodeId, NodeKeys | null>;
}

/** Of the last two states: what stands beside a gesture is shown as it was a moment ago. */
let last: Known | null = null;
let before: Known | null = null;

/** What a layer, sound or effect has animated; null for one that the film does not have. Read once for each state. */
export function keysOfNode({ document, movie, values }: KeySource, node: NodeId): NodeKeys | null {
  const { nodes } = knownOf({ document, movie, values });
  const known = nodes.get(node);
  if (known !== undefined) return known;
  const clock = clockOf(movie, node);
  const context = { document, values: valuesOf({ values }) };
  const read = clock === null ? null : { clock, properties: animatedProperties(context, node, clock.length) };
  nodes.set(node, read);
  return read;
}

function knownOf(source: KeySource): Known {
  if (last !== null && isSame(last.source, source)) return last;
  const known = before !== null && isSame(before.source, source) ? before : { source, nodes: new Map() };
  before = last;
  last = known;
  return known;
}

function isSame(one: KeySource, other: KeySource): boolean {
  return one.document === other.document && one.movie === other.movie && one.values === other.values;
}

/** The name under which keys have an attribute of a node; null where it cannot be animated. */
export function keyNameOf({ document, values }: KeySource, node: NodeId, attribute: string): string | null {
  const planning = planningOf({ document, values: valuesOf({ values }) });
  const element = planning.index.elements.get(node)?.element;
  return element === undefined ? null : (keyPropertyNamed(planning, element, attribute)?.name ?? null);
}
