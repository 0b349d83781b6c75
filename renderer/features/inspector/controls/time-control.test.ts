import { describe, expect, test } from 'vitest';
import { elementId, film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { timelineDuration } from './time-control.tsx';

describe('the duration of an element without the attribute `duration`', () => {
  test('is derived for transitions and layers, but not for scenes', () => {
    const source = film(
      '<scene duration="50"><solid offset="20"/></scene>',
      '<transition/>',
      '<scene duration="50"><solid duration="7"/></scene>',
    );
    const movie = movieOf(source);
    const of = (name: string, at = 0) => timelineDuration(movie, elementId(source, name, at));
    expect([of('transition'), of('solid'), of('solid', 1), of('scene')]).toEqual([13, 30, 7, null]);
  });
});
