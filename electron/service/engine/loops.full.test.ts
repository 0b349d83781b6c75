import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { cases } from '#shared/testing/scale.ts';

const RATE = 48_000;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const CODINGS = {
  'tone.mp3': ['-c:a', 'libmp3lame', '-b:a', '192k'],
  'tone.webm': ['-c:a', 'libopus', '-b:a', '192k'],
  'tone.opus': ['-c:a', 'libopus', '-b:a', '192k'],
  'tone.m4a': ['-c:a', 'aac', '-b:a', '192k'],
  'tone.ogg': ['-c:a', 'libvorbis', '-q:a', '8'],
  'tone.mka': ['-c:a', 'libopus', '-b:a', '192k'],
};

test.each(cases(3, Object.entries(CODINGS)))('a sound of 2 s repeats without gaps: %s', async (name, codec) => {
  // 500 Hz has a whole number of periods in 2 s.
  await ffmpeg('-f', 'lavfi', '-i', `sine=500:d=2:r=${RATE}`, '-af', 'volume=12dB', ...codec, join(folder.path, name));
  const movie = (inside: string) => `<movie width="64" height="36" framerate="25">${inside}</movie>`;
  const { path } = await renderFilm(
    movie(`<scene duration="6s"><solid color="#000000"/><audio src="${name}" loop="true"/></scene>`),
    { folder: folder.path, format: 'mov' },
  );
  const samples = await ffmpeg('-i', path, '-f', 's16le', '-ac', '1', '-ar', String(RATE), '-');
  const loudest = (from: number): number => {
    let peak = 0;
    for (let each = from; each < from + RATE / 500; each++)
      peak = Math.max(peak, Math.abs(samples.readInt16LE(2 * each)));
    return peak;
  };
  const usual = loudest(RATE);
  for (const loopStart of [2, 4])
    for (let offset = -20; offset <= 20; offset += 1)
      expect(loudest(Math.round((loopStart + offset / 1000) * RATE)), `${loopStart} s ${offset} ms`).toBeGreaterThan(
        usual / 2,
      );
  const whole = await renderFilm(movie(`<scene><audio src="${name}"/></scene>`), {
    folder: folder.path,
    format: 'mov',
  });
  expect(whole.frames).toBe(50);
});
