import { z } from 'zod';
import { packageRequest, sheetLimits } from '#shared/contract/shapes/package-shapes.ts';
import { type Message, message } from '#shared/messages/message.ts';
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

/** The valid range of each number of a sheet. */
const sheetBounds: ReadonlyMap<string, readonly [minimum: number, maximum: number]> = new Map([
  ['package.sheet.columns', [1, sheetLimits.most]],
  ['package.sheet.rows', [1, sheetLimits.most]],
  ['package.sheet.width', [sheetLimits.leastWidth, sheetLimits.mostWidth]],
]);

/** An invalid field of a package. */
interface PackageFault {
  readonly field: string;
  readonly says: Message;
}

/** Returns the invalid fields of a package with their messages, which name the valid values; empty for a valid package. */
export function packageFaults(value: unknown): readonly PackageFault[] {
  const parsed = packageRequest.safeParse(value);
  return (parsed.error?.issues ?? []).flatMap((issue): readonly PackageFault[] => {
    const path = ['package', ...issue.path.map(String)];
    const field = path.join('.');
    if (issue.code === 'unrecognized_keys') {
      const names = path.length === 1 ? Object.keys(packageRequest.shape) : ['columns', 'rows', 'width'];
      const unknown = issue.keys.map((key) => `${field}.${key}`);
      return unknown.map((each) => ({ field: each, says: message('field/unknown-name', { field: each, names }) }));
    }
    if (issue.code === 'invalid_value')
      return [{ field, says: message('field/one-of', { field, names: issue.values.map(String) }) }];
    const bounds = sheetBounds.get(field);
    if (bounds === undefined) return [{ field, says: message('field/missing-or-wrong', { field }) }];
    return [{ field, says: message('field/out-of-bounds', { field, minimum: bounds[0], maximum: bounds[1] }) }];
  });
}
