import { expect, test } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { sizeWithEffects } from '#shared/compositor/effects/apply-effects.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { selectNodes } from '#shared/editing/model/selection.ts';
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
  const { store } = openEditor({ text });
  const elements = [...indexOf(store.document.state.document).elements.values()].map(({ element }) => element);
  const named = (name: string) => required(elements.find((each) => each.name === name)?.id, name);
  const [solid, shape] = [named('solid'), named('shape')];
  store.selection.select(selectNodes([shape]));
  const movie = required(store.document.state.movie, 'a film');
  const within = { known: NOTHING_KNOWN, sizeAfter: sizeWithEffects, inMasks: new Set([shape]) };
  const boxes = layerBoxesAt(movie, 0, within);
  nudge(
    store,
    boxes.filter(({ layer }) => layer.id === shape),
    { x: 10, y: 0 },
  );
  expect(store.document.state.source.text).toContain('<shape width="80%" height="80%" position="10, 0"/>');
  expect(nextLayer(boxes, shape, 1)).toBe(solid);
  expect(leaveGroup(store)).toBe(true);
  expect(store.document.state.selection.primary).toBe(solid);
});
