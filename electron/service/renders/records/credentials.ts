import { z } from 'zod';
import type { DestinationCredentials } from '../../destinations/destination.ts';
import type { SecretKeeper } from './secret-keeper.ts';

const stored = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

/** Keys as the secret keeper holds them. */
export function printCredentials({ accessKeyId, secretAccessKey }: DestinationCredentials): string {
  return JSON.stringify({ accessKeyId, secretAccessKey });
}

/** Null for what is no pair of keys. */
function parseCredentials(text: string | null): DestinationCredentials | null {
  if (text === null) return null;
  try {
    return stored.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The keys that are kept under a name; null where they are not (any more). */
export async function storedCredentials(
  name: string | null,
  secrets: Pick<SecretKeeper, 'get'>,
): Promise<DestinationCredentials | null> {
  return name === null ? null : parseCredentials(await secrets.get(name));
}
