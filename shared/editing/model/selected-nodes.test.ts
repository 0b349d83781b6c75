import { describe, expect, test } from 'vitest';
import { LANGUAGE } from '#shared/template/tables/language.ts';
import { indexOf } from './document-index.ts';
import {
  clickElement,
  layersOfSelection,
  MOVIE_SELECTION,
  primaryElement,
  type Selected,
  scenesOfSelection,
  selectedElements,
  selectedLayers,
  selectedRole,
  selectedScenes,
  selectionOfElement,
  selectNodes,
} from './selection.ts';
import { elementId, film, sceneId } from './testing/editing.ts';
import { everyRole } from './testing/every-role.ts';

const source = film(
  '<scene duration="1"><group><video src="a"><filter type="flip"/><mask><video src="m"/></mask></video></group></scene>',
  '<transition/>',
  '<scene duration="2"><video src="b"><note/></video><scene duration="1"/></scene>',
);
const { document } = source;
const id = (name: string, index = 0) => elementId(source, name, index);
const [first, second] = [sceneId(source, 0), sceneId(source, 1)];

function selected(...ids: readonly ReturnType<typeof id>[]): Selected {
  return { document, selection: selectNodes(ids) };
}

/**
 * Returns the properties of a selection: its role, the selected scenes and layers, and the scenes and layers around it.
 */
function factsOf(selected: Selected) {
  return {
    role: selectedRole(selected, everyRole),
    scenes: selectedScenes(selected),
    layers: selectedLayers(selected, everyRole).map((selectedLayer) => selectedLayer.id),
    scenesAround: scenesOfSelection(selected),
    layersAround: layersOfSelection(selected, everyRole).map((layer) => layer.id),
  };
}

const nothing = { scenes: [], layers: [], scenesAround: [], layersAround: [] };

describe('facts about a selection', () => {
  test('describe the movie for an empty selection', () => {
    const movie = { document, selection: MOVIE_SELECTION };
    expect(factsOf(movie)).toEqual({ role: 'movie', ...nothing });
    expect(primaryElement(movie)).toBe(document.root);
  });

  test('include the selected scenes', () => {
    expect(factsOf(selected(first, second))).toEqual({
      role: 'scene',
      scenes: [first, second],
      layers: [],
      scenesAround: [first, second],
      layersAround: [],
    });
  });

  test('include selected layers with their scenes, even in groups and masks', () => {
    const layers = [id('video', 0), id('video', 1), id('video', 2)];
    expect(factsOf(selected(...layers))).toEqual({
      role: 'layer',
      scenes: [],
      layers,
      scenesAround: [first, second],
      layersAround: layers,
    });
  });

  test('include the layer and the scene of an effect or a mask', () => {
    const inFirst = { ...nothing, scenesAround: [first], layersAround: [id('video')] };
    expect(factsOf(selected(id('filter')))).toEqual({ ...inFirst, role: 'effect' });
    expect(factsOf(selected(id('mask')))).toEqual({ ...inFirst, role: 'mask' });
  });

  test('include neither a scene nor a layer for a transition', () => {
    expect(factsOf(selected(id('transition')))).toEqual({ ...nothing, role: 'transition' });
  });

  test('include the top-level scene of a nested scene', () => {
    expect(factsOf(selected(id('scene', 2)))).toEqual({ ...nothing, role: 'scene', scenesAround: [second] });
  });

  test('include the selected elements and the primary element', () => {
    const given = { document, selection: selectNodes([first, second], second) };
    expect(selectedElements(given)).toEqual(indexOf(document).scenes);
    expect(primaryElement(given).id).toBe(second);
  });
});

test('an unselectable element is represented by its nearest selectable ancestor', () => {
  const shows = (node: ReturnType<typeof id>) => selectionOfElement(document, node, everyRole);
  expect(shows(id('mask'))).toEqual(selectNodes([id('mask')]));
  expect(shows(id('note'))).toEqual(selectNodes([id('video', 2)]));
  expect(shows(document.root.id)).toEqual(MOVIE_SELECTION);
  // In a language without masks, the layer with the mask is selected.
  const { mask: _, ...elements } = LANGUAGE.elements;
  expect(selectionOfElement(document, id('mask'), { ...LANGUAGE, elements })).toEqual(selectNodes([id('video')]));
});

describe('a click on an element', () => {
  const many = film(
    '<scene duration="1"><video src="a"><filter type="flip"/></video><group><video src="b"/></group><video src="c"/><video src="d"/></scene>',
    '<scene duration="2"><video src="e"/></scene>',
  );
  const layer = (index: number) => elementId(many, 'video', index);
  const [a, b, c, d, e] = [layer(0), layer(1), layer(2), layer(3), layer(4)];
  const click = (ids: readonly ReturnType<typeof id>[], on: ReturnType<typeof id>, mode: 'only' | 'toggle' | 'range') =>
    clickElement({ document: many.document, selection: selectNodes(ids) }, on, mode);

  test('selects only the clicked element', () => {
    expect(click([a, c], c, 'only')).toEqual(selectNodes([c]));
  });

  test('adds or removes the element with Ctrl, in document order', () => {
    expect(click([c], a, 'toggle')).toEqual(selectNodes([a, c], a));
    expect(click([a, c], e, 'toggle')).toEqual(selectNodes([a, c, e], e));
    expect(click([a, c, e], c, 'toggle')).toEqual(selectNodes([a, e], a));
  });

  test('selects the range from the primary element with Shift', () => {
    const group = elementId(many, 'group');
    expect(click([a], d, 'range')).toEqual(selectNodes([a, group, c, d], a));
    expect(click([d], e, 'range')).toEqual(selectNodes([d, e], d));
    expect(click([b], c, 'range')).toEqual(selectNodes([b, c], b));
  });

  test('selects only the clicked element if its role differs', () => {
    const effect = elementId(many, 'filter');
    expect(click([a, c], effect, 'toggle')).toEqual(selectNodes([effect]));
    expect(click([sceneId(many, 0)], d, 'range')).toEqual(selectNodes([d]));
  });
});
