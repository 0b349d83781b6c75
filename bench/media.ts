import { execFile } from 'node:child_process';
import { access, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HEIGHT, RATE, SOURCE_SECONDS, type SOURCES, TAKE, WIDTH } from './films.ts';

const run = promisify(execFile);

interface Medium {
  readonly picture: string;
  /** The number of frames between two sync frames. */
  readonly distance: number;
}

const MANDELBROT = `mandelbrot=s=${WIDTH}x${HEIGHT}:r=${RATE}:start_scale=0.5:end_scale=0.02:end_pts=600`;

/**
 * The sources: pictures with fine moving detail and some noise, so that decoding and encoding take about as long as for
 * real footage.
 */
const MEDIA: Readonly<Record<(typeof SOURCES)[number] | typeof TAKE, Medium>> = {
  'one.mp4': { picture: `${MANDELBROT},noise=alls=3:allf=t`, distance: 60 },
  'two.mp4': {
    picture: `testsrc2=s=${WIDTH}x${HEIGHT}:r=${RATE},rotate=0.1*sin(t):c=gray,noise=alls=2:allf=t`,
    distance: 60,
  },
  'three.mp4': { picture: `gradients=s=${WIDTH}x${HEIGHT}:r=${RATE}:speed=0.02:n=6:seed=7`, distance: 60 },
  [TAKE]: { picture: `${MANDELBROT},noise=alls=3:allf=t`, distance: 250 },
};

/** Makes the sources once and stores them in `folder`. */
export async function makeMedia(ffmpeg: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [index, [name, { picture, distance }]] of Object.entries(MEDIA).entries()) {
    const path = join(folder, name);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      continue;
    const partial = join(folder, `new-${name}`);
    const sound = `sine=${220 * (index + 1)}:r=48000,volume=0.5`;
    await run(ffmpeg, [
      ...['-nostdin', '-loglevel', 'error', '-y', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound],
      ...[
        '-t',
        String(SOURCE_SECONDS),
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-crf',
        '21',
        '-pix_fmt',
        'yuv420p',
        '-g',
        String(distance),
      ],
      ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', partial],
    ]);
    await rename(partial, path);
  }
}
