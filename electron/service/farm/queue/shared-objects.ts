import type { Clock } from '../../storage/ports.ts';
import { type ObjectStorage, type StoredFile, templateKey } from '../store/object-storage.ts';
import { digestOfText, putOnce, putTextOnce } from '../store/put-once.ts';

/** Puts what many films share into the store, without asking for each film whether it is there. */
export interface SharedObjects {
  /**
   * Settles when the store has the object; where `isDoubted`, it is asked in any case, because somebody did not find the
   * object there. Rejects as the store does.
   */
  putFile(key: string, file: Pick<StoredFile, 'path' | 'sha256'>, isDoubted: boolean): Promise<void>;
  /** The same of a template; gives back the digest that it is named by. */
  putTemplate(text: string, isDoubted: boolean): Promise<string>;
}

export interface SharedObjectOptions {
  readonly storage: ObjectStorage;
  /** Absolute; small files lie there while they are put. */
  readonly scratchFolder: string;
  readonly clock: Clock;
}

/** For so long the store is not asked again. */
const KNOWN_MILLISECONDS = 10 * 60_000;
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

  /** Whoever asks for the same at the same time shares one run; it is small, and goes on although they have gone. */
  const once = (key: string, isDoubted: boolean, put: () => Promise<unknown>): Promise<void> => {
    if (isDoubted) known.delete(key);
    if (clock() - (known.get(key) ?? Number.NEGATIVE_INFINITY) < KNOWN_MILLISECONDS) return Promise.resolve();
    const running = putting.get(key);
    if (running !== undefined) return running;
    const run = put()
      .then(() => remember(key))
      .finally(() => putting.delete(key));
    putting.set(key, run);
    return run;
  };

  return {
    putFile: (key, file, isDoubted) =>
      once(key, isDoubted, () => putOnce(storage, key, file, { signal: NEVER, clock })),
    putTemplate: async (text, isDoubted) => {
      const sha256 = digestOfText(text);
      const key = templateKey(sha256);
      await once(key, isDoubted, () =>
        putTextOnce(storage, templateKey, text, { folder: scratchFolder, signal: NEVER, clock }),
      );
      return sha256;
    },
  };
}
