import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { MediaTools } from '#service/ffmpeg/tools.ts';
import { RATE } from './films.ts';
import type { FilmFacts } from './report.ts';

const run = promisify(execFile);

/** Returns the number of frames in a file, and its similarity to `lossless`, the lossless version of the same film. */
export async function filmFacts(path: string, lossless: string, tools: MediaTools): Promise<FilmFacts> {
  const frames = await countFrames(path, tools);
  const graph = `[0:v]fps=${RATE},setpts=PTS-STARTPTS[a];[1:v]fps=${RATE},setpts=PTS-STARTPTS[b];[a][b]ssim`;
  const compare = ['-nostdin', '-hide_banner', '-i', path, '-i', lossless, '-lavfi', graph, '-f', 'null', '-'];
  const { stderr } = await run(tools.ffmpeg, compare, { maxBuffer: 2 ** 24 });
  return { frames, bytes: (await stat(path)).size, ssim: Number(/SSIM.* All:([\d.]+)/.exec(stderr)?.[1]) };
}

async function countFrames(path: string, { ffprobe }: MediaTools): Promise<number> {
  const options = ['-v', 'error', '-count_packets', '-select_streams', 'v', '-of', 'csv=p=0'];
  const { stdout } = await run(ffprobe, [...options, '-show_entries', 'stream=nb_read_packets', path]);
  return Number.parseInt(stdout, 10);
}
