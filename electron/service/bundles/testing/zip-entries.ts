import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/**
 * Returns the files in a ZIP archive with their bytes, in order. Reads them with a library that the product does not
 * use.
 */
export async function entriesOf(zip: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  const file = await fromBufferPromise(Buffer.from(zip));
  const entries = new Map<string, Buffer>();
  for await (const entry of file.eachEntry())
    entries.set(entry.fileName, await buffer(await file.openReadStreamPromise(entry)));
  return entries;
}
