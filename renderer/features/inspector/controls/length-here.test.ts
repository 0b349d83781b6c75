import { describe, expect, test } from 'vitest';
import { elementId, film, movieOf } from '#shared/editing/testing/editing.ts';
import { lengthHere } from './length-here.ts';

describe('a length that is not written', () => {
  test('is half a second for a transition, the rest of the scene for a layer, and of a scene it is its own field', () => {
    const source = film(
      '<scene duration="50"><solid offset="20"/></scene>',
      '<transition/>',
      '<scene duration="50"><solid duration="7"/></scene>',
    );
    const movie = movieOf(source);
    const of = (name: string, at = 0) => lengthHere(movie, elementId(source, name, at));
    expect([of('transition'), of('solid'), of('solid', 1), of('scene')]).toEqual([13, 30, 7, null]);
  });
});
