import { z } from 'zod';
import { farmHealth } from './farm-shapes.ts';

/** The health of the service, for monitoring. */
export const health = z.object({
  status: z.enum(['ok', 'read-only', 'degraded']),
  version: z.string(),
  region: z.string().describe('Region of the service; the value of `:region` in paths'),
  ffmpeg: z.object({ version: z.string(), knownBad: z.boolean() }).nullable(),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
  queue: z.object({ queued: z.int(), running: z.int() }),
  farm: farmHealth.nullable().describe('State of the farm; null if the service renders itself'),
});
