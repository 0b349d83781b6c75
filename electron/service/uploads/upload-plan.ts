import type { DetailMessages } from '#shared/messages/films/detail-messages.ts';
import { message } from '#shared/messages/message.ts';
import type { MessageIn } from '#shared/messages/message-in.ts';

/** A chunk has another size than it must have. */
export type SizeProblem = MessageIn<Pick<DetailMessages, 'upload/chunk-too-large' | 'upload/chunk-bytes'>>;

/** What a client said about an upload, and whether its ids run from 0 or from 1; null until 0 or the count came. */
export interface UploadPlan {
  readonly chunkCount: number;
  readonly chunkSize: number;
  readonly firstId: 0 | 1 | null;
}

/** The plan as it is once a chunk of that id has come; null if the upload has no such chunk. */
export function planWith(plan: UploadPlan, chunkId: number): UploadPlan | null {
  const { chunkCount, firstId } = plan;
  if (!Number.isInteger(chunkId) || chunkId < 0 || chunkId > chunkCount) return null;
  if (firstId !== null) return chunkId >= firstId && chunkId < firstId + chunkCount ? plan : null;
  if (chunkId === 0) return { ...plan, firstId: 0 };
  return chunkId === chunkCount ? { ...plan, firstId: 1 } : plan;
}

/** Why a chunk cannot have that many bytes, in words; null if it can. Only the last may have fewer than the others. */
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

/** Ids that have not come, in order; counted from 1 while that is open. */
export function missingIds(plan: UploadPlan, received: ReadonlySet<number>): readonly number[] {
  const first = plan.firstId ?? 1;
  if (received.size === 0) return allIds(first, plan.chunkCount);
  const missing: number[] = [];
  for (let id = first; id < first + plan.chunkCount; id++) if (!received.has(id)) missing.push(id);
  return missing;
}

/**
 * The list that was asked for last is given again: a project may have a thousand uploads of which nothing has come, and
 * most of the time of listing them went into making 100,000 numbers for each.
 */
let lastIds: readonly number[] = [];

function allIds(first: number, count: number): readonly number[] {
  if (lastIds.length !== count || lastIds[0] !== first)
    lastIds = Object.freeze(Array.from({ length: count }, (_, index) => first + index));
  return lastIds;
}

/** Where a chunk belongs in the file, counted in chunks; clients that count from 1 are the likelier ones. */
export function slotOf(plan: UploadPlan, chunkId: number): number {
  return chunkId - (plan.firstId ?? 1);
}
