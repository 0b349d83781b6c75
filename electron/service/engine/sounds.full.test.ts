import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';

const RATE = 48_000;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

/** Makes a sound with a constant value, so that each sample of a film shows its gain. */
const steady = (name: string, left: number, right: number, seconds: number) =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', `aevalsrc=exprs=${left}|${right}:sample_rate=${RATE}:duration=${seconds}`],
    ...['-c:a', 'pcm_s16le', '-y', at(name)],
  );

/** Makes a gray clip with a sound from a formula. */
const withSound = (name: string, seconds: number, exprs: string) =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', `color=gray:size=64x36:rate=10:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `aevalsrc=${exprs}:sample_rate=${RATE}:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'pcm_s16le', '-y', at(name)],
  );

beforeAll(async () => {
  folder = await temporaryFolder();
  const ramp = `aevalsrc=exprs='t|t':sample_rate=${RATE}:duration=0.5`;
  await Promise.all([
    steady('music.wav', 0.5, 0.5, 10),
    steady('voice.wav', 0.25, -0.25, 1),
    steady('loud.wav', 0.9, -0.9, 2),
    ffmpeg('-f', 'lavfi', '-i', ramp, '-c:a', 'pcm_s16le', '-y', at('ramp.wav')),
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=gray:size=64x36:rate=10:duration=3'],
      ...['-f', 'lavfi', '-i', `aevalsrc=exprs=0.125|0.125:sample_rate=${RATE}:duration=3`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'pcm_s16le', '-y', at('clip.mov')],
    ),
    withSound('rising.mov', 0.5, "exprs='t|t'"),
    withSound('tone.mov', 1, "exprs='sin(2*PI*440*t)*0.5'"),
  ]);
});
afterAll(() => folder[Symbol.asyncDispose]());

const movie = (inside: string) => `<movie width="64" height="36" framerate="10">${inside}</movie>`;

/** Returns the left and right samples of a film's sound, from −1 to 1. */
async function soundOf(xml: string): Promise<(seconds: number) => readonly [number, number]> {
  const { path } = await renderFilm(movie(xml), { folder: folder.path, format: 'mov' });
  const samples = await ffmpeg('-i', path, '-f', 's16le', '-');
  return (seconds) => {
    const offset = 4 * Math.round(seconds * RATE);
    return [samples.readInt16LE(offset) / 32_768, samples.readInt16LE(offset + 2) / 32_768];
  };
}

const near = (value: number) => expect.closeTo(value, 4);

describe('the sound of a film', () => {
  test('has music across its scenes, with offset and fades', async () => {
    const sampleAt = await soundOf(
      `<scene duration="10"/><scene duration="10"/>
       <audio src="music.wav" offset="0.5s" volume="0.5" fadein="1s" fadeout="0.5s"/>`,
    );
    for (const [seconds, value] of [
      [0.49, 0],
      [0.5, 0],
      [0.75, 0.0625],
      [1.25, 0.1875],
      [1.5, 0.25],
      [1.49, 0.2475],
      [1.75, 0.125],
    ] as const)
      expect([seconds, ...sampleAt(seconds)]).toEqual([seconds, near(value), near(value)]);
  });

  test('ducks music under a voice, to the sample', async () => {
    const sampleAt = await soundOf(
      `<scene duration="10"/><scene duration="20"><audio src="voice.wav" offset="5"/></scene><scene duration="10"/>
       <audio src="music.wav" duck="0.2" duckfade="0.2s"/>`,
    );
    for (const [seconds, factor, voice] of [
      [1.2, 1, 0],
      [1.4, 0.6, 0],
      [1.5, 0.2, 1],
      [2.4, 0.2, 1],
      [2.6, 0.6, 0],
      [2.8, 1, 0],
    ] as const)
      expect([seconds, ...sampleAt(seconds)]).toEqual([
        seconds,
        near(0.5 * factor + 0.25 * voice),
        near(0.5 * factor - 0.25 * voice),
      ]);
  });

  full.test('loops a sound to the sample', async () => {
    const sampleAt = await soundOf(`<scene duration="20"/><audio src="ramp.wav" loop="true" skip="1"/>`);
    for (const seconds of [0.05, 0.39, 0.41, 0.81, 1.37])
      expect([seconds, ...sampleAt(seconds)]).toEqual([
        seconds,
        near(0.1 + (seconds % 0.4)),
        near(0.1 + (seconds % 0.4)),
      ]);
  });

  full.test('has the volume, pan, and fades of videos and sounds', async () => {
    const sampleAt = await soundOf(
      `<scene duration="20"><video src="clip.mov" volume="2" pan="-1" soundfadein="1s"/>
       <audio src="voice.wav" offset="10" duration="5" pan="1"/></scene>`,
    );
    for (const [seconds, left, right] of [
      [0.5, 0.125, 0],
      [0.99, 0.2475, 0],
      [1.2, 0.25, -0.25],
      [1.6, 0.25, 0],
    ] as const)
      expect([seconds, ...sampleAt(seconds)]).toEqual([seconds, near(left), near(right)]);
  });

  full.test('loops videos with their sound and is silent for frozen ones', async () => {
    // All cases are in one film. Each case lasts two seconds.
    const each = ['skip="1" end="loop"', 'skip="1" end="loop" overlap="1"', 'end="hide"', 'freeze="2"'];
    const sampleAt = await soundOf(
      each.map((attributes) => `<scene duration="20"><video src="rising.mov" ${attributes}/></scene>`).join(''),
    );
    const from = (start: number) => (seconds: number) => sampleAt(start + seconds);
    const [again, later, hidden, frozen] = [from(0), from(2), from(4), from(6)];
    for (const seconds of [0.05, 0.39, 0.41, 0.81, 1.37])
      expect([seconds, ...again(seconds)]).toEqual([seconds, near(0.1 + (seconds % 0.4)), near(0.1 + (seconds % 0.4))]);
    expect(later(0.35)[0]).toEqual(near(0.15));
    expect([hidden(0.45)[0], hidden(0.55)[0]]).toEqual([near(0.45), 0]);
    expect(frozen(0.3)).toEqual([0, 0]);
  });

  full.test('keeps its pitch at another speed', async () => {
    const xml = movie('<scene duration="10"><video src="tone.mov" speed="2"/></scene>');
    const { path } = await renderFilm(xml, { folder: folder.path, format: 'mov' });
    const samples = await ffmpeg('-i', path, '-ac', '1', '-f', 's16le', '-');
    const crossings = (from: number, until: number): number => {
      let count = 0;
      for (let at = from * RATE; at < until * RATE; at++)
        if (samples.readInt16LE(2 * at) < 0 && samples.readInt16LE(2 * at + 2) >= 0) count += 1;
      return count;
    };
    // The tone of 440 Hz takes the first of two seconds. Silence follows.
    expect(Math.abs(crossings(0.1, 0.4) - 132)).toBeLessThan(8);
    expect(crossings(0.6, 1)).toBe(0);
  });

  test('follows keyframes of volume and pan, to the sample', async () => {
    const keys = '<key time="0" volume="0" pan="1"/><key time="10" volume="1"/><key time="20" pan="-1"/>';
    const sampleAt = await soundOf(
      `<scene duration="20"><video src="clip.mov"><animation>${keys}</animation></video></scene>
       <audio src="music.wav"><animation offset="1s"><key time="0" volume="0.5" easing="step"/>
       <key time="5" volume="0.25"/></animation></audio>`,
    );
    for (const seconds of [0, 0.123, 0.5, 0.999, 1.25, 1.499, 1.501, 1.9]) {
      const pan = 1 - seconds;
      const clip = 0.125 * Math.min(1, seconds);
      const music = 0.5 * (seconds < 1.5 ? 0.5 : 0.25);
      expect([seconds, ...sampleAt(seconds)]).toEqual([
        seconds,
        near(music + clip * Math.min(1, 1 - pan)),
        near(music + clip * Math.min(1, 1 + pan)),
      ]);
    }
  });

  full.test('is clipped once, without overflow', async () => {
    const sampleAt = await soundOf(
      `<scene duration="10"><audio src="loud.wav"/><audio src="loud.wav"/></scene>
       <audio src="loud.wav" volume="-6.0206dB" pan="-1"/>`,
    );
    expect(sampleAt(0.5)).toEqual([near(1), near(-1)]);
  });
});

full.test('changed volume keyframes remake no picture or sound part', async () => {
  const xml = (volume: number) => {
    const keys = `<animation><key time="0" volume="1"/><key time="9" volume="${volume}"/></animation>`;
    return movie(
      `<scene duration="10"><video src="clip.mov">${keys}</video></scene>
       <scene duration="10"><video src="clip.mov" width="32">${keys}</video></scene>
       <audio src="music.wav">${keys}</audio>`,
    );
  };
  const workshop = { isCacheOn: true };
  const first = await renderFilm(xml(0.5), { folder: folder.path, workshop });
  const louder = await renderFilm(xml(0.75), { folder: folder.path, workshop });
  expect([first.cachedScenes, louder.cachedScenes]).toEqual([0, 2]);
  expect(louder.sha256).not.toBe(first.sha256);
});

full.test('a changed music volume remakes no picture or scene sound', async () => {
  const xml = (volume: number) =>
    movie(
      `<scene duration="10"><video src="clip.mov"/></scene><scene duration="10"><video src="clip.mov" skip="5"/></scene>
       <audio src="music.wav" volume="${volume}"/>`,
    );
  const workshop = { isCacheOn: true };
  const first = await renderFilm(xml(0.5), { folder: folder.path, workshop });
  const louder = await renderFilm(xml(0.75), { folder: folder.path, workshop });
  expect([first.cachedScenes, louder.cachedScenes]).toEqual([0, 2]);
  expect(louder.sha256).not.toBe(first.sha256);
});
