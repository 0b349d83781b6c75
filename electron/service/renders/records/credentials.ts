import { z } from 'zod';
import type { DestinationCredentials } from '../../destinations/destination.ts';
import type { SecretKeeper } from './secret-keeper.ts';

const stored = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

/** Serializes keys for the secret keeper. */
export function printCredentials({ accessKeyId, secretAccessKey }: DestinationCredentials): string {
  return JSON.stringify({ accessKeyId, secretAccessKey });
}

/** Parses stored keys. Returns null for invalid text. */
function parseCredentials(text: string | null): DestinationCredentials | null {
  if (text === null) return null;
  try {
    return stored.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the keys with this name; null if they do not exist. */
export async function storedCredentials(
  name: string | null,
  secrets: Pick<SecretKeeper, 'get'>,
): Promise<DestinationCredentials | null> {
  return name === null ? null : parseCredentials(await secrets.get(name));
}
