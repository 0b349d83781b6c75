import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../files/file-digest.ts';
import { recall, remember } from '../../files/remembered.ts';
import type { MediaTools } from '../tools.ts';

/** What FFmpeg says of itself. */
export type ToolAbilities = Pick<MediaTools, 'version' | 'encoders' | 'decoders' | 'filters' | 'readableCodecs'>;

/** What a program can do, as it was asked in an earlier run. */
export interface CachedAbilities {
  /** Null where it has to be asked. */
  readonly known: ToolAbilities | null;
  /** Remembers what it answered, unless it was replaced while it did. */
  keep(abilities: ToolAbilities): Promise<void>;
}

const DAY_MILLISECONDS = 24 * 3_600_000;
/** Linux lists all libraries here; whoever installs one, such as a build of FFmpeg's with more encoders, renews it. */
const LIBRARY_LIST = '/etc/ld.so.cache';
/** The environment chooses the libraries that a program starts with. */
const LIBRARY_PATHS = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

/**
 * Looks up what a program can do. It is the same program as long as its file and the list of libraries are unchanged,
 * and for a day at most. Scripts are always asked: what they start may change.
 * @param folder Where it is remembered; null remembers nothing.
 */
export async function cachedAbilities(
  program: string,
  { folder, environment }: { readonly folder: string | null; readonly environment: NodeJS.ProcessEnv },
  now: number = Date.now(),
): Promise<CachedAbilities> {
  const stamp = folder === null ? null : await programStamp(program, environment);
  if (folder === null || stamp === null) return { known: null, keep: () => Promise.resolve() };
  const file = join(folder, 'tools', `${sha256(program)}.json`);
  const record = await recall(file);
  const age = now - Number(record?.['askedAt']);
  const isCurrent = record?.['stamp'] === stamp && age >= 0 && age < DAY_MILLISECONDS;
  return {
    known: isCurrent ? abilitiesIn(record) : null,
    keep: async (abilities) => {
      if ((await programStamp(program, environment)) !== stamp) return;
      const { version, encoders, decoders, filters, readableCodecs } = abilities;
      const lists = {
        encoders: [...encoders],
        decoders: [...decoders],
        filters: [...filters],
        readableCodecs: [...readableCodecs],
      };
      await remember(file, { stamp, askedAt: now, version, ...lists });
    },
  };
}

/** What tells one program from another in its place; null where that cannot be told. */
async function programStamp(program: string, environment: NodeJS.ProcessEnv): Promise<string | null> {
  const own = await fileState(program);
  if (own === null || (await isScript(program))) return null;
  const paths = LIBRARY_PATHS.map((name) => environment[name] ?? '');
  return JSON.stringify([own, process.platform === 'linux' ? await fileState(LIBRARY_LIST) : null, ...paths]);
}

async function fileState(path: string): Promise<string | null> {
  return stat(path, { bigint: true }).then(
    // The time of the inode's change moves even where the other is set back.
    ({ size, mtimeNs, ctimeNs, ino, dev }) => [size, mtimeNs, ctimeNs, ino, dev].join(' '),
    () => null,
  );
}

/** Whatever cannot be read is not known to be none. */
async function isScript(path: string): Promise<boolean> {
  try {
    await using file = await open(path, 'r');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead < 2 || buffer.toString('latin1') === '#!';
  } catch {
    return true;
  }
}

function abilitiesIn(record: Readonly<Record<string, unknown>>): ToolAbilities | null {
  const { version } = record;
  const lists = ['encoders', 'decoders', 'filters', 'readableCodecs'].map((name) => namesIn(record[name]));
  const [encoders, decoders, filters, readableCodecs] = lists;
  if (typeof version !== 'string' || !encoders || !decoders || !filters || !readableCodecs) return null;
  return { version, encoders, decoders, filters, readableCodecs };
}

function namesIn(value: unknown): ReadonlySet<string> | null {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? new Set<string>(value) : null;
}
