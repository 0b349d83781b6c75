import { expect, test } from 'vitest';
import { edited, elementId, film, linesOf, movieOf } from '#shared/editing/model/testing/editing.ts';
import { planningOf } from '#shared/editing/planning/planning.ts';
import { required } from '#shared/lib/assert.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import {
  DEFAULT_DUCK_LEVEL,
  type DuckGroup,
  duckCommand,
  duckGroupOf,
  duckingSounds,
  firstDucking,
  isInDuckGroup,
} from './ducking.ts';

const MUSIC = '<audio src="music.mp3" loop="true"/>';
const INTERVIEW = '<scene duration="50"><video src="interview.mp4"/></scene>';
const RAIN = '<scene duration="50"><group><video src="rain.mp4"/></group><audio src="drops.wav"/></scene>';

function read(source: TemplateSource, silent: readonly string[] = []) {
  const planning = planningOf({ document: source.document, values: new Map() });
  const music = [elementId(source, 'audio')];
  const sounds = duckingSounds(planning, music, ({ attributes }) =>
    attributes.some(({ value }) => silent.includes(value)),
  );
  return { planning, music, sounds };
}

/** Returns the template after the music is set to duck under a choice. */
function under(source: TemplateSource, choice: DuckGroup) {
  const { planning, music, sounds } = read(source);
  const ducks = (sound: (typeof sounds)[number]) => isInDuckGroup(sound, choice);
  return edited(
    source,
    required(duckCommand(planning, music, sounds, { ducks, level: DEFAULT_DUCK_LEVEL }), 'a change'),
  ).source;
}

test('music ducks under the voice of a video in one step', () => {
  const source = under(film(MUSIC, INTERVIEW, RAIN), 'voice');
  expect(linesOf(source)).toEqual([
    '<audio src="music.mp3" loop="true" duck="-12dB"/>',
    '<scene duration="50"><video src="interview.mp4" ducks="true"/></scene>',
    '<scene duration="50"><group><video src="rain.mp4"/></group><audio src="drops.wav" ducks="false"/></scene>',
  ]);
  expect(duckGroupOf(read(source).sounds)).toBe('voice');
  expect(movieOf(source).sounds[0]?.duck).toBeCloseTo(0.251, 3);
});

test('the choice “scenes” covers all videos and sounds in scenes', () => {
  const source = under(film(MUSIC, '<audio src="jingle.mp3"/>', INTERVIEW, RAIN), 'scenes');
  expect(linesOf(source).slice(1)).toEqual([
    '<audio src="jingle.mp3"/>',
    '<scene duration="50"><video src="interview.mp4" ducks="true"/></scene>',
    '<scene duration="50"><group><video src="rain.mp4" ducks="true"/></group><audio src="drops.wav"/></scene>',
  ]);
  expect(duckGroupOf(read(source).sounds)).toBe('scenes');
});

test('the choice is `chosen` if the ducked sounds match no group', () => {
  const source = film(MUSIC, INTERVIEW, RAIN);
  expect(duckGroupOf(read(source).sounds)).toBe('chosen');
  expect(duckGroupOf(read(under(source, 'voice')).sounds, 'chosen')).toBe('chosen');
});

test('the current choice stays if several choices match', () => {
  const source = under(film(MUSIC, INTERVIEW), 'scenes');
  expect(duckGroupOf(read(source).sounds, 'scenes')).toBe('scenes');
  expect(duckGroupOf(read(source).sounds)).toBe('voice');
});

test.each([
  ['<video src="Voice_over 2.mp4"/>', true],
  ['<video src="a.mp4" name="Sprecherin"/>', true],
  ['<video src="vo-final.mov"/>', true],
  ['<video src="volcano.mp4"/>', false],
  ['<audio src="pop.wav"/>', false],
])('a voice is recognized by its name: %s', (layer, isVoice) => {
  expect(read(film(MUSIC, `<scene duration="50">${layer}</scene>`)).sounds).toMatchObject([{ isVoice }]);
});

test('a movie sound that plays once without ducking is a voice-over', () => {
  const source = film(
    MUSIC,
    '<audio src="a.mp3"/>',
    '<audio src="b.mp3" loop="true"/>',
    '<audio src="c.mp3" duck="0"/>',
  );
  expect(read(source).sounds.map(({ name, isVoice }) => [name, isVoice])).toEqual([
    ['a.mp3', true],
    ['b.mp3', false],
  ]);
});

test('the list excludes silent, muted, frozen, and masking videos', () => {
  const source = film(
    MUSIC,
    '<scene duration="50"><video src="mute.mp4"/><video src="a.mp4" audio="false"/><video src="b.mp4" freeze="1"/>',
    '<solid><mask><video src="c.mp4"/></mask></solid></scene>',
  );
  expect(read(source, ['mute.mp4']).sounds).toEqual([]);
});

test('a sound bound to a variable keeps its ducking', () => {
  const source = film(MUSIC, '<scene duration="50"><video src="voice.mp4" ducks="${loud, true}"/></scene>');
  const { planning, music, sounds } = read(source);
  expect(sounds).toMatchObject([{ ducks: true, isBound: true }]);
  expect(duckCommand(planning, music, sounds, { ducks: () => false })).toBeNull();
});

test('new ducking prefers the template’s sounds, then voices', () => {
  const ids = (source: TemplateSource) => {
    const { planning, sounds } = read(source);
    return sounds.filter(firstDucking(planning, sounds)).map(({ name }) => name);
  };
  expect(ids(film(MUSIC, INTERVIEW, RAIN))).toEqual(['interview.mp4']);
  expect(ids(film(MUSIC, RAIN))).toEqual(['rain.mp4', 'drops.wav']);
  expect(ids(film(MUSIC, INTERVIEW, '<scene duration="9"><video src="x.mp4" ducks="true"/></scene>'))).toEqual([
    'x.mp4',
  ]);
});
