import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';

/** A small JSON file that is read once and written atomically. */
export interface SettingsFile<Value> {
  readonly get: () => Value;
  /**
   * Sets the value immediately, and resolves when it is on disk. If writing fails, throws the system's error and keeps
   * the value in memory.
   */
  readonly set: (value: Value) => Promise<void>;
}

export interface SettingsFileOptions<Value> {
  readonly path: string;
  /** The version of the format. A file with another version is unusable. */
  readonly version: number;
  readonly schema: z.ZodType<Value>;
  readonly fallback: Value;
  /** Called if the file cannot be used. The file stays in the folder under another name. */
  readonly onUnusable: (reason: string) => void;
}

/** Opens the file. A missing or invalid file gives the fallback. */
export function openSettingsFile<Value>(options: SettingsFileOptions<Value>): SettingsFile<Value> {
  const { path, version } = options;
  let value = options.fallback;
  let writing: Promise<void> = Promise.resolve();
  const read = readStored(options);
  if (read.kind === 'read') value = read.value;
  if (read.kind === 'unusable') {
    options.onUnusable(read.reason);
    // Keep the user's file even though this version cannot read it.
    writing = rename(path, `${path}.unreadable`).catch(() => undefined);
  }
  return {
    get: () => value,
    set: (next) => {
      value = next;
      const done = writing.then(() => writeWhole(path, `${JSON.stringify({ version, value }, null, 2)}\n`));
      // The next write starts even if this one fails.
      writing = done.catch(() => undefined);
      return done;
    },
  };
}

type StoredFile<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'none' }
  | { readonly kind: 'unusable'; readonly reason: string };

function readStored<Value>({ path, version, schema }: SettingsFileOptions<Value>): StoredFile<Value> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { kind: 'none' };
    return { kind: 'unusable', reason: `${path} can’t be read` };
  }
  const content = jsonOrNull(text);
  if (typeof content !== 'object' || content === null || !('version' in content) || !('value' in content))
    return { kind: 'unusable', reason: `${path} isn’t a settings file` };
  if (content.version !== version) return { kind: 'unusable', reason: `${path} has another version` };
  const parsed = schema.safeParse(content.value);
  return parsed.success ? { kind: 'read', value: parsed.data } : { kind: 'unusable', reason: `${path} is invalid` };
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Writes a file atomically. Throws the system's error. */
async function writeWhole(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.unfinished`;
  try {
    {
      await using file = await open(unfinished, 'wx', mode);
      await file.writeFile(content);
      await file.sync();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
