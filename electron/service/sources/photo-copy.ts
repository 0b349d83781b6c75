import { readFile, writeFile } from 'node:fs/promises';
import type { HeifFacts } from '#shared/drawings/images/heif-facts.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { fileStamp } from '../files/digest-file.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { heifIn, photoNames, type StillFault, stillImage } from './facts/still-facts.ts';
import type { LocatedSource } from './located-source.ts';
import { convertPhoto } from './photos/convert-photo.ts';
import { makeCopy, type SourceStore, takeCopy } from './source-store.ts';

/** The version of the copies. Raise it when their bytes change. */
const COPY_VERSION = 1;

export interface PhotoCopyOptions {
  /** The store of the copies. A copy stays until the store is closed. */
  readonly store: SourceStore;
  readonly cacheFolder: string | null;
  readonly signal: AbortSignal;
}

type PhotoFile = Pick<LocatedSource, 'path' | 'sha256' | 'stamp'>;

const conversions = createSharedWork<Result<null, StillFault>>();

/**
 * Returns the copy of a HEIC or AVIF photo that films and previews read: a JPEG, or a PNG if the photo has alpha. Uses
 * the copy of an earlier film if it exists. Returns null for all other files. The error states why the photo cannot be
 * used. Throws the signal's reason when aborted.
 */
export async function photoCopy(
  source: PhotoFile,
  { store, cacheFolder, signal }: PhotoCopyOptions,
): Promise<Result<LocatedSource, StillFault> | null> {
  const photo = await heifIn(source.path);
  if (photo === null || !photo.ok) return photo;
  // The name under which the store has the copy. Its prefix cannot start a web address. The name contains no tool
  // version, because every machine makes the same bytes.
  const name = `photo:${COPY_VERSION}:${source.sha256}`;
  const make = (shared: AbortSignal) => convert(source, photo.value, name, { store, cacheFolder, signal: shared });
  let copy = await takeCopy(store, name);
  // Convert the photo again if the shared copy is gone, because the cache was cleared or the first caller uses another
  // store.
  for (const run of [() => conversions.run(`${cacheFolder} ${name}`, signal, make), () => make(signal)]) {
    if (copy !== null) break;
    const made = await run();
    if (!made.ok) return made;
    copy = await takeCopy(store, name);
  }
  if (copy === null) return err({ code: 'source/unreadable', reason: message('media/changed') });
  const facts = await stillImage(copy.path, signal);
  if (!facts.ok) return facts;
  return ok({ ...copy, stamp: null, facts: facts.value });
}

async function convert(
  { path, stamp }: PhotoFile,
  facts: HeifFacts,
  name: string,
  { store, signal }: PhotoCopyOptions,
): Promise<Result<null, StillFault>> {
  const bytes = await readFile(path, { signal });
  const reply = await convertPhoto({ bytes, facts }, signal);
  if (stamp && (await fileStamp(path)) !== stamp)
    return err({ code: 'source/unreadable', reason: message('media/changed') });
  if (!reply.ok) return err(reply.fault === 'damaged' ? damaged(facts) : refusal(facts, reply.fault));
  const copy = await makeCopy<StillFault>(store, name, signal, async (unfinished) => {
    await writeFile(unfinished, reply.file, { signal });
    return null;
  });
  return copy.ok ? ok(null) : copy;
}

function damaged({ format }: HeifFacts): StillFault {
  return { code: 'source/unreadable', reason: message('media/photo-damaged', { format: photoNames[format] }) };
}

function refusal({ format }: HeifFacts, fault: 'coding' | 'slow'): StillFault {
  const named = { format: photoNames[format] };
  return fault === 'slow'
    ? { code: 'source/too-large', reason: message('media/photo-slow', named) }
    : { code: 'source/kind', reason: message('media/photo-coding', named) };
}
