import { z } from 'zod';
import type { WorkerReport } from '../status/farm-status.ts';
import { readShape } from './answer-shapes.ts';

const name = z.string().max(200);
/** What is added up over all workers stays an amount. */
const amount = z.number().min(0).max(1e15);
const count = z.int().min(0).max(1e11);
/** Milliseconds since 1970, up to the year 9999: what is later is written otherwise. */
const time = z.number().min(0).max(253_402_300_799_999);

const workerReport = z.object({
  id: name,
  name,
  version: name,
  maker: z.object({ engine: z.int(), ffmpeg: name, canvasKit: name, svg: z.string().max(255).default('') }),
  cores: z.int().min(1).max(10_000),
  memoryBytes: amount,
  startedAt: time,
  seenAt: time,
  isDraining: z.boolean(),
  doing: z
    .array(
      z.object({
        order: name,
        kind: z.enum(['film', 'parts']),
        render: name,
        done: count,
        total: count,
        since: time,
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
  return readShape(json, workerReport, MOST_CHARACTERS);
}
