import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { sceneOfIndex, timelineOf } from '#shared/editing/model/timeline.ts';
import { planTrimDrag } from './scene-plans.ts';

test('a trim beside a transition changes the scene by the dragged frames', () => {
  const movie = movieOf(film('<scene duration="50"/>', '<transition duration="20"/>', '<scene duration="60"/>'));
  const place = sceneOfIndex(timelineOf(movie), 0);
  if (place === null) throw new Error('there is no scene');
  const drag = (moved: number) => planTrimDrag({ place, edge: 'end', moved, targets: [], tolerance: 0 }).command;
  expect(drag(5)).toMatchObject({ type: 'scene/trim-end', duration: 55 });
  expect(drag(0)).toMatchObject({ type: 'scene/trim-end', duration: 50 });
});
