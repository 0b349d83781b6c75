import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { ObjectStorage } from '../store/object-storage.ts';

/** Puts a file under a key that names its digest, unless the store has it: then it counts as used. Throws as `put` does. */
export async function putOnce(
  storage: ObjectStorage,
  key: string,
  { path, sha256 }: { readonly path: string; readonly sha256: string },
  signal: AbortSignal,
): Promise<void> {
  const { size: bytes } = await stat(path);
  const there = await storage.facts(key, signal);
  if (there?.sha256 === sha256 && there.bytes === bytes) await storage.touch(key, signal);
  else await storage.put(key, { path, bytes, sha256 }, { signal });
}

/** Lower-case hex. */
export function digestOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
