import { expect, test } from 'vitest';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { selectNodes } from '#shared/editing/model/selection.ts';
import { edited, elementId, film, sceneId } from '#shared/editing/model/testing/editing.ts';
import { layersOf } from '#shared/template/tables/roles.ts';
import { inspectorTarget, sameTarget } from './inspector-target.ts';

const source = film(
  '<scene duration="9"><video src="a"><filter type="saturation" intensity="1"/><filter type="posterise"/><animation type="fadein"/><mask/><sparkle/></video></scene>',
  '<scene duration="9"><video src="b"><filter type="vignette"/><filter type="saturation" intensity="2"/></video><video src="c"/></scene>',
);
const { document } = source;
const layers = indexOf(document).scenes.flatMap((scene) => layersOf(scene));

test('the inspector of a scene with one layer also shows this layer', () => {
  const scene = sceneId(source, 0);
  const target = inspectorTarget(document, selectNodes([scene]));
  expect(target).toMatchObject({
    kind: 'scene',
    number: 1,
    layer: { number: 1 },
    isLayerSelected: false,
    effect: null,
  });
});

test('the inspector of a scene with two layers shows only a selected layer', () => {
  const scene = sceneId(source, 1);
  expect(inspectorTarget(document, selectNodes([scene]))).toMatchObject({ layer: null });
  const id = elementId(source, 'video', 2);
  expect(inspectorTarget(document, selectNodes([id]))).toMatchObject({
    layer: { number: 2 },
    isLayerSelected: true,
  });
});

test('the inspector shows layers of several scenes as one', () => {
  const ids = layers.slice(0, 2).map(({ id }) => id);
  const shown = { kind: 'layers', layers: layers.slice(0, 2), container: null, siblings: [], unknown: [] };
  expect(inspectorTarget(document, selectNodes(ids))).toEqual(shown);
});

test('the inspector lists several layers with other layers of their scene', () => {
  const ids = layers.slice(1).map(({ id }) => id);
  expect(inspectorTarget(document, selectNodes(ids))).toEqual({
    kind: 'layers',
    layers: layers.slice(1),
    container: sceneId(source, 1),
    siblings: layers.slice(1),
    unknown: [],
  });
});

test('the inspector of several effects shows the primary effect’s layer', () => {
  const [first, other] = [elementId(source, 'filter'), elementId(source, 'filter', 2)];
  expect(inspectorTarget(document, selectNodes([first, other], other))).toMatchObject({
    number: 2,
    layer: { element: layers[1] },
    effect: other,
  });
});

test('the inspector shows several transitions as one', () => {
  const other = film('<scene duration="9"/>', '<transition/>', '<scene duration="9"/>', '<transition type="wipe"/>');
  const ids = [elementId(other, 'transition'), elementId(other, 'transition', 1)];
  const target = inspectorTarget(other.document, selectNodes(ids));
  expect(target).toMatchObject({ kind: 'transitions', transitions: [{ id: ids[0] }, { id: ids[1] }] });
});

test('the inspector of an effect shows its layer', () => {
  const id = elementId(source, 'filter', 2);
  expect(inspectorTarget(document, selectNodes([id]))).toMatchObject({
    number: 2,
    layer: { number: 1 },
    effect: id,
  });
});

test('the inspector shows the movie when the selected element disappears', () => {
  const other = film('<scene duration="9"><video src="z"/></scene>');
  expect(inspectorTarget(other.document, selectNodes([elementId(source, 'video', 2)]))).toEqual({
    kind: 'movie',
  });
});

test('the target keeps its identity while layers and effects are unchanged', () => {
  const scene = sceneId(source, 0);
  const selection = selectNodes([scene]);
  const longer = edited(source, { type: 'scene/set-duration', scenes: [scene], duration: 12 }).source.document;
  expect(sameTarget(inspectorTarget(document, selection), inspectorTarget(longer, selection))).toBe(true);
  const effect = elementId(source, 'filter');
  const without = edited(source, { type: 'node/remove', nodes: [effect] }).source.document;
  expect(sameTarget(inspectorTarget(document, selection), inspectorTarget(without, selection))).toBe(false);
});

test('the inspector shows siblings of layers in overlays and custom transitions', () => {
  const apart = film(
    '<scene id="a" duration="9"/><transition type="custom"><scene><layer ref="a"/></scene></transition>',
    '<overlay><solid/><group><text content="x"><filter type="blur"/></text></group></overlay>',
  );
  const targetOf = (name: string) => inspectorTarget(apart.document, selectNodes([elementId(apart, name)]));
  const brief = (target: ReturnType<typeof targetOf>) =>
    target.kind === 'layers'
      ? [target.layers, target.siblings].map((some) => some.map(({ name }) => name))
      : target.kind;
  expect(['solid', 'text', 'layer'].map((name) => brief(targetOf(name)))).toEqual([
    [['solid'], ['solid', 'group']],
    [['text'], ['text']],
    [['layer'], ['layer']],
  ]);
  // An effect shows its layer; an overlay shows the movie.
  expect(brief(targetOf('filter'))).toEqual([['text'], ['text']]);
  expect(brief(targetOf('overlay'))).toBe('movie');
});

test('the inspector shows a sound without other elements', () => {
  const sounds = film('<audio src="m.m4a"/>', '<scene duration="9"><solid/><audio src="c.m4a"/></scene>');
  const [music, chime] = [elementId(sounds, 'audio', 0), elementId(sounds, 'audio', 1)];
  expect(inspectorTarget(sounds.document, selectNodes([music]))).toMatchObject({
    kind: 'sounds',
    scene: null,
    belongToMovie: true,
  });
  expect(inspectorTarget(sounds.document, selectNodes([chime]))).toMatchObject({
    kind: 'sounds',
    scene: { number: 1 },
    belongToMovie: false,
  });
  expect(inspectorTarget(sounds.document, selectNodes([music, chime]))).toMatchObject({
    kind: 'sounds',
    scene: null,
    belongToMovie: false,
  });
});
