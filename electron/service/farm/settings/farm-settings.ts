import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { decodeText } from '#shared/lib/decode-text.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { storageFailure } from '../../errors/storage-failure.ts';
import { systemCode } from '../../errors/system-code.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { writePrivate } from '../../files/write-private.ts';
import type { FarmConfig } from './farm-config.ts';
import { fieldsOfConfig } from './farm-fields.ts';
import { farmConfig } from './read-farm-config.ts';

const secret = z.string().min(1).nullable();
const storedFields = z.strictObject({
  queue: z.string(),
  username: secret,
  password: secret,
  queueAuthority: secret,
  store: z.string(),
  endpoint: z.string().nullable(),
  region: z.string().nullable(),
  accessKeyId: secret,
  secretAccessKey: secret,
  storeAuthority: secret,
  prefix: z.string(),
});

/** Returns the path of the file with the farm's settings. Only the owner can read it. */
export function farmFile(workspace: string): string {
  return join(workspace, 'farm.json');
}

/** Reads the stored farm of a workspace; null if there is none. Throws `workspace/damaged`. */
export async function readStoredFarmConfig(workspace: string): Promise<FarmConfig | null> {
  const file = farmFile(workspace);
  const bytes = await readFile(file).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (bytes === null) return null;
  const text = decodeText(bytes);
  const fields = storedFields.safeParse(text === null ? null : jsonOrNull(text));
  // Keep unencrypted connections allowed, because the stored settings were accepted with them.
  const config = fields.success ? farmConfig({ ...fields.data, plain: true }) : null;
  if (config?.ok === true) return config.value;
  // The error omits the content, which contains secrets.
  throw new ServiceError('workspace/damaged', message('farm-setting/kept', { file }));
}

/** Stores a farm atomically; null removes it. Throws `storage/full` or `storage/unwritable`. */
export async function storeFarmConfig(workspace: string, farm: FarmConfig | null): Promise<void> {
  const file = farmFile(workspace);
  try {
    if (farm !== null) {
      const { plain: _plain, ...fields } = fieldsOfConfig(farm);
      await writePrivate(file, `${JSON.stringify(fields, null, 2)}\n`);
      return;
    }
    await rm(file, { force: true });
    await syncFolder(dirname(file));
  } catch (error) {
    throw storageFailure(error);
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
