import { totalmem } from 'node:os';

/**
 * Raw frames of decoders that several films ask for one after another: those of a batch often differ in what lies over one
 * and the same video. They are held in memory for as long as films ask for them.
 */
export interface KeptDecodings {
  /** All that a decoder writes, frame after frame; null where it is not kept. Whoever asks must not write there. */
  take(key: string): Uint8Array | null;
  /**
   * Room to keep what a decoder is about to write. Null where nobody asked for it before, somebody keeps it already, or
   * there is no room.
   */
  begin(key: string, bytes: number): Keeping | null;
}

/** What a decoder writes while it is used, too. */
export interface Keeping {
  add(chunk: Uint8Array): void;
  /** It wrote all that it was to, of sources that are as they were. What is not kept at its end is let go. */
  keep(): void;
  end(): void;
}

interface DecodingLimits {
  /** Of all that is kept. */
  readonly bytes: number;
  /** So long nobody has to ask for it until it is let go. */
  readonly idleMilliseconds: number;
}

/** A scene of three seconds of 720p, or of one second of 1080p. */
const MOST_BYTES = Math.min(128 * 2 ** 20, totalmem() / 32);
const USUAL: DecodingLimits = { bytes: MOST_BYTES, idleMilliseconds: 10_000 };
/** Decoders that were asked for once and may be asked for again. */
const MOST_KNOWN = 64;

export function createKeptDecodings(limits: DecodingLimits = USUAL): KeptDecodings {
  const kept = new Map<string, { readonly bytes: Uint8Array; readonly timer: NodeJS.Timeout }>();
  const known = new Set<string>();
  /** Of what is kept and of what is being written. */
  let taken = 0;
  const begun = new Set<string>();

  const isAskedAgain = (key: string): boolean => {
    if (known.has(key)) return true;
    known.add(key);
    for (const oldest of known) {
      if (known.size <= MOST_KNOWN) break;
      known.delete(oldest);
    }
    return false;
  };
  return {
    take: (key) => {
      const found = kept.get(key);
      found?.timer.refresh();
      return found?.bytes ?? null;
    },
    begin: (key, length) => {
      if (!isAskedAgain(key) || begun.has(key) || kept.has(key) || taken + length > limits.bytes) return null;
      taken += length;
      begun.add(key);
      // Nobody to whom it is handed can take it away with its memory.
      const bytes = new Uint8Array(new SharedArrayBuffer(length));
      let filled = 0;
      const letGo = (): void => {
        kept.delete(key);
        taken -= length;
      };
      return {
        add: (chunk) => {
          if (filled + chunk.length <= length) bytes.set(chunk, filled);
          filled += chunk.length;
        },
        keep: () => {
          if (filled !== length) return;
          kept.set(key, { bytes, timer: setTimeout(letGo, limits.idleMilliseconds).unref() });
        },
        end: () => {
          begun.delete(key);
          if (!kept.has(key)) taken -= length;
        },
      };
    },
  };
}

/** Those of all films of this process. */
export const decodingsOfProcess = createKeptDecodings();
