import { type MessageOf, message } from '#shared/messages/message.ts';

/** The problem of a chunk with a wrong size. */
export type SizeProblem = MessageOf<'upload/chunk-too-large'> | MessageOf<'upload/chunk-bytes'>;

/** The announced size of an upload. `firstId` is null until a chunk with id 0 or with the last id arrives. */
export interface UploadPlan {
  readonly chunkCount: number;
  readonly chunkSize: number;
  readonly firstId: 0 | 1 | null;
}

/** Returns the plan after a chunk with that id; null if the id is out of range. */
export function planWith(plan: UploadPlan, chunkId: number): UploadPlan | null {
  const { chunkCount, firstId } = plan;
  if (!Number.isInteger(chunkId) || chunkId < 0 || chunkId > chunkCount) return null;
  if (firstId !== null) return chunkId >= firstId && chunkId < firstId + chunkCount ? plan : null;
  if (chunkId === 0) return { ...plan, firstId: 0 };
  return chunkId === chunkCount ? { ...plan, firstId: 1 } : plan;
}

/**
 * Returns the reason why a chunk cannot have the given number of bytes; null if it can. Only the last chunk may be
 * shorter.
 */
export function sizeProblem(plan: UploadPlan, chunkId: number, bytes: number): SizeProblem | null {
  const { chunkCount, chunkSize, firstId } = plan;
  if (bytes > chunkSize) return tooLargeChunk(plan, chunkId);
  const isLast = chunkId === (firstId ?? 0) + chunkCount - 1;
  if (bytes >= chunkSize || isLast) return null;
  return message('upload/chunk-bytes', { chunk: chunkId, bytes, wanted: chunkSize });
}

export function tooLargeChunk({ chunkSize }: UploadPlan, chunkId: number): SizeProblem {
  return message('upload/chunk-too-large', { chunk: chunkId, most: chunkSize });
}

/** Returns the ids of missing chunks in order. Assumes that ids start at 1 until the first id is known. */
export function missingIds(plan: UploadPlan, received: ReadonlySet<number>): readonly number[] {
  const first = plan.firstId ?? 1;
  if (received.size === 0) return allIds(first, plan.chunkCount);
  const missing: number[] = [];
  for (let id = first; id < first + plan.chunkCount; id++) if (!received.has(id)) missing.push(id);
  return missing;
}

/**
 * The cached result of the last call. A project can have a thousand uploads without chunks, and each needs a list of up
 * to 100,000 numbers.
 */
let lastIds: readonly number[] = [];

function allIds(first: number, count: number): readonly number[] {
  if (lastIds.length !== count || lastIds[0] !== first)
    lastIds = Object.freeze(Array.from({ length: count }, (_, index) => first + index));
  return lastIds;
}

/**
 * Returns the position of a chunk in the file, in chunks. Assumes 1 as the first id until it is known, because more
 * clients use 1.
 */
export function slotOf(plan: UploadPlan, chunkId: number): number {
  return chunkId - (plan.firstId ?? 1);
}
