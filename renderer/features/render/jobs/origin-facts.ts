import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { formatMoment } from '#renderer/ui/format/age.ts';
import { formatDuration } from '#renderer/ui/format/duration.ts';
import { formatCount } from '#renderer/ui/format/number.ts';

/** What of a render its facts are made of. */
export type RenderOrigin = Pick<
  RenderEntry,
  'template' | 'createdAt' | 'format' | 'durationSeconds' | 'total' | 'range' | 'origin'
>;

/** Of which project and template a render is; null where nothing is known of either. */
export function originOf({ template }: Pick<RenderOrigin, 'template'>, project: string | null): string | null {
  const parts = [project, template].filter((each) => each !== null);
  return parts.length === 0 ? null : parts.join(' / ');
}

/**
 * When it was asked for, and what film it is: its length, format, the frames where those are not all, and whether
 * somebody opened a link to it.
 */
export function filmFactsOf(
  { createdAt, format, durationSeconds, total, range, origin }: RenderOrigin,
  words: Pick<Catalogue['render'], 'frames' | 'framesFromTo' | 'byLink'>,
  now: Date,
): string {
  return [
    formatMoment(new Date(createdAt), now),
    durationSeconds === null ? words.frames(formatCount(total)) : formatDuration(durationSeconds),
    format.toUpperCase(),
    ...(range === null ? [] : [words.framesFromTo(formatCount(range.from), formatCount(range.to))]),
    ...(origin === 'link' ? [words.byLink] : []),
  ].join(' · ');
}
