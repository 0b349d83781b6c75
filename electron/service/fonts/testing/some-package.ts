import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FontPackage } from '../font-packages.ts';

const BLOCK = 512;

/** Returns an archive in the format of npm. */
export function archiveOf(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, bytes]) => {
    const head = Buffer.alloc(BLOCK);
    head.write(name, 0);
    head.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    return [head, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

/** Writes the archive of a package with one font to a folder. Returns the package. */
export async function somePackage(folder: string, font: Buffer): Promise<FontPackage> {
  const archive = archiveOf({
    'package/README.md': Buffer.from('a file that nobody wants'),
    'package/LICENSE_FONT': Buffer.from('the licence'),
    'package/400Regular/NotoSansSC_400Regular.ttf': font,
  });
  await writeFile(join(folder, 'expo-google-fonts-noto-sans-sc-1.0.0.tgz'), archive);
  return {
    ...{ name: 'cjk', title: 'Some', version: '1.0.0' },
    archives: [
      {
        name: 'noto-sans-sc',
        bytes: archive.length,
        integrity: `sha512-${createHash('sha512').update(archive).digest('base64')}`,
        fonts: [
          {
            entry: 'package/400Regular/NotoSansSC_400Regular.ttf',
            font: {
              family: 'Noto Sans SC',
              weights: { least: 400, most: 400 },
              digest: createHash('sha256').update(font).digest('hex'),
              file: 'NotoSansSC_400Regular.ttf',
            },
          },
        ],
      },
    ],
  };
}
