import { expect, test } from 'vitest';
import { duplicateSelectedKeyframes } from '#renderer/editor/keyframe-edits.ts';
import { keysOfNode } from '#renderer/editor/keyframes.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';

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

test('duplicated keyframes go to the playhead, or after the originals', () => {
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
