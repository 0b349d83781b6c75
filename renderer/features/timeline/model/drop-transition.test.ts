import { expect, test } from 'vitest';
import type { TransitionType } from '#renderer/project/drag-data.ts';
import { edited, film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { transitionDrop } from './scene-plans.ts';

const source = film(
  '<scene duration="40"/>',
  '<transition type="wipe" direction="left" duration="10"/>',
  '<scene duration="50"/>',
  '<scene duration="60"/>',
);
const dropped = (frame: number, type: TransitionType, like?: Readonly<Record<string, string>>) => {
  const drop = transitionDrop(movieOf(source), frame);
  if (drop === null) throw new Error('there is no cut');
  const { gap, command } = drop;
  const text = edited(source, command(type, like)).source.text;
  return [gap.index, gap.frame, ...(text.match(/<transition.*?>/g) ?? [])];
};
const wipe = '<transition type="wipe" direction="left" duration="10"/>';

test('a dropped type of transition applies to the nearest cut', () => {
  expect(dropped(90, 'slide')).toEqual([2, 80, wipe, '<transition type="slide"/>']);
  expect(dropped(139, 'crossfade')).toEqual([3, 140, wipe, '<transition/>']);
  expect(dropped(33, 'slide')).toEqual([1, 30, '<transition type="slide" direction="left" duration="10"/>']);
  expect(dropped(33, 'crossfade')).toEqual([1, 30, '<transition direction="left" duration="10"/>']);
});

test('a new transition has the default duration of the brand', () => {
  const brand = { type: 'push', direction: 'up', duration: '15' };
  expect(dropped(90, 'push', brand)).toContain('<transition type="push" direction="up" duration="15"/>');
  expect(dropped(90, 'slide', brand)).toContain('<transition type="slide" duration="15"/>');
});

test('an empty movie has no cut', () => {
  expect(transitionDrop(movieOf(film()), 0)).toBe(null);
  expect(transitionDrop(null, 0)).toBe(null);
});
