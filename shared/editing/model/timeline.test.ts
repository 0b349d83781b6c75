import { describe, expect, test } from 'vitest';
import { film, movieOf, sceneId } from './testing/editing.ts';
import { clampFrame, nearbyCut, sceneAt, sceneOfId, scenesBetween, timelineOf } from './timeline.ts';

const source = film(
  '<scene duration="10"/>',
  '<scene duration="99" enabled="false"/>',
  '<scene duration="20"/>',
  '<scene duration="5" enabled="false"/>',
);
const timeline = timelineOf(movieOf(source));

describe('a timeline', () => {
  test('has the total length of its enabled scenes', () => {
    expect(timeline.starts).toEqual([0, 10, 10, 30, 30]);
    expect(timeline.total).toBe(30);
    expect(timelineOf(null).total).toBe(0);
  });

  test.each([
    [-5, 0],
    [0, 0],
    [9, 0],
    [10, 2],
    [29, 2],
    [30, 2],
    [1000, 2],
  ])('frame %i shows scene %i', (frame, index) => {
    expect(sceneAt(timeline, frame)?.index).toBe(index);
  });

  test('shows no scene at any frame of an empty movie', () => {
    expect(sceneAt(timelineOf(movieOf(film())), 0)).toBeNull();
    expect(sceneAt(timelineOf(movieOf(film('<scene duration="5" enabled="false"/>'))), 0)).toBeNull();
  });

  test('finds the scene of every frame among many scenes', () => {
    const long = timelineOf(
      movieOf(film(...Array.from({ length: 60 }, (_, index) => `<scene duration="${(index % 7) + 1}"/>`))),
    );
    for (let frame = 0; frame < long.total; frame++) {
      const place = sceneAt(long, frame);
      expect(place && place.start <= frame && frame < place.end).toBe(true);
    }
  });

  test('lists the scenes of a range, including disabled ones', () => {
    const indexes = (first: number, end: number) => scenesBetween(timeline, first, end).map(({ index }) => index);
    expect(indexes(0, 10)).toEqual([0]);
    expect(indexes(10, 11)).toEqual([1, 2]);
    expect(indexes(0, 100)).toEqual([0, 1, 2, 3]);
  });

  test('finds a scene by id and the cuts around a frame', () => {
    expect(sceneOfId(timeline, sceneId(source, 2))).toMatchObject({ index: 2, start: 10, end: 30 });
    expect([nearbyCut(timeline, 10, 'previous'), nearbyCut(timeline, 10, 'next')]).toEqual([0, 30]);
    expect([nearbyCut(timeline, 0, 'previous'), nearbyCut(timeline, 30, 'next')]).toEqual([null, null]);
    expect([clampFrame(timeline, -1), clampFrame(timeline, 30), clampFrame(timeline, 7.6)]).toEqual([0, 29, 8]);
  });
});
