import { expect, test } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { sizeWithEffects } from '#shared/compositor/effects/apply-effects.ts';
import { required } from '#shared/lib/assert.ts';
import { layerBoxesAt } from '#shared/timeline/boxes.ts';
import { NOTHING_KNOWN } from '#shared/timeline/timeline-kinds.ts';
import { leaveGroup, nextLayer, nudge } from './stage-keyboard.ts';

const text = `<movie width="100" height="50" framerate="25">
  <scene duration="10">
    <solid color="#ff0000">
      <mask><shape width="80%" height="80%"/></mask>
    </solid>
  </scene>
</movie>
`;

test('arrow keys move the shape of a mask', () => {
  const editor = openEditor({ text });
  const [solid, shape] = [editor.find('solid'), editor.find('shape')];
  editor.select(shape);
  const movie = required(editor.state().movie, 'a film');
  const within = { known: NOTHING_KNOWN, sizeAfter: sizeWithEffects, inMasks: new Set([shape]) };
  const boxes = layerBoxesAt(movie, 0, within);
  nudge(
    editor,
    boxes.filter(({ layer }) => layer.id === shape),
    { x: 10, y: 0 },
  );
  expect(editor.xml()).toContain('<shape width="80%" height="80%" position="10, 0"/>');
  expect(nextLayer(boxes, shape, 1)).toBe(solid);
  expect(leaveGroup(editor)).toBe(true);
  editor.expectSelected('solid');
});
