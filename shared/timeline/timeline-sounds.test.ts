import { describe, expect, test } from 'vitest';
import { movieOf } from '#shared/editing/model/testing/editing.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { buildTimeline, movieWithin } from './build-timeline.ts';
import { hasPlainMix } from './plain-scenes.ts';
import { type SoundSeconds, timelineSounds } from './sounds.ts';

/** The samples per frame at 10 frames per second. */
const FRAME = 4800;

const filmOf = (inside: string) =>
  buildTimeline(movieOf(sourceOf(`<movie width="160" height="90" framerate="10">${inside}</movie>`)));

/** Returns the positions of the sounds. The names of sources contain the lengths of their sounds in seconds. */
const placesOf = (inside: string) =>
  timelineSounds(filmOf(inside), ({ source }) => {
    const name = source.kind === 'asset' ? source.name : '';
    return name === 'mute.mp4' ? null : { sound: Number.parseFloat(name), picture: Number.parseFloat(name) };
  }).map(({ layer, startSample, samples, inPoint, turn, level }) => ({
    layer: layer.source.kind === 'asset' ? layer.source.name : '',
    place: [startSample / FRAME, samples / FRAME],
    inPoint,
    turn: turn === null ? null : turn / FRAME,
    level,
  }));

const VIDEO = '<scene duration="20"><video src="9.mp4"/></scene>';

describe('the frames of a sound', () => {
  test('begin after the offset and end with the source', () => {
    const places = placesOf(
      `${VIDEO}<scene duration="20"><audio src="1.wav" offset="5"/><audio src="9.wav" offset="5" duration="10"/>
        <audio src="9.wav" skip="1s" offset="5"/><audio src="9.wav" offset="20"/><audio src="mute.mp4"/></scene>`,
    );
    expect(places.map(({ layer, place, inPoint }) => [layer, ...place, inPoint])).toEqual([
      ['9.mp4', 0, 20, 0],
      ['1.wav', 25, 10, 0],
      ['9.wav', 25, 10, 0],
      ['9.wav', 25, 15, 10],
    ]);
  });

  test('count the offset from the start of the group', () => {
    const places = placesOf(
      `${VIDEO}<scene duration="20">
        <group offset="4" duration="10"><video src="9.mp4" offset="2"/><video src="9.mp4" enabled="false"/>
          <group overlap="3"><video src="9.mp4" offset="1" duration="5" skip="1"/></group></group>
        <solid><mask><video src="9.mp4"/></mask></solid></scene>`,
    );
    expect(places.slice(1).map(({ place, inPoint }) => [...place, inPoint])).toEqual([
      [26, 8, 0],
      // The inner group skips its first three frames. Its video starts at the second one.
      [24, 3, 1],
    ]);
  });

  test('count the offset of a movie sound from the movie’s start', () => {
    const places = placesOf(`<audio src="9.wav" offset="5"/>${VIDEO}${VIDEO}`);
    expect(places.map(({ layer, place }) => [layer, ...place])).toEqual([
      ['9.mp4', 0, 20],
      ['9.mp4', 20, 20],
      ['9.wav', 5, 35],
    ]);
  });

  test('end earlier at a higher speed', () => {
    const [, sound] = placesOf(`${VIDEO}<audio src="4.wav" speed="4"/>`);
    expect(sound?.place).toEqual([0, 10]);
  });

  test('fill the container of a loop with repetitions of the source', () => {
    const [, sound, long] = placesOf(
      `${VIDEO}<audio src="1.wav" skip="2" loop="true"/><audio src="9.wav" loop="true"/>`,
    );
    expect([sound?.place, sound?.turn]).toEqual([[0, 20], 8]);
    expect([long?.place, long?.turn]).toEqual([[0, 20], null]);
  });

  test('have the fades at the audible ends', () => {
    const [, sound] = placesOf(`${VIDEO}<audio src="9.wav" fadein="5" fadeout="1s" volume="-20dB" pan="-0.5"/>`);
    expect(sound?.level).toMatchObject({ length: 20 * FRAME, fadeIn: 5 * FRAME, fadeOut: 10 * FRAME, pan: -0.5 });
    expect(sound?.level.volume).toBeCloseTo(0.1, 12);
  });

  test('exclude disabled sounds and scenes', () => {
    expect(
      placesOf(`<scene duration="5" enabled="false"><audio src="1.wav"/></scene><scene duration="5">
      <audio src="1.wav" enabled="false"/></scene><audio src="1.wav" enabled="false"/>`),
    ).toEqual([]);
  });
});

describe('a ducked movie sound', () => {
  const dips = (inside: string) => placesOf(inside).find(({ layer }) => layer === '90.wav')?.level.dips;
  const music = '<audio src="90.wav" duck="0.25" duckfade="2"/>';
  const gap = '<scene duration="20"/>';

  test('dips only while a scene sound is audible', () => {
    expect(dips(`${music}${gap}<scene duration="20"><audio src="1.wav"/></scene>`)).toEqual([
      { from: 20 * FRAME, until: 30 * FRAME, to: 0.25, ramp: 2 * FRAME },
    ]);
  });

  test('dips only for videos with `ducks`', () => {
    expect(dips(`${music}${VIDEO}`)).toEqual([]);
    expect(dips(`${music}<scene duration="20"><video src="1.mp4" ducks="true"/></scene>`)).toHaveLength(1);
  });

  test('has one dip for close sounds', () => {
    const voice = '<scene duration="10"><audio src="9.wav" duration="8"/></scene>';
    const late = '<audio src="90.wav" offset="5" duck="0.25" duckfade="2"/>';
    expect(dips(`${late}${gap}${voice}${voice}`)).toEqual([
      { from: 15 * FRAME, until: 33 * FRAME, to: 0.25, ramp: 2 * FRAME },
    ]);
  });
});

test('a scene has a plain mix only if its videos are unchanged', () => {
  const isPlain = (inside: string) =>
    filmOf(`<scene duration="9">${inside}</scene>`).scenes.every(({ scene }) => hasPlainMix(scene));
  expect(isPlain('<video src="1.mp4"/><video src="2.mp4" skip="5"/>')).toBe(true);
  expect(isPlain('<video src="1.mp4" volume="0.5" audio="false"/><audio src="1.wav" enabled="false"/>')).toBe(true);
  for (const inside of [
    '<video src="1.mp4" volume="0.5"/>',
    '<video src="1.mp4" soundfadeout="2"/>',
    '<audio src="1.wav"/>',
    '<video src="1.mp4"><animation><key time="0" volume="1"/></animation></video>',
  ])
    expect(isPlain(inside)).toBe(false);
});

test('a range of a movie sounds like the whole movie', () => {
  const film = filmOf(
    `<scene duration="20"><audio src="9.wav" offset="5" fadein="10"/></scene><scene duration="20"/>
     <audio src="4.wav" loop="true" fadeout="1s"/>`,
  );
  const within = buildTimeline(movieWithin(film.movie, { from: 10, to: 30 }));
  const sounding: SoundSeconds = ({ source }) =>
    source.kind === 'asset' ? { sound: Number.parseFloat(source.name), picture: null } : null;
  const rangeSounds = timelineSounds(within, sounding);
  const whole = timelineSounds(film, sounding);
  expect(rangeSounds.map(({ startSample, samples, at, level }) => [startSample, samples, at, level])).toEqual([
    [0, 10 * FRAME, 5 * FRAME, whole[0]?.level],
    [0, 20 * FRAME, 10 * FRAME, whole[1]?.level],
  ]);
});
