import { z } from 'zod';
import type { DestinationCredentials } from '../destinations/destination.ts';

const stored = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

/** Keys as the secret keeper holds them. */
export function printCredentials({ accessKeyId, secretAccessKey }: DestinationCredentials): string {
  return JSON.stringify({ accessKeyId, secretAccessKey });
}

/** Null for what is no pair of keys. */
export function parseCredentials(text: string | null): DestinationCredentials | null {
  if (text === null) return null;
  try {
    return stored.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
