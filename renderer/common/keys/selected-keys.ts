import { sameKey } from '#renderer/state/key-store.ts';
import type { AnimatedProperty, KeyRef, PropertyKey } from '#shared/editing/keys/animated.ts';
import type { Clock } from '#shared/editing/keys/clocks.ts';
import { type KeySource, keysOfNode } from './read-properties.ts';

/** A selected key with the property that it is of. */
export interface SelectedKey {
  readonly key: PropertyKey;
  readonly property: AnimatedProperty;
  readonly clock: Clock;
}

/** The selected keys that are still there, in the order of time. */
export function selectedKeys(state: KeySource, refs: readonly KeyRef[]): readonly SelectedKey[] {
  const found = refs.flatMap((ref): readonly SelectedKey[] => {
    const node = keysOfNode(state, ref.node);
    const property = node?.properties.find(({ name }) => name === ref.property);
    const key = property?.keys.find((each) => sameKey(each.ref, ref));
    return node === null || property === undefined || key === undefined ? [] : [{ key, property, clock: node.clock }];
  });
  return found.toSorted((one, other) => one.clock.begin + one.key.frame - other.clock.begin - other.key.frame);
}

/** The keys of properties in their frames, as they are found again after an edit that may have made other elements of them. */
export function keysInFrames(
  state: KeySource,
  wanted: readonly { readonly node: KeyRef['node']; readonly property: string; readonly frame: number }[],
): readonly KeyRef[] {
  return wanted.flatMap(({ node, property, frame }) => {
    const found = keysOfNode(state, node)?.properties.find(({ name }) => name === property);
    const key = found?.keys.find((each) => Math.round(each.frame) === Math.round(frame));
    return key === undefined ? [] : [key.ref];
  });
}
