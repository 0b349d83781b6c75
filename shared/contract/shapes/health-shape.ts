import { z } from 'zod';
import { farmHealth } from './farm-shapes.ts';

/** How the service is, for whoever watches it. */
export const health = z.object({
  status: z.enum(['ok', 'read-only', 'degraded']),
  version: z.string(),
  /** The one that this service is of: a part of some paths. */
  region: z.string(),
  ffmpeg: z.object({ version: z.string(), knownBad: z.boolean() }).nullable(),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
  queue: z.object({ queued: z.int(), running: z.int() }),
  /** The workers that make its films; null where it makes them itself. */
  farm: farmHealth.nullable(),
});
