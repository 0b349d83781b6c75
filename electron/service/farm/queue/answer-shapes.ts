import { z } from 'zod';
import { renderError, sceneCounts } from '#shared/contract/shapes/render-shapes.ts';
import { issue } from '#shared/contract/shapes/shapes.ts';
import type { BlobDigest } from '../../storage/ports.ts';
import type { FilmAnswer, OrderProgress } from '../orders/orders.ts';

/** The queue is not trusted to hold what workers put there: all that comes out of it is held to these. */
const amount = z.number().min(0).max(1e15);
const count = z.int().nonnegative();
const worker = z.string().max(200);

const filmAnswer = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('made'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .transform((digest) => digest as BlobDigest),
    bytes: count,
    frames: count,
    durationSeconds: amount,
    warnings: z.array(issue),
    scenes: sceneCounts,
    by: worker,
  }),
  z.object({ state: z.literal('failed'), error: renderError }),
]);

const orderProgress = z.object({
  done: count,
  total: count,
  framesPerSecond: amount.nullable(),
  etaSeconds: amount.nullable(),
  scenes: sceneCounts.optional(),
  by: worker,
});

/** A film of 90,000 scenes that all have a warning says less. */
const MOST_CHARACTERS = 32 * 2 ** 20;

/** What a worker answered, as the queue holds it; null where that is no answer. */
export function readFilmAnswer(json: string): FilmAnswer | null {
  return readShape(json, filmAnswer, MOST_CHARACTERS);
}

/** What a text of the queue says, held to its shape; null for one that is longer, or says something else. */
export function readShape<Shape extends z.ZodType>(
  json: string,
  shape: Shape,
  mostCharacters: number,
): z.output<Shape> | null {
  if (json.length > mostCharacters) return null;
  try {
    return shape.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** What a worker tells while it works; null where that is nothing of the kind. */
export function readOrderProgress(data: unknown): OrderProgress | null {
  const read = orderProgress.safeParse(data).data;
  if (read === undefined) return null;
  const { scenes, ...progress } = read;
  return { ...progress, ...(scenes && { scenes }) };
}
