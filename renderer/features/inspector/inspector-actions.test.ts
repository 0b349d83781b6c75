import { expect, test } from 'vitest';
import { actionContext } from '#renderer/actions/testing/action-context.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { required } from '#shared/lib/assert.ts';
import { attributeValue } from '#shared/template/document/document.ts';
import { effectsOf, isEffect, layersOf } from '#shared/template/tables/roles.ts';
import { inspectorActions } from './inspector-actions.ts';

const FILM = `<movie width="100" height="50" framerate="25">
  <scene duration="10"><video src="a.mp4"><filter type="saturation" intensity="2"/><filter type="vignette"/></video></scene>
  <scene duration="10"><video src="b.mp4"/></scene>
</movie>
`;

/** Opens an editor, and selects the layer of a scene or one of its effects. */
function inspecting({ scene, effect }: { readonly scene: number; readonly effect?: number }) {
  const editor = openEditor({ text: FILM });
  const layerOf = (at: number) =>
    required(layersOf(required(indexOf(editor.state().document).scenes[at], 'scene'))[0], 'layer');
  const layer = layerOf(scene);
  const selected = effect === undefined ? layer : required(effectsOf(layer)[effect], 'effect');
  editor.select(selected.id);
  let clipboard = '';
  const context = actionContext({
    editor,
    clipboard: {
      read: async () => clipboard,
      write: (text) => {
        clipboard = text;
      },
    },
  });
  const action = (id: string) =>
    required(
      inspectorActions.find((each) => each.id === id),
      id,
    );
  return {
    isEnabled: (id: string) => action(id).enabled?.(context) ?? true,
    run: (id: string) => action(id).run(context),
    select: (at: number) => editor.select(layerOf(at).id),
    effects: (at: number) => effectsOf(layerOf(at)).map((each) => attributeValue(each, 'type')),
    text: () => editor.xml(),
  };
}

test('the action adds an effect to the selected layer', () => {
  const { run, effects, isEnabled } = inspecting({ scene: 1 });
  expect(isEnabled('effect/add-vignette')).toBe(true);
  run('effect/add-vignette');
  expect(effects(1)).toEqual(['vignette']);
});

test('an effect can be moved up and down in the list', () => {
  const { run, effects, isEnabled } = inspecting({ scene: 0, effect: 0 });
  expect([isEnabled('effect/move-up'), isEnabled('effect/move-down')]).toEqual([false, true]);
  run('effect/move-down');
  expect(effects(0)).toEqual(['vignette', 'saturation']);
  expect([isEnabled('effect/move-up'), isEnabled('effect/move-down')]).toEqual([true, false]);
});

test.each([
  '<scene duration="10"><group>LAYER</group></scene>',
  '<scene duration="10"><solid color="#fff"/></scene><overlay>LAYER</overlay>',
])('a disabled effect can be enabled in %s', (scenes) => {
  const layer = '<video src="a.mp4"><filter type="vignette" enabled="false"/></video>';
  const editor = openEditor({
    text: `<movie width="100" height="50" framerate="25">${scenes.replace('LAYER', layer)}</movie>`,
  });
  const { document } = editor.state();
  const effect = required(
    [...indexOf(document).elements.values()].map(({ element }) => element).find(isEffect),
    'effect',
  );
  editor.select(effect.id);
  const toggle = required(
    inspectorActions.find(({ id }) => id === 'effect/toggle'),
    'action',
  );
  toggle.run(actionContext({ editor }));
  expect(editor.xml()).not.toContain('enabled="false"');
});

test('an effect can be disabled, enabled, and reset', () => {
  const { run, text } = inspecting({ scene: 0, effect: 0 });
  run('effect/toggle');
  expect(text()).toContain('<filter type="saturation" intensity="2" enabled="false"/>');
  run('effect/toggle');
  expect(text()).not.toContain('enabled="false"');
  run('effect/reset');
  expect(text()).toContain('<filter type="saturation" intensity="1"/>');
});

test('actions for one effect are disabled while a layer is selected', () => {
  const { isEnabled } = inspecting({ scene: 0 });
  const ofOne = ['effect/move-up', 'effect/move-down', 'effect/toggle', 'effect/reset'];
  expect(ofOne.filter(isEnabled)).toEqual([]);
});

test('copied effects replace the effects of another layer', async () => {
  const { run, select, effects, isEnabled } = inspecting({ scene: 0 });
  run('effects/copy-all');
  select(1);
  expect(isEnabled('effects/copy-all')).toBe(false);
  run('effect/add-flip');
  await run('effects/replace');
  expect(effects(1)).toEqual(['saturation', 'vignette']);
});

test('the action that removes all effects is disabled without effects', () => {
  const { run, effects, isEnabled } = inspecting({ scene: 0 });
  run('effects/remove-all');
  expect(effects(0)).toEqual([]);
  expect(isEnabled('effects/remove-all')).toBe(false);
});

test('all inspector actions are disabled outside the editor', () => {
  const context = actionContext();
  expect(inspectorActions.filter(({ enabled }) => enabled?.(context) ?? true)).toEqual([]);
});
