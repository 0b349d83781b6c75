import { describe, expect, test } from 'vitest';
import { selectedRole, selectNodes } from '#shared/editing/model/selection.ts';
import {
  memoised,
  selectSceneAtPlayhead,
  selectSceneIds,
  selectStepLabels,
  selectTargetLayers,
  selectTimeline,
  selectUsedAssets,
  selectUsedSources,
  selectVariables,
} from './selectors.ts';
import { openEditor, sceneId } from './testing/open-editor.ts';

describe('selectors', () => {
  test('return the selected layers', () => {
    const { store, actions, state } = openEditor();
    expect(selectTargetLayers(state())).toEqual([]);
    const scene = sceneId(store, 1);
    actions.select(selectNodes([scene]));
    const layers = selectTargetLayers(state());
    expect(layers.map(({ name }) => name)).toEqual(['video']);
    actions.dispatch({ type: 'effect/add', layers: layers.map(({ id }) => id), effect: 'flip' });
    expect(selectedRole(state())).toBe('effect');
    expect(selectSceneIds(state())).toEqual([scene]);
    expect(selectTargetLayers(state()).map(({ id }) => id)).toEqual(layers.map(({ id }) => id));
  });

  test('return the same object while their inputs are unchanged', () => {
    const { actions, state } = openEditor();
    const all = [
      selectTimeline,
      selectUsedSources,
      selectUsedAssets,
      selectVariables,
      selectSceneIds,
      selectStepLabels,
    ];
    const before = all.map((select) => select(state()));
    actions.seek(5);
    actions.set({ muted: true });
    all.forEach((select, index) => {
      expect(select(state())).toBe(before[index]);
    });
  });

  test('return the same objects for unchanged scenes', () => {
    const { store, actions, state } = openEditor();
    const before = state().movie;
    for (const duration of [21, 22]) {
      actions.preview({ type: 'scene/trim-end', scene: sceneId(store, 1), duration });
      const now = state().movie;
      expect(now?.scenes[1]?.duration).toBe(duration);
      expect(now?.frameRate).toBe(before?.frameRate);
      expect(now?.scenes[0]).toBe(before?.scenes[0]);
      // The layers of the trimmed scene stay the same objects.
      expect(now?.scenes[1]?.layers[0]).toBe(before?.scenes[1]?.layers[0]);
    }
  });

  test('return the used assets, the variables, and the current scene', () => {
    const { actions, state } = openEditor();
    actions.seek(12);
    expect(selectSceneAtPlayhead(state())).toMatchObject({ index: 1 });
    expect(selectUsedAssets(state())).toEqual(new Set(['b.mp4']));
    expect(selectVariables(state()).map(({ name }) => name)).toEqual(['clip']);
  });
});

test('a selector caches its results for two states', () => {
  let made = 0;
  const lengthOf = memoised(
    ({ text }: { readonly text: string }) => [text] as const,
    (text) => {
      made += 1;
      return { length: text.length };
    },
  );
  const [before, now] = [{ text: 'a' }, { text: 'bc' }];
  const first = lengthOf(before);
  for (let turn = 0; turn < 3; turn++) expect([lengthOf(now), lengthOf(before)]).toEqual([{ length: 2 }, first]);
  expect(lengthOf(before)).toBe(first);
  expect(made).toBe(2);
  lengthOf({ text: 'def' });
  lengthOf(now);
  expect(made).toBe(4);
});
