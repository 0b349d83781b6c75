import { readFile, writeFile } from 'node:fs/promises';
import { entriesOf } from '#service/bundles/testing/zip-entries.ts';

/** Writes the images of a PNG sequence one after another into a file that FFmpeg can read. Returns its path. */
export async function pngStreamOf(film: string): Promise<string> {
  const stream = film.replace(/[^/]*$/, (name) => `images-of-${name}`);
  await writeFile(stream, Buffer.concat([...(await entriesOf(await readFile(film))).values()]));
  return stream;
}
