import { type BenchFilm, handWritten, handWrittenOnce, type Loss, meltLine } from './films.ts';

/** Another program that renders the same films with the same encoder settings. */
export interface Peer {
  readonly name: string;
  readonly program: string;
  /** The name of the peer in the table. */
  readonly words: string;
  readonly lineOf: (film: BenchFilm, folder: string, output: string, loss: Loss) => readonly string[];
}

export const ffmpeg = (program: string): Peer => ({
  name: 'ffmpeg',
  program,
  words: 'one hand-written `ffmpeg` command',
  lineOf: handWritten,
});

/** Returns the expert variant of FFmpeg for films that are cut from one take. It decodes the take only once. */
export const ffmpegOnce = (program: string): Peer => ({
  name: 'ffmpeg-once',
  program,
  words: 'one hand-written `ffmpeg` command with one input',
  lineOf: handWrittenOnce,
});

export const melt: Peer = {
  name: 'melt',
  program: 'melt',
  words: '`melt` with the same filters',
  lineOf: meltLine,
};
