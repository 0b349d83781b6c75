import { z } from 'zod';
import type {
  KnownSecret,
  NewSecret,
  SecretKeys,
  SecretStorage,
  SecretStored,
} from '#shared/contract/desktop/desktop-shapes.ts';
import type { ServiceKeys } from '#shared/contract/desktop/service-channel.ts';
import type { SafeStoragePort } from './electron-port.ts';
import type { Log } from './log.ts';
import { openSettingsFile } from './settings-file.ts';

/** The user's secrets, encrypted by the system. The page sees only their names, their kinds, and a hint. */
export interface Secrets {
  readonly storage: () => Promise<SecretStorage>;
  /**
   * Stores the secret if that is safe or the user accepted the risk. Otherwise keeps it in memory until the app ends.
   */
  readonly set: (secret: NewSecret) => Promise<SecretStored>;
  readonly list: () => readonly KnownSecret[];
  readonly has: (name: string) => boolean;
  readonly remove: (name: string) => Promise<void>;
  /** Returns all readable secrets in the form for the service. */
  readonly keys: () => ServiceKeys;
  /** Tries again to read the secrets that could not be read. */
  readonly unlock: () => Promise<void>;
}

const secretKeys = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('object-store'), accessKeyId: z.string(), secretAccessKey: z.string() }),
  z.object({
    kind: z.literal('cluster'),
    url: z.string(),
    apiKey: z.string(),
    apiSecret: z.string(),
    region: z.string(),
  }),
]);
/** The stored form, which is useless without the key of the system. */
const encryptedSecrets = z.array(
  z.object({ name: z.string(), kind: z.enum(['object-store', 'cluster']), box: z.string() }),
);
type EncryptedSecret = z.output<typeof encryptedSecrets>[number];

/** Opens the file with the secrets. Secrets that cannot be decrypted now are listed as locked and stay stored. */
export async function openSecrets(options: {
  readonly path: string;
  readonly safeStorage: SafeStoragePort;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
}): Promise<Secrets> {
  const { safeStorage, platform, log } = options;
  const file = openSettingsFile({
    path: options.path,
    version: 1,
    schema: encryptedSecrets,
    fallback: [],
    onUnusable: (reason) => log.warn(reason),
  });
  const open = new Map<string, SecretKeys>();

  const storage = async (): Promise<SecretStorage> => {
    try {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return { kind: 'unavailable' };
      const backend = platform === 'linux' ? safeStorage.getSelectedStorageBackend() : platform;
      return backend === 'basic_text' ? { kind: 'weak', backend } : { kind: 'safe', backend };
    } catch (error) {
      log.error('failed to query the secret storage', error);
      return { kind: 'unavailable' };
    }
  };
  const encrypt = async (name: string, keys: SecretKeys): Promise<EncryptedSecret> => {
    const box = await safeStorage.encryptStringAsync(JSON.stringify(keys));
    return { name, kind: keys.kind, box: box.toString('base64') };
  };
  const decrypt = async ({ name, box }: EncryptedSecret): Promise<void> => {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(box, 'base64'));
    const keys = secretKeys.parse(JSON.parse(result));
    open.set(name, keys);
    if (!shouldReEncrypt) return;
    const encrypted = await encrypt(name, keys);
    await file.set(file.get().map((secret) => (secret.name === name ? encrypted : secret)));
  };
  const unlock = async (): Promise<void> => {
    const locked = file.get().filter(({ name }) => !open.has(name));
    if (locked.length === 0 || (await storage()).kind === 'unavailable') return;
    // Do not log the cause, because it can contain decrypted text.
    for (const secret of locked)
      await decrypt(secret).catch(() => log.warn('failed to read a secret', { name: secret.name }));
  };
  await unlock();

  const without = (name: string): EncryptedSecret[] => file.get().filter((secret) => secret.name !== name);
  return {
    storage,
    set: async ({ name, acceptWeak, ...keys }) => {
      const { kind } = await storage();
      open.set(name, keys);
      if (kind === 'safe' || (kind === 'weak' && acceptWeak)) {
        await file.set([...without(name), await encrypt(name, keys)]);
        return { location: 'stored', storage: kind };
      }
      // Remove an older secret of that name, so that it does not reappear at the next start.
      if (without(name).length < file.get().length) await file.set(without(name));
      return { location: 'memory', reason: kind };
    },
    list: () => {
      const stored = new Map(file.get().map((secret) => [secret.name, secret.kind]));
      const names = [...new Set([...stored.keys(), ...open.keys()])].sort();
      return names.map((name) => {
        const keys = open.get(name);
        if (keys === undefined)
          return { name, kind: stored.get(name) ?? 'object-store', hint: null, state: 'locked' } as const;
        return { name, kind: keys.kind, hint: hintOf(keys), state: stored.has(name) ? 'stored' : 'memory' } as const;
      });
    },
    has: (name) => open.has(name) || without(name).length < file.get().length,
    remove: async (name) => {
      open.delete(name);
      await file.set(without(name));
    },
    keys: () => serviceKeys(open),
    unlock,
  };
}

function hintOf(keys: SecretKeys): string {
  return keys.kind === 'object-store' ? keys.accessKeyId : keys.url;
}

function serviceKeys(open: ReadonlyMap<string, SecretKeys>): ServiceKeys {
  const objectStores: ServiceKeys['objectStores'] = {};
  const clusters: ServiceKeys['clusters'] = {};
  for (const [name, keys] of open) {
    if (keys.kind === 'object-store') {
      objectStores[name] = { accessKeyId: keys.accessKeyId, secretAccessKey: keys.secretAccessKey };
    } else {
      const { url, apiKey, apiSecret, region } = keys;
      clusters[name] = { url, apiKey, apiSecret, region };
    }
  }
  return { objectStores, clusters };
}
