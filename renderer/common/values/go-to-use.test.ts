import { expect, test } from 'vitest';
import { selectionOfElement } from '#shared/editing/selected-nodes.ts';
import { MOVIE_SELECTION, selectNodes } from '#shared/editing/selection.ts';
import { elementId, film, sceneId } from '#shared/editing/testing/editing.ts';
import { listVariables } from '#shared/template/variables/variables.ts';
import { nextUse } from './go-to-use.ts';

const source = film(
  '<scene duration="${n, 9}"><video src="${n, a}"><filter type="saturation" intensity="${n, 1}"><note a="${n}"/></filter></video></scene>',
);
const { document } = source;

test('what can be selected is the nearest that an element is part of', () => {
  const filter = elementId(source, 'filter');
  const scene = sceneId(source, 0);
  expect(selectionOfElement(document, elementId(source, 'note'))).toEqual(selectNodes([filter]));
  expect(selectionOfElement(document, filter)).toEqual(selectNodes([filter]));
  expect(selectionOfElement(document, elementId(source, 'video'))).toEqual(selectNodes([elementId(source, 'video')]));
  expect(selectionOfElement(document, scene)).toEqual(selectNodes([scene]));
  expect(selectionOfElement(document, document.root.id)).toEqual(MOVIE_SELECTION);
});

test('uses are gone through in order, and round', () => {
  const uses = listVariables(document).variables[0]?.uses ?? [];
  const attribute = (selection: Parameters<typeof nextUse>[2]) => nextUse(document, uses, selection)?.attribute;
  expect(attribute(MOVIE_SELECTION)).toBe('duration');
  expect(attribute(selectionOfElement(document, sceneId(source, 0)))).toBe('src');
  expect(attribute(selectionOfElement(document, elementId(source, 'video')))).toBe('intensity');
  expect(attribute(selectionOfElement(document, elementId(source, 'filter')))).toBe('duration');
});
