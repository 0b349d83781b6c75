import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import { displayedSource } from '#shared/template/movie/used-sources.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { buildTimeline, playedLayers } from './build-timeline.ts';
import { videoStateAt } from './layer-state.ts';

const movie = movieOf(
  film(
    '<scene duration="10"><video src="a.mp4"/><video src="b.mp4" audio="false"/></scene>',
    '<scene duration="99" enabled="false"><video src="c.mp4"/></scene>',
    '<scene duration="20"><video src="d.mp4" enabled="false"/><video src="e.mp4" skip="7"/></scene>',
  ),
);
const laidOut = buildTimeline(movie);
const nameOf = (layer: Layer) => {
  const source = displayedSource(layer);
  return source?.kind === 'asset' ? source.name : source?.url;
};

test('scenes follow one another, and disabled scenes have no frames', () => {
  expect(laidOut.scenes.map(({ index, start, end }) => [index, start, end])).toEqual([
    [0, 0, 10],
    [1, 10, 10],
    [2, 10, 30],
  ]);
  expect(laidOut.length).toBe(30);
});

test('segments cover every frame once and contain the enabled layers', () => {
  expect(laidOut.segments.map(({ start, end, from, layers }) => [start, end, from, layers.map(nameOf)])).toEqual([
    [0, 10, 0, ['a.mp4', 'b.mp4']],
    [10, 30, 0, ['e.mp4']],
  ]);
  expect(playedLayers(movie).map(nameOf)).toEqual(['a.mp4', 'b.mp4', 'e.mp4']);
});

test('silent layers have no sound', () => {
  expect(laidOut.sounds.map(({ layer, start, end }) => [nameOf(layer), start, end])).toEqual([
    ['a.mp4', 0, 10],
    ['e.mp4', 10, 30],
  ]);
});

test('the timeline of a movie is built only once', () => {
  expect(buildTimeline(movie)).toBe(laidOut);
});

test('the length of an empty movie is zero', () => {
  expect(buildTimeline({ ...movie, scenes: [] })).toMatchObject({ scenes: [], segments: [], sounds: [], length: 0 });
});

test('the state of a video has its in-point and its enabled effects', () => {
  const [layer] = movieOf(
    film(
      '<scene duration="10"><video src="a.mp4" skip="7" fit="cover"><transform type="flip" axis="x" enabled="false"/><transform type="flip" axis="y"/></video></scene>',
    ),
  ).scenes.flatMap(({ layers }) => layers);
  expect(layer?.kind === 'video' && videoStateAt(layer, frames(3))).toMatchObject({
    inPoint: 7,
    frame: 3,
    fit: 'cover',
    effects: [{ parameters: { axis: 'y' } }],
  });
});

test('an edit keeps the sounds of other scenes unless they move', () => {
  const soundsAfter = (first: number) => {
    const [one, ...others] = movie.scenes;
    if (one === undefined) throw new Error('the film has scenes');
    const edited = { ...movie, scenes: [{ ...one, duration: frames(first) }, ...others] };
    return buildTimeline(edited).sounds.filter(({ layer }) => nameOf(layer) === 'e.mp4');
  };
  const before = laidOut.sounds.filter(({ layer }) => nameOf(layer) === 'e.mp4');
  const [same] = soundsAfter(10);
  expect(same).toBe(before[0]);
  expect(soundsAfter(12).map(({ start, end }) => [start, end])).toEqual(
    before.map(({ start, end }) => [start + 2, end + 2]),
  );
});
