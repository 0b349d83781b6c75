import { expect, test } from 'vitest';
import { elementId, film, sceneId } from '../../../shared/editing/testing/editing.ts';
import { listVariables } from '../../../shared/template/variables.ts';
import { nextUse, selectionAt } from './go-to-use.ts';

const source = film(
  '<scene duration="${n, 9}"><video src="${n, a}"><filter type="saturation" intensity="${n, 1}"><note a="${n}"/></filter></video></scene>',
);
const { document } = source;

test('what can be selected is the nearest that an element is part of', () => {
  const filter = elementId(source, 'filter');
  const scene = sceneId(source, 0);
  expect(selectionAt(document, elementId(source, 'note'))).toEqual({ kind: 'effect', id: filter });
  expect(selectionAt(document, filter)).toEqual({ kind: 'effect', id: filter });
  expect(selectionAt(document, elementId(source, 'video'))).toEqual({ kind: 'layer', id: elementId(source, 'video') });
  expect(selectionAt(document, scene)).toEqual({ kind: 'scenes', ids: [scene], anchor: scene });
  expect(selectionAt(document, document.root.id)).toEqual({ kind: 'movie' });
});

test('uses are gone through in order, and round', () => {
  const uses = listVariables(document).variables[0]?.uses ?? [];
  const attribute = (selection: Parameters<typeof nextUse>[2]) => nextUse(document, uses, selection)?.attribute;
  expect(attribute({ kind: 'movie' })).toBe('duration');
  expect(attribute(selectionAt(document, sceneId(source, 0)))).toBe('src');
  expect(attribute(selectionAt(document, elementId(source, 'video')))).toBe('intensity');
  expect(attribute(selectionAt(document, elementId(source, 'filter')))).toBe('duration');
});
