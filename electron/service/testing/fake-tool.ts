import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a shell script in place of FFmpeg or ffprobe and returns its path. Its report pipe is descriptor 3. */
export async function fakeTool(folder: string, name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}
