import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { referencePictures } from './reference/pictures.ts';
import { root, runScript } from './script.ts';

const run = promisify(execFile);

// `npm run pictures`: renders the pictures of the language reference again.
await runScript(async () => {
  const { pictures, films } = referencePictures();
  const into = join(root, 'docs', 'pictures');
  await rm(into, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'scenewright-pictures-'));
  try {
    for (const [name, template] of Object.entries(films)) {
      const file = join(folder, `${name}.xml`);
      await writeFile(file, template);
      const options = ['--out', join(folder, `${name}.mp4`), '--quality', 'high', '--assets', join(root, 'examples')];
      await run(process.execPath, [join(root, 'build', 'scenewright.mjs'), 'render', file, ...options]);
    }
    for (const { name, film, frames } of pictures) {
      const chosen = frames.map((frame) => `eq(n\\,${frame})`).join('+');
      const tiled = frames.length === 1 ? '' : `,tile=${frames.length}x1:padding=4:color=white`;
      const filter = `select='${chosen}',scale=240:-1:flags=lanczos${tiled}`;
      const picture = [
        '-vf',
        filter,
        '-frames:v',
        '1',
        '-fps_mode',
        'passthrough',
        '-q:v',
        '4',
        '-pix_fmt',
        'yuvj420p',
      ];
      await run('ffmpeg', [
        '-v',
        'error',
        '-y',
        '-i',
        join(folder, `${film}.mp4`),
        ...picture,
        join(into, `${name}.jpg`),
      ]);
    }
    console.log(`${pictures.length} pictures are in docs/pictures.`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
