import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { required } from '#shared/lib/assert.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { layerTitle, representativeLayer, soundTitle } from './labels.ts';
import { audibleParts, isSilent, soundDuring } from './scene-sounds.ts';

/**
 * Returns the facts about two-second files. `mute.mp4` has no sound, `gone.mp4` is missing, and the facts of
 * `new.mp4` are unknown.
 */
function known(source: MediaSource) {
  const name = source.kind === 'asset' ? source.name : source.url;
  if (name === 'new.mp4') return null;
  return name === 'gone.mp4' ? ('missing' as const) : { seconds: 2, hasPicture: true, hasSound: name !== 'mute.mp4' };
}

function sceneOf(...layers: readonly string[]) {
  const { scenes } = movieOf(film(`<scene duration="50">${layers.join('')}</scene>`));
  return required(scenes[0], 'the scene');
}
const silent = (...layers: readonly string[]) => isSilent(audibleParts(sceneOf(...layers)), known);

test('a scene without an audible video or sound is silent', () => {
  expect(silent('<text content="x"/>')).toBe(true);
  expect(silent('<video src="a.mp4"/>')).toBe(false);
  expect(silent('<video src="a.mp4" audio="false"/>', '<video src="a.mp4" freeze="3"/>')).toBe(true);
  expect(silent('<video src="a.mp4" enabled="false"/>', '<video src="mute.mp4"/>', '<video src="gone.mp4"/>')).toBe(
    true,
  );
  expect(silent('<video src="new.mp4"/>')).toBe(false);
  expect(silent('<group><video src="a.mp4"/></group>')).toBe(false);
  expect(silent('<group enabled="false"><video src="a.mp4"/></group>')).toBe(true);
  expect(silent('<text content="x"/>', '<audio src="a.mp4"/>')).toBe(false);
  expect(silent('<text content="x"/>', '<audio src="a.mp4" volume="0"/>')).toBe(true);
});

test('music of the movie appears under each scene that it overlaps', () => {
  const under = (sound: string, start: number, end: number) => {
    const { sounds, frameRate } = movieOf(film(sound, '<scene duration="500"/>'));
    const found = soundDuring(sounds, { start, end }, frameRate, known);
    return found === null ? null : soundTitle(found);
  };
  expect(under('<audio src="a.mp4" name="Music"/>', 0, 10)).toBe('Music');
  // The length of the source is 50 frames.
  expect([under('<audio src="a.mp4"/>', 49, 90), under('<audio src="a.mp4"/>', 50, 90)]).toEqual(['a.mp4', null]);
  expect(under('<audio src="a.mp4" speed="2"/>', 25, 90)).toBeNull();
  expect(under('<audio src="a.mp4" loop="true"/>', 400, 410)).toBe('a.mp4');
  expect(under('<audio src="a.mp4" loop="true" duration="40"/>', 40, 50)).toBeNull();
  const later = '<audio src="a.mp4" offset="20"/>';
  expect([under(later, 0, 20), under(later, 10, 21), under(later, 69, 80), under(later, 70, 80)]).toEqual([
    ...[null, 'a.mp4'],
    ...['a.mp4', null],
  ]);
  expect(under('<audio src="mute.mp4"/>', 0, 10)).toBeNull();
  expect(under('<audio src="a.mp4" enabled="false"/>', 0, 10)).toBeNull();
});

test('a scene without videos shows one of its layers', () => {
  const still = (...layers: readonly string[]) => {
    const layer = representativeLayer(sceneOf(...layers));
    return layer === null ? null : layerTitle(layer);
  };
  expect(still('<solid color="#000000"/>', '<image src="a.png"/>', '<text content="Hello"/>')).toBe('Hello');
  expect(still('<solid color="#000000"/>', '<image src="a.png"/>')).toBe('a.png');
  expect(still('<solid color="#000000" name="Floor"/>')).toBe('Floor');
  expect(still('<text content="no" enabled="false"/>', '<image src="a.png"/>')).toBe('a.png');
  // A scene with videos is represented by its filmstrip.
  expect(still('<video src="a.mp4"/>', '<text content="Hello"/>')).toBeNull();
  expect(still()).toBeNull();
});
