import { expect, test } from 'vitest';
import { clockOf } from '#shared/editing/keyframes/animated.ts';
import { edited, elementId, film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { newPoint, volumeInFrame, volumeKeysOf, withVolumeChange } from './row-plans.ts';

const at = (source: TemplateSource) => {
  const state = { document: source.document, movie: movieOf(source), values: {} };
  const sound = required(state.movie.sounds[0], 'a sound');
  return { keys: volumeKeysOf(state, sound.id), sound, clock: required(clockOf(state.movie, sound.id), 'a clock') };
};
const written = (source: TemplateSource) =>
  source.text.match(/<audio(?:[^>]*\/>|[\s\S]*?<\/audio>)/)?.[0].replace(/\s+/g, ' ');
const quiet = film('<audio src="a.wav" volume="0.5" offset="10"/>', '<scene duration="100"/>');
const keyed = film(
  '<audio src="a.wav" offset="10"><animation><key time="0" volume="1"/><key time="20" volume="0.5"/><key time="40" volume="${v, 0.2}"/></animation></audio>',
  '<scene duration="100"/>',
);

test('a new volume keyframe is on the volume line', () => {
  const { keys, sound, clock } = at(quiet);
  const first = newPoint(keys, sound, clock, 30.2);
  expect(first.frame).toBe(20);
  expect(written(edited(quiet, first.command).source)).toContain('<key time="20" volume="0.5"/>');
  const more = at(keyed);
  const next = newPoint(more.keys, more.sound, more.clock, 20);
  expect(written(edited(keyed, next.command).source)).toContain('<key time="10" volume="0.75"/>');
  // The keyframe stays inside the sound.
  expect([newPoint(keys, sound, clock, -5).frame, newPoint(keys, sound, clock, 400).frame]).toEqual([0, 89]);
});

test('the positions of volume keyframes are frames of the timeline', () => {
  const { keys } = at(keyed);
  expect(keys?.points.map(({ frame, volume }) => [frame, volume])).toEqual([
    [10, 1],
    [30, 0.5],
    [50, 0.2],
  ]);
  expect(keys && volumeInFrame(keys, 25)).toBeCloseTo(0.625);
  expect(at(quiet).keys).toBeNull();
});

test('a volume change affects the sound or its volume keyframes', () => {
  const { keys, sound } = at(quiet);
  expect(written(edited(quiet, required(withVolumeChange(keys, sound, 6), 'it').command).source)).toContain(
    'volume="0.998"',
  );
  const more = at(keyed);
  const all = required(withVolumeChange(more.keys, more.sound, -6), 'it');
  expect(written(edited(keyed, all.command).source)).toBe(
    '<audio src="a.wav" offset="10"><animation><key time="0" volume="0.501"/><key time="20" volume="0.251"/><key time="40" volume="${v, 0.2}"/></animation></audio>',
  );
  const one = required(
    withVolumeChange(more.keys, more.sound, -6, ({ frame }) => frame === 30),
    'it',
  );
  expect(written(edited(keyed, one.command).source)).toContain('time="0" volume="1"/><key time="20" volume="0.251"');
  expect(elementId(keyed, 'audio')).toBe(more.sound.id);
});
