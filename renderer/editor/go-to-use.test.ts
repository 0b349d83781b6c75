import { expect, test } from 'vitest';
import { MOVIE_SELECTION, selectionOfElement, selectNodes } from '#shared/editing/model/selection.ts';
import { elementId, film, sceneId } from '#shared/editing/model/testing/editing.ts';
import { listVariables } from '#shared/resolve/variables.ts';
import { nextUse } from './go-to-use.ts';

const source = film(
  '<scene duration="${n, 9}"><video src="${n, a}"><filter type="saturation" intensity="${n, 1}"><note a="${n}"/></filter></video></scene>',
);
const { document } = source;

test('the use of a variable selects its nearest selectable ancestor', () => {
  const filter = elementId(source, 'filter');
  const scene = sceneId(source, 0);
  expect(selectionOfElement(document, elementId(source, 'note'))).toEqual(selectNodes([filter]));
  expect(selectionOfElement(document, filter)).toEqual(selectNodes([filter]));
  expect(selectionOfElement(document, elementId(source, 'video'))).toEqual(selectNodes([elementId(source, 'video')]));
  expect(selectionOfElement(document, scene)).toEqual(selectNodes([scene]));
  expect(selectionOfElement(document, document.root.id)).toEqual(MOVIE_SELECTION);
});

test('the next use is the next in document order, or the first', () => {
  const uses = listVariables(document).variables[0]?.uses ?? [];
  const attribute = (selection: Parameters<typeof nextUse>[2]) => nextUse(document, uses, selection)?.attribute;
  expect(attribute(MOVIE_SELECTION)).toBe('duration');
  expect(attribute(selectionOfElement(document, sceneId(source, 0)))).toBe('src');
  expect(attribute(selectionOfElement(document, elementId(source, 'video')))).toBe('intensity');
  expect(attribute(selectionOfElement(document, elementId(source, 'filter')))).toBe('duration');
});
