import { z } from 'zod';
import { message } from '#shared/messages/message.ts';
import type { FrameSpan, RequestedSpan } from '#shared/timeline/build-timeline.ts';
import { fieldIssue } from '../../errors/issues.ts';
import type { Issue } from '../../errors/service-error.ts';

const INVALID = 'render/invalid';

const frame = z.int().min(0).optional();
const range = z.strictObject({ from: frame, to: frame });

/** Reads the form field `range`. Returns null if it is missing or invalid. Adds problems to `issues`. */
export function readRange(value: unknown, issues: Issue[]): RequestedSpan | null {
  if (value === null) return null;
  const parsed = range.safeParse(value);
  if (!parsed.success) {
    issues.push(fieldIssue(INVALID, 'range', message('range/no-range')));
    return null;
  }
  const { from = 0, to = null } = parsed.data;
  if (to === null || from < to) return { from, to };
  issues.push(fieldIssue(INVALID, 'range', message('range/empty', { from, to })));
  return null;
}

/** Returns the range within a film of `length` frames, or an issue if the range is outside. */
export function rangeInFilm(
  requested: RequestedSpan,
  length: number,
): { readonly span: FrameSpan } | { readonly issue: Issue } {
  const { from, to } = requested;
  if (to !== null && to > length)
    return { issue: fieldIssue(INVALID, 'range', message('range/end-behind-film', { length })) };
  if (from >= length) return { issue: fieldIssue(INVALID, 'range', message('range/start-behind-film', { length })) };
  return { span: { from, to: to ?? length } };
}

/** Returns the range within a film of unknown length, or an issue if the range has no explicit end. */
export function rangeInOpenFilm({ from, to }: RequestedSpan): { readonly span: FrameSpan } | { readonly issue: Issue } {
  if (to === null) return { issue: fieldIssue(INVALID, 'range', message('range/end-unknown')) };
  return { span: { from, to } };
}
