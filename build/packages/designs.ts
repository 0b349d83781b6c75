import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Design, type DesignInSize, PICTURES_FILE, readDesigns } from '../../designs/read-designs.ts';
import { designSizes, posterFile, previewFile } from '../../shared/designs/design-file.ts';
import { root, runScript } from './script.ts';

const run = promisify(execFile);

/** Long side of posters and of previews. */
const POSTER = 640;
const PREVIEW = 384;
const PREVIEW_RATE = 15;

// `npm run designs [-- NAME…]`: poster and preview of each size of each design, made by the engine. What has not changed
// since they were made is left as it is; `--again` makes all.
await runScript(async () => {
  const args = process.argv.slice(2);
  const again = args.includes('--again');
  const designs = await readDesigns(args.filter((each) => !each.startsWith('--')));
  let made = 0;
  for (const design of designs) {
    const before = again ? {} : await picturesOf(design);
    const now = { ...before };
    for (const sized of design.sizes) {
      if (before[sized.size] === sized.digest) continue;
      await makePictures(design, sized);
      now[sized.size] = sized.digest;
      made += 1;
      console.log(`${design.name} ${sized.size}`);
    }
    const inOrder = Object.fromEntries(design.sizes.map(({ size }) => [size, now[size]]));
    await writeFile(join(design.folder, PICTURES_FILE), `${JSON.stringify(inOrder, null, 2)}\n`);
  }
  console.log(`${made} posters and previews were made; ${designs.length} designs are there.`);
});

async function picturesOf({ folder }: Design): Promise<Readonly<Record<string, string>>> {
  try {
    return JSON.parse(await readFile(join(folder, PICTURES_FILE), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

async function makePictures(design: Design, { size, xml, files, posterFrame }: DesignInSize): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scenewright-design-'));
  try {
    const template = join(folder, 'design.xml');
    const film = join(folder, 'film.mp4');
    await writeFile(template, xml);
    for (const [name, file] of files) await copyFile(file, join(folder, name));
    const command = [join(root, 'build', 'scenewright.mjs'), 'render', template, '--out', film, '--quality', 'high'];
    await run(process.execPath, command);
    const { width, height } = designSizes[size];
    const scaled = (long: number) => {
      const factor = long / Math.max(width, height);
      return `scale=${even(width * factor)}:${even(height * factor)}:flags=lanczos`;
    };
    const ffmpeg = (args: readonly string[], output: string) =>
      run('ffmpeg', ['-v', 'error', '-y', '-i', film, ...args, join(design.folder, output)]);
    const chosen = `select='eq(n\\,${posterFrame})',${scaled(POSTER)}`;
    const jpeg = ['-frames:v', '1', '-fps_mode', 'passthrough', '-q:v', '3', '-pix_fmt', 'yuvj420p'];
    await ffmpeg(['-vf', chosen, ...jpeg, '-map_metadata', '-1'], posterFile(size));
    const h264 = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '30', '-pix_fmt', 'yuv420p', '-threads', '1'];
    const plain = ['-an', '-map_metadata', '-1', '-movflags', '+faststart', '-fflags', '+bitexact'];
    await ffmpeg(['-vf', `fps=${PREVIEW_RATE},${scaled(PREVIEW)}`, ...h264, ...plain], previewFile(size));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function even(length: number): number {
  return 2 * Math.round(length / 2);
}
