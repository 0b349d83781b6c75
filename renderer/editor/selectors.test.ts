import { describe, expect, test } from 'vitest';
import { selectedRole } from '#shared/editing/model/selection.ts';
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
import { openEditor } from './testing/open-editor.ts';

describe('selectors', () => {
  test('return the selected layers', () => {
    const editor = openEditor();
    expect(selectTargetLayers(editor.state())).toEqual([]);
    const scene = editor.scene(1);
    editor.select(scene);
    const layers = selectTargetLayers(editor.state());
    expect(layers.map(({ name }) => name)).toEqual(['video']);
    editor.edit({ type: 'effect/add', layers: layers.map(({ id }) => id), effect: 'flip' });
    expect(selectedRole(editor.state())).toBe('effect');
    expect(selectSceneIds(editor.state())).toEqual([scene]);
    expect(selectTargetLayers(editor.state()).map(({ id }) => id)).toEqual(layers.map(({ id }) => id));
  });

  test('return the same object while their inputs are unchanged', () => {
    const editor = openEditor();
    const all = [
      selectTimeline,
      selectUsedSources,
      selectUsedAssets,
      selectVariables,
      selectSceneIds,
      selectStepLabels,
    ];
    const before = all.map((select) => select(editor.state()));
    editor.seek(5);
    editor.playback.set({ muted: true });
    all.forEach((select, index) => {
      expect(select(editor.state())).toBe(before[index]);
    });
  });

  test('return the same objects for unchanged scenes', () => {
    const editor = openEditor();
    const before = editor.state().movie;
    for (const duration of [21, 22]) {
      editor.drag({ type: 'scene/trim-end', scene: editor.scene(1), duration });
      const now = editor.state().movie;
      expect(now?.scenes[1]?.duration).toBe(duration);
      expect(now?.frameRate).toBe(before?.frameRate);
      expect(now?.scenes[0]).toBe(before?.scenes[0]);
      // The layers of the trimmed scene stay the same objects.
      expect(now?.scenes[1]?.layers[0]).toBe(before?.scenes[1]?.layers[0]);
    }
  });

  test('return the used assets, the variables, and the current scene', () => {
    const editor = openEditor();
    editor.seek(12);
    expect(selectSceneAtPlayhead(editor.state())).toMatchObject({ index: 1 });
    expect(selectUsedAssets(editor.state())).toEqual(new Set(['b.mp4']));
    expect(selectVariables(editor.state()).map(({ name }) => name)).toEqual(['clip']);
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
