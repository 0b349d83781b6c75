import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import type { Layer } from '#shared/template/movie/movie.ts';
import { shownSource } from '#shared/template/movie/used-sources.ts';
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
const settled = buildTimeline(movie);
const nameOf = (layer: Layer) => {
  const source = shownSource(layer);
  return source?.kind === 'asset' ? source.name : source?.url;
};

test('scenes follow one another, and one that is switched off takes no frames', () => {
  expect(settled.scenes.map(({ index, start, end }) => [index, start, end])).toEqual([
    [0, 0, 10],
    [1, 10, 10],
    [2, 10, 30],
  ]);
  expect(settled.length).toBe(30);
});

test('stretches cover every frame of the film once, and have the layers that are played', () => {
  expect(settled.segments.map(({ start, end, from, layers }) => [start, end, from, layers.map(nameOf)])).toEqual([
    [0, 10, 0, ['a.mp4', 'b.mp4']],
    [10, 30, 0, ['e.mp4']],
  ]);
  expect(playedLayers(movie).map(nameOf)).toEqual(['a.mp4', 'b.mp4', 'e.mp4']);
});

test('sounds have their places in the film; a layer that is silent has none', () => {
  expect(settled.sounds.map(({ layer, start, end }) => [nameOf(layer), start, end])).toEqual([
    ['a.mp4', 0, 10],
    ['e.mp4', 10, 30],
  ]);
});

test('a movie is settled once', () => {
  expect(buildTimeline(movie)).toBe(settled);
});

test('a film without scenes has no length', () => {
  expect(buildTimeline({ ...movie, scenes: [] })).toMatchObject({ scenes: [], stretches: [], sounds: [], length: 0 });
});

test('a row says where a layer is read and which effects are played', () => {
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

test('a scene that an edit of another leaves where it was keeps what is heard of it; behind one that grew it is placed anew', () => {
  const soundsAfter = (first: number) => {
    const [one, ...others] = movie.scenes;
    if (one === undefined) throw new Error('the film has scenes');
    const edited = { ...movie, scenes: [{ ...one, duration: frames(first) }, ...others] };
    return buildTimeline(edited).sounds.filter(({ layer }) => nameOf(layer) === 'e.mp4');
  };
  const before = settled.sounds.filter(({ layer }) => nameOf(layer) === 'e.mp4');
  const [same] = soundsAfter(10);
  expect(same).toBe(before[0]);
  expect(soundsAfter(12).map(({ start, end }) => [start, end])).toEqual(
    before.map(({ start, end }) => [start + 2, end + 2]),
  );
});
