import { expect, test } from 'vitest';
import { duplicateSelectedKeyframes, easeSelectedKeyframes } from '#renderer/editor/keyframe-edits.ts';
import { keysOfNode, selectedKeys } from '#renderer/editor/keyframes.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { required } from '#shared/lib/assert.ts';

const text = `<movie width="100" height="50" framerate="25">
  <scene duration="100">
    <solid color="#ff0000" offset="10">
      <animation>
        <key time="0" opacity="0" easing="ease-in"/>
        <key time="20" opacity="1"/>
      </animation>
    </solid>
  </scene>
</movie>
`;

test('duplicated keyframes start at the playhead or after the originals', () => {
  const editor = openEditor({ text });
  const keys = editor.keyframes;
  const solid = editor.find('solid');
  const frames = () =>
    keysOfNode(editor.state(), solid)?.properties.flatMap((property) =>
      property.keys.map(({ frame, ref, ownEasing }) => ({
        frame,
        ownEasing,
        isSelected: keys.state.selected.some(({ key }) => key === ref.key),
      })),
    );
  expect(duplicateSelectedKeyframes(editor)).toBe(false);
  keys.set({
    selected: keysOfNode(editor.state(), solid)?.properties[0]?.keys.map(({ ref }) => ref) ?? [],
  });
  editor.seek(40);
  expect(duplicateSelectedKeyframes(editor)).toBe(true);
  expect(frames()).toEqual([
    { frame: 0, ownEasing: 'ease-in', isSelected: false },
    { frame: 20, ownEasing: null, isSelected: false },
    { frame: 30, ownEasing: 'ease-in', isSelected: true },
    { frame: 50, ownEasing: null, isSelected: true },
  ]);
  duplicateSelectedKeyframes(editor);
  expect(frames()?.map(({ frame }) => frame)).toEqual([0, 20, 30, 50, 51, 71]);
});

test('successive easing choices make one step, removed by the first easing', () => {
  const editor = openEditor({ text });
  const keys = keysOfNode(editor.state(), editor.find('solid'))?.properties[0]?.keys.map(({ ref }) => ref) ?? [];
  editor.keyframes.set({ selected: keys.slice(0, 1) });
  expect(easeSelectedKeyframes(editor, 'elastic-out', 'ease 1').ok).toBe(true);
  expect(easeSelectedKeyframes(editor, 'bounce-out', 'ease 1').ok).toBe(true);
  expect(editor.xml()).toContain('<key time="0" opacity="0" easing="bounce-out"/>');
  expect(editor.state().history.entries).toHaveLength(1);
  expect(easeSelectedKeyframes(editor, 'ease-in', 'ease 1').ok).toBe(true);
  expect(editor.state().history.entries).toHaveLength(0);
  expect(editor.xml()).toBe(text);
});

test('keyframes stay selected when an easing replaces their elements', () => {
  const handles = text.replace('<animation>', '<animation easein="true" easeout="true">');
  const both = handles.replace('opacity="1"/>', 'opacity="1" position="4, 4"/>');
  const editor = openEditor({ text: both });
  const { properties } = required(keysOfNode(editor.state(), editor.find('solid')), 'keyframes');
  const opacity = required(
    properties.find(({ name }) => name === 'opacity'),
    'opacity',
  );
  const keys = opacity.keys.map(({ ref }) => ref);
  editor.keyframes.set({ selected: keys });
  expect(easeSelectedKeyframes(editor, 'bounce-out', 'ease 1').ok).toBe(true);
  expect(selectedKeys(editor.state(), editor.keyframes.state.selected)).toHaveLength(2);
});
