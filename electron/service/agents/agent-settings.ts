import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type FSWatcher, readFileSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { agentScope, type agentSettings } from '#shared/contract/shapes/agent-shapes.ts';
import { ServiceError } from '../errors/service-error.ts';
import { writePrivate } from '../files/write-private.ts';
import { createKeyedLock } from '../waiting/keyed-lock.ts';

/** The file in the workspace. The command also writes it, even while a service runs. */
const FILE = 'agents.json';

const storedKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(agentScope),
  projects: z.array(z.string()).nullable(),
  addresses: z.boolean(),
  /** The SHA-256 of the key in hexadecimal digits; null for a program on this machine. */
  sha256: z.string().nullable(),
  createdAt: z.int(),
  revokedAt: z.int().nullable(),
});

const stored = z.object({
  on: z.boolean().default(false),
  http: z.boolean().default(false),
  paused: z.boolean().default(false),
  keys: z.array(storedKey).default([]),
});

/** A key as the workspace stores it. */
export type StoredKey = z.output<typeof storedKey>;
export type StoredAgents = z.output<typeof stored>;
type Switches = z.output<typeof agentSettings>;
export type NewKey = Pick<StoredKey, 'name' | 'scopes' | 'projects' | 'addresses'>;

/** The maximum number of active keys. */
const MAX_KEYS = 100;
/** The time in milliseconds for which a revoked key stays in the list. */
const REVOKED_MILLISECONDS = 90 * 24 * 3600 * 1000;
const PREFIX = 'swa_';

/** The settings and the keys of assistants, which one file of the workspace contains. */
export interface AgentSettings {
  /** Returns the content of the file. Reads it again if it changed. */
  get(): StoredAgents;
  set(change: Partial<Switches>): Promise<StoredAgents>;
  /** Creates a key. Returns it with its secret, which is not stored. Throws `agents/too-many`. */
  createKey(key: NewKey, now: number): Promise<{ readonly key: StoredKey; readonly secret: string }>;
  /**
   * Returns the key of a program on this machine by its name, with these permissions. Creates it at the first use.
   * Throws `agents/off` if a person revoked it.
   */
  localKey(key: NewKey, now: number): Promise<StoredKey>;
  /** Throws `agents/key-not-found`. */
  revoke(id: string, now: number): Promise<StoredKey>;
  /** Returns the active key with this secret; null if there is none. */
  keyOf(secret: string): StoredKey | null;
  /** Calls the listener after each change, including changes by other processes. */
  watch(onChange: () => void): Disposable;
}

const locks = createKeyedLock();

export function openAgentSettings(workspace: string): AgentSettings {
  const path = join(workspace, FILE);
  let cached: { readonly stamp: string; readonly content: StoredAgents } | null = null;
  const get = (): StoredAgents => {
    const stamp = stampOf(path);
    if (cached?.stamp !== stamp) cached = { stamp, content: readStored(path) };
    return cached.content;
  };
  const change = <Value>(edit: (content: StoredAgents) => readonly [StoredAgents, Value]): Promise<Value> =>
    locks.run(path, async () => {
      const before = get();
      const [next, value] = edit(before);
      if (next !== before) await writePrivate(path, `${JSON.stringify(next, null, 2)}\n`);
      return value;
    });
  return {
    get,
    set: (switches) =>
      change((content) => {
        const given = Object.fromEntries(Object.entries(switches).filter(([, value]) => value !== undefined));
        const next = { ...content, ...given };
        return [next, next];
      }),
    createKey: (fields, now) =>
      change((content) => {
        const keys = content.keys.filter(
          ({ revokedAt }) => revokedAt === null || revokedAt > now - REVOKED_MILLISECONDS,
        );
        if (keys.filter(({ revokedAt }) => revokedAt === null).length >= MAX_KEYS)
          throw new ServiceError('agents/too-many', `A workspace can have up to ${MAX_KEYS} keys.`);
        const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`;
        const key = { id: randomUUID(), ...fields, sha256: digestOf(secret), createdAt: now, revokedAt: null };
        // A new key with the name of a revoked program permits that program again.
        const others = keys.filter(({ sha256, name }) => sha256 !== null || name !== fields.name);
        return [
          { ...content, keys: [...others, key] },
          { key, secret },
        ];
      }),
    localKey: (fields, now) =>
      change((content) => {
        const known = content.keys.find(({ sha256, name }) => sha256 === null && name === fields.name);
        if (known !== undefined && known.revokedAt !== null)
          throw new ServiceError('agents/off', `A person revoked the access of “${fields.name}”.`);
        const key = { ...(known ?? { id: randomUUID(), createdAt: now, revokedAt: null }), ...fields, sha256: null };
        if (JSON.stringify(known) === JSON.stringify(key)) return [content, key];
        return [{ ...content, keys: [...content.keys.filter((each) => each !== known), key] }, key];
      }),
    revoke: (id, now) =>
      change((content) => {
        const known = content.keys.find((each) => each.id === id);
        if (known === undefined) throw new ServiceError('agents/key-not-found');
        const key = { ...known, revokedAt: known.revokedAt ?? now };
        return [{ ...content, keys: content.keys.map((each) => (each === known ? key : each)) }, key];
      }),
    keyOf: (secret) => {
      const digest = digestOf(secret);
      return get().keys.find(({ sha256, revokedAt }) => sha256 === digest && revokedAt === null) ?? null;
    },
    watch: (onChange) => watchFile(workspace, () => stampOf(path), onChange),
  };
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns a text that differs after each change of a file; empty without a file. */
function stampOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}

function readStored(path: string): StoredAgents {
  try {
    return stored.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // A missing or damaged file permits nothing.
    return stored.parse({});
  }
}

/** The interval in milliseconds at which the file is checked, for systems that do not report changes. */
const LOOK_MILLISECONDS = 500;

function watchFile(folder: string, stamp: () => string, onChange: () => void): Disposable {
  let last = stamp();
  const look = () => {
    const now = stamp();
    if (now === last) return;
    last = now;
    onChange();
  };
  let watcher: FSWatcher | null = null;
  try {
    watcher = watch(folder, { persistent: false }, (_, name) => {
      if (name === null || name === FILE) look();
    });
    watcher.on('error', () => undefined);
  } catch {
    // The interval below finds the change.
  }
  const timer = setInterval(look, LOOK_MILLISECONDS);
  timer.unref();
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      watcher?.close();
    },
  };
}
