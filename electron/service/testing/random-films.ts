import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { type FilmFiles, randomFilm } from '#shared/testing/random-film.ts';
import { scale } from '#shared/testing/scale.ts';
import { ffmpeg, makeClip } from './make-media.ts';

/** The files that random films use. */
export const FILM_FILES: FilmFiles = {
  videos: ['clip.mp4', 'long.mp4'],
  images: ['picture.png', 'clear.png', 'moving.gif', 'vector.svg'],
  sounds: ['tone.wav', 'clip.mp4'],
  captions: 'captions.srt',
  cube: 'look.cube',
};

const CAPTIONS = '1\n00:00:00,100 --> 00:00:00,500\nHello <b>there</b>\n\n2\n00:00:00,400 --> 00:00:02,000\nSecond\n';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle cx="20" cy="15" r="12" fill="#0a0"/></svg>';
/** A color table that inverts blue. */
const CUBE = `LUT_3D_SIZE 2\n${['0 0 1', '1 0 1', '0 1 1', '1 1 1', '0 0 0', '1 0 0', '0 1 0', '1 1 0'].join('\n')}\n`;

export async function makeFilmFiles(folder: string): Promise<void> {
  const at = (name: string): string => join(folder, name);
  await makeClip(at('clip.mp4'), { width: 64, height: 48, seconds: 1 });
  await makeClip(at('long.mp4'), { width: 120, height: 68, seconds: 6, rate: '30', picture: 'testsrc' });
  const still = (source: string, name: string) => ffmpeg('-f', 'lavfi', '-i', source, '-frames:v', '1', at(name));
  await still('testsrc=s=50x30', 'picture.png');
  await still('color=red@0.4:s=40x40,format=rgba', 'clear.png');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=32x32:r=10:d=0.5', at('moving.gif'));
  await ffmpeg('-f', 'lavfi', '-i', 'sine=880:d=2', at('tone.wav'));
  await writeFile(at('vector.svg'), SVG);
  await writeFile(at('captions.srt'), CAPTIONS);
  await writeFile(at('look.cube'), CUBE);
}

/**
 * Returns a number of valid random films with their seeds. At the quick scale, they are the same in every run; at the
 * full scale, they are new. `SCENEWRIGHT_FILM_SEED` sets the first seed.
 */
export function validFilms(count: number, files: FilmFiles = FILM_FILES): readonly (readonly [number, string])[] {
  let seed = Number(process.env['SCENEWRIGHT_FILM_SEED'] ?? (scale === 'full' ? Date.now() % 2 ** 31 : 1));
  const films: (readonly [number, string])[] = [];
  for (; films.length < count; seed++) {
    const xml = randomFilm(seed, files);
    const { source } = readTemplate(xml);
    const isRight =
      source !== null && resolveTemplate(source.document, { values: new Map(), missing: 'error' }).movie !== null;
    if (isRight) films.push([seed, xml]);
  }
  return films;
}
