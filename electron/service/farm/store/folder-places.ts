import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../files/sync-folder.ts';
import { inKeyOrder } from './object-keys.ts';

/** Behind the name of every file that is an object; names of folders cannot hold it, so `a` and `a/b` go together. */
const OBJECT = '=object';
/** What no disk takes for anything else. Capitals are not: some disks take them for small letters. */
const PLAIN = /^[a-z0-9_-]$/;

/** Where objects lie below the folder, by key: names that every file system tells apart. */
export function placeOf(key: string): string {
  return `${join(...key.split('/').map(nameOf))}${OBJECT}`;
}

/** An object's key, or the beginning of keys with its slash, and its path below the folder. */
interface Entry {
  readonly kind: 'object' | 'folder';
  readonly key: string;
  readonly path: string;
}

/**
 * All objects whose keys begin so, in the order of their keys, with their paths below the folder. One folder is in memory
 * at a time for each level. Links are passed by.
 */
export async function* placesBelow(
  root: string,
  prefix: string,
  signal: AbortSignal,
  within: Omit<Entry, 'kind'> = { key: '', path: '' },
): AsyncGenerator<Omit<Entry, 'kind'>> {
  for (const { kind, key, path } of await entriesIn(root, within)) {
    signal.throwIfAborted();
    if (kind === 'object' && key.startsWith(prefix)) yield { key, path };
    if (kind === 'folder' && (key.startsWith(prefix) || prefix.startsWith(key)))
      yield* placesBelow(root, prefix, signal, { key, path });
  }
}

async function entriesIn(root: string, { key, path }: Omit<Entry, 'kind'>): Promise<readonly Entry[]> {
  const found = await readdir(join(root, path), { withFileTypes: true }).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return [];
    throw error;
  });
  const entries: Entry[] = [];
  for (const entry of found) {
    const isObject = entry.isFile() && entry.name.endsWith(OBJECT);
    if (!isObject && !entry.isDirectory()) continue;
    const segment = segmentOf(isObject ? entry.name.slice(0, -OBJECT.length) : entry.name);
    if (segment === null) continue;
    const own = { key: `${key}${segment}${isObject ? '' : '/'}`, path: join(path, entry.name) };
    entries.push({ kind: isObject ? 'object' : 'folder', ...own });
  }
  return entries.sort((left, right) => inKeyOrder(left.key, right.key));
}

function nameOf(segment: string): string {
  return [...segment].map((character) => (PLAIN.test(character) ? character : escaped(character))).join('');
}

function escaped(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Null for a name that {@link nameOf} never gives. */
function segmentOf(name: string): string | null {
  try {
    const segment = decodeURIComponent(name);
    return nameOf(segment) === name ? segment : null;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
