import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../storage/ports.ts';
import type { ObjectStorage, StoredFile } from '../store/object-storage.ts';

/** Puts what many films share into the store: once, and again where it is not there any more. */
export interface SharedObjects {
  /** Settles when the store has the object. Rejects as the store does. */
  putFile(key: string, file: Omit<StoredFile, 'bytes'> & { readonly bytes: () => Promise<number> }): Promise<void>;
  putText(key: string, text: string, sha256: string): Promise<void>;
}

export interface SharedObjectOptions {
  readonly storage: ObjectStorage;
  /** Absolute; small files lie there while they are put. */
  readonly scratchFolder: string;
  readonly clock: Clock;
}

/** For so long the store is not asked again. */
const KNOWN_MILLISECONDS = 10 * 60_000;
/** What was not used for long is removed by those who sweep. */
const TOUCHED_MILLISECONDS = 6 * 3_600_000;
const REMEMBERED = 10_000;
const NEVER = new AbortController().signal;

export function createSharedObjects({ storage, scratchFolder, clock }: SharedObjectOptions): SharedObjects {
  const known = new Map<string, number>();
  const putting = new Map<string, Promise<void>>();

  const remember = (key: string): void => {
    known.delete(key);
    known.set(key, clock());
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  };

  const ensure = async (key: string, sha256: string, put: () => Promise<void>): Promise<void> => {
    const facts = await storage.facts(key, NEVER);
    if (facts?.sha256 !== sha256) await put();
    else if (clock() - facts.usedAt > TOUCHED_MILLISECONDS) await storage.touch(key, NEVER);
    remember(key);
  };

  /** Whoever asks for the same at the same time shares one run; it is small, and goes on although they have gone. */
  const once = (key: string, sha256: string, put: () => Promise<void>): Promise<void> => {
    if (clock() - (known.get(key) ?? Number.NEGATIVE_INFINITY) < KNOWN_MILLISECONDS) return Promise.resolve();
    const running = putting.get(key);
    if (running !== undefined) return running;
    const run = ensure(key, sha256, put).finally(() => putting.delete(key));
    putting.set(key, run);
    return run;
  };

  return {
    putFile: (key, { path, sha256, bytes }) =>
      once(key, sha256, async () => storage.put(key, { path, sha256, bytes: await bytes() }, { signal: NEVER })),
    putText: (key, text, sha256) =>
      once(key, sha256, async () => {
        const path = join(scratchFolder, randomUUID());
        await mkdir(scratchFolder, { recursive: true });
        try {
          await writeFile(path, text, { mode: 0o600 });
          await storage.put(key, { path, sha256, bytes: Buffer.byteLength(text) }, { signal: NEVER });
        } finally {
          await rm(path, { force: true });
        }
      }),
  };
}
