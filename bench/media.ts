import { execFile } from 'node:child_process';
import { access, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HEIGHT, RATE, SOURCE_SECONDS, SOURCES, WIDTH } from './films.ts';

const run = promisify(execFile);

/** Pictures with fine moving detail and some noise, so that decoding and encoding cost about what footage costs. */
const PICTURES: Readonly<Record<(typeof SOURCES)[number], string>> = {
  'one.mp4': `mandelbrot=s=${WIDTH}x${HEIGHT}:r=${RATE}:start_scale=0.5:end_scale=0.02:end_pts=600,noise=alls=3:allf=t`,
  'two.mp4': `testsrc2=s=${WIDTH}x${HEIGHT}:r=${RATE},rotate=0.1*sin(t):c=gray,noise=alls=2:allf=t`,
  'three.mp4': `gradients=s=${WIDTH}x${HEIGHT}:r=${RATE}:speed=0.02:n=6:seed=7`,
};

/** Makes the sources once; they stay in `folder`. */
export async function makeMedia(ffmpeg: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [index, name] of SOURCES.entries()) {
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
      ...['-nostdin', '-loglevel', 'error', '-y', '-f', 'lavfi', '-i', PICTURES[name], '-f', 'lavfi', '-i', sound],
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
        '60',
      ],
      ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', partial],
    ]);
    await rename(partial, path);
  }
}
