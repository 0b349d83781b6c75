import { expect, test } from 'vitest';
import { movieOf } from '#shared/editing/model/testing/editing.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { buildTimeline } from './build-timeline.ts';
import { soundPiecesBetween } from './sounds.ts';

const movie = movieOf(
  sourceOf(`<movie width="160" height="90" framerate="30">
  <scene duration="30"><video src="a.mp4" skip="15"/><video src="b.mp4"/><video src="c.mp4" audio="false"/></scene>
  <scene duration="30" enabled="false"><video src="d.mp4"/></scene>
  <scene duration="15"><video src="e.mp4"/><video src="f.mp4" enabled="false"/></scene>
</movie>`),
);

const pieces = (from: number, length: number) =>
  soundPiecesBetween(buildTimeline(movie), from, length, () => ({ sound: 10, picture: 10 })).map(
    ({ layer, after, length, sourceSeconds }) => ({
      ...{ after, length, sourceSeconds },
      source: layer.source.kind === 'asset' ? layer.source.name : '',
    }),
  );

test('every layer with sound is audible from its in-point', () => {
  expect(pieces(0, 24_000)).toEqual([
    { source: 'a.mp4', after: 0, length: 24_000, sourceSeconds: 0.5 },
    { source: 'b.mp4', after: 0, length: 24_000, sourceSeconds: 0 },
  ]);
});

test('a piece of sound across a cut has ending and starting sounds', () => {
  expect(pieces(36_000, 24_000)).toEqual([
    { source: 'a.mp4', after: 0, length: 12_000, sourceSeconds: 1.25 },
    { source: 'b.mp4', after: 0, length: 12_000, sourceSeconds: 0.75 },
    { source: 'e.mp4', after: 12_000, length: 12_000, sourceSeconds: 0 },
  ]);
});

test('a piece of sound after the movie’s end is empty', () => {
  expect(pieces(72_000, 1000)).toEqual([]);
});
