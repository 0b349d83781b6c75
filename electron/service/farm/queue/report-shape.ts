import { z } from 'zod';
import type { WorkerReport } from '../status/farm-status.ts';

const name = z.string().max(200);
const amount = z.number().nonnegative();
const count = z.int().nonnegative();

const workerReport = z.object({
  id: name,
  name,
  version: name,
  maker: z.object({ engine: z.int(), ffmpeg: name, canvasKit: name }),
  cores: z.int().min(1).max(10_000),
  memoryBytes: amount,
  startedAt: amount,
  seenAt: amount,
  isDraining: z.boolean(),
  doing: z
    .array(
      z.object({
        order: name,
        kind: z.enum(['film', 'parts']),
        render: name,
        done: count,
        total: count,
        since: amount,
      }),
    )
    .max(1000),
  made: z.object({
    films: count,
    parts: count,
    frames: count,
    failures: count,
    lookedFor: count,
    found: count,
    bytesFetched: amount,
    bytesPut: amount,
  }),
  framesPerSecond: amount,
  partsPerSecond: amount,
});

const MOST_CHARACTERS = 1_000_000;

/** What a worker says of itself; null where the queue holds something else under its name. */
export function readWorkerReport(json: string): WorkerReport | null {
  if (json.length > MOST_CHARACTERS) return null;
  try {
    return workerReport.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
