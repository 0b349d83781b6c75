import { expect, test } from 'vitest';
import { actionContext } from '#renderer/actions/testing/action-context.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { en } from '#renderer/strings/en.ts';
import { layerActions } from './layer-actions.ts';

const text =
  '<movie width="100" height="50" framerate="25">\n' +
  '  <scene duration="10"><video src="a.mp4"/><video src="b.mp4"/></scene>\n' +
  '</movie>\n';

/** Returns the reason why an action is disabled while the layer at an index, or no layer, is selected. */
function whyNot(id: string, layer: number | null): string | undefined {
  const editor = openEditor({ text });
  const selected = layer === null ? undefined : editor.state().movie?.scenes[0]?.layers[layer];
  if (selected !== undefined) editor.select(selected.id);
  const action = layerActions.find((each) => each.id === id);
  const context = actionContext({ editor });
  expect(action?.enabled?.(context)).toBe(false);
  return action?.whyNot?.(en, context);
}

test('a disabled reorder action says that the layer is already outermost', () => {
  expect(whyNot('layer/backward', 0)).toBe(en.timeline.isRearmost);
  expect(whyNot('layer/forward', 1)).toBe(en.timeline.isFrontmost);
  expect(whyNot('layer/backward', null)).toBe(en.actions.needsLayer);
});
