import { z } from 'zod';
import type { FrameSpan, WantedSpan } from '../../../../shared/film/movie-span.ts';
import { fieldIssue } from '../../errors/issues.ts';
import type { Issue } from '../../errors/service-error.ts';

const INVALID = 'render/invalid';

const frame = z.int().min(0).optional();
const range = z.strictObject({ from: frame, to: frame });

/** Reads the value of a form's `range`, null where there is none; what is wrong with it is added to `issues`. */
export function readRange(value: unknown, issues: Issue[]): WantedSpan | null {
  if (value === null) return null;
  const parsed = range.safeParse(value);
  if (!parsed.success) {
    const message = '`range` must be an object with `from` and `to`, numbers of frames from 0.';
    issues.push(fieldIssue(INVALID, 'range', message));
    return null;
  }
  const { from = 0, to = null } = parsed.data;
  if (to === null || from < to) return { from, to };
  issues.push(fieldIssue(INVALID, 'range', `\`range.to\` is ${to}; it must be greater than \`range.from\`, ${from}.`));
  return null;
}

/** The range in a film of `length` frames, or what is wrong with it there. */
export function rangeInFilm(
  wanted: WantedSpan,
  length: number,
): { readonly span: FrameSpan } | { readonly issue: Issue } {
  const { from, to } = wanted;
  const film = `The film has ${length} frames`;
  if (to !== null && to > length)
    return { issue: fieldIssue(INVALID, 'range', `${film}; \`range.to\` must be at most ${length}.`) };
  if (from >= length)
    return { issue: fieldIssue(INVALID, 'range', `${film}; \`range.from\` must be less than ${length}.`) };
  return { span: { from, to: to ?? length } };
}
