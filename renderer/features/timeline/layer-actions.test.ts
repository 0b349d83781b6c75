import { expect, test } from 'vitest';
import type { ActionContext } from '#renderer/actions/action.ts';
import { en } from '#renderer/strings/en.ts';
import { layerActions } from './layer-actions.ts';

/** Returns why an action is disabled while `count` layers are selected and cannot be reordered. */
function whyNot(id: string, count: number): string | undefined {
  const action = layerActions.find((each) => each.id === id);
  const layers = { count: () => count, canReorder: () => false };
  const context = { ports: { layers } } as unknown as ActionContext;
  expect(action?.enabled?.(context)).toBe(false);
  return action?.whyNot?.(en, context);
}

test('a disabled reorder action says which end is reached', () => {
  expect(whyNot('layer/backward', 1)).toBe(en.timeline.isRearmost);
  expect(whyNot('layer/forward', 1)).toBe(en.timeline.isFrontmost);
  expect(whyNot('layer/backward', 0)).toBe(en.actions.needsLayer);
});
