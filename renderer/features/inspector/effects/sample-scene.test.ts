import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import { sampleEffects } from './sample-effects.ts';
import { frameForSample, sampleScene, sceneOfLayer } from './sample-scene.ts';

const movie = movieOf(
  film(
    '<scene duration="20"><solid color="#000000"/></scene>',
    '<scene duration="50"><solid color="#ffffff"/><text content="Hello" offset="10" duration="30">' +
      '<animation type="fadein"/><filter type="sepia"/></text></scene>',
    '<overlay><text content="Over"/></overlay>',
  ),
);
const scene = required(movie.scenes[1], 'the second');
const layer = required(scene.layers[1], 'the text');
const over = required(movie.overlays[0]?.layers[0], 'the text over all');

test('the sample shows a layer at the frame nearest to the playhead', () => {
  const at = (playhead: number) => frameForSample(movie, layer, playhead, 12);
  expect([at(0), at(45), at(46), at(60), at(69)]).toEqual([10, 24, 24, 36, 39]);
  expect([frameForSample(movie, over, 0, 12), sceneOfLayer(movie, over), sceneOfLayer(movie, layer)]).toEqual([
    null,
    null,
    scene,
  ]);
});

test('the sample shows the layer without other layers and animations', () => {
  const blur = required(sampleEffects().get('blur'), 'a blur');
  const shown = sampleScene({ layer, scene, frame: 24 }, blur);
  expect(shown.layers.map(({ kind, animations }) => [kind, animations.length])).toEqual([['text', 0]]);
  expect(shown.layers[0]?.effects.map(({ type }) => type)).toEqual(['sepia', 'blur']);
  expect([shown.duration, shown.id === scene.id]).toEqual([scene.duration, false]);
});

test('the sample shows a grouped layer in its group', () => {
  const grouped = movieOf(
    film(
      '<scene duration="50"><group offset="10"><solid color="#000000"/>' +
        '<text content="Inner" offset="5" duration="10"/></group></scene>',
    ),
  );
  const [within] = grouped.scenes;
  const group = required(within?.layers[0], 'the group');
  const inner = required(group.kind === 'group' ? group.layers[1] : undefined, 'the text in it');
  expect([0, 20, 49].map((playhead) => frameForSample(grouped, inner, playhead, 1))).toEqual([15, 20, 24]);
  const found = required(sceneOfLayer(grouped, inner), 'the scene');
  const blur = required(sampleEffects().get('blur'), 'a blur');
  const [outer] = sampleScene({ layer: inner, scene: found, frame: 20 }, blur).layers;
  expect(outer).toMatchObject({ kind: 'group', layers: [{ kind: 'text', effects: [{ type: 'blur' }] }] });
});
