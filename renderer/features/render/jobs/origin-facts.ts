import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { formatMoment } from '#renderer/ui/format/age.ts';
import { formatDuration } from '#renderer/ui/format/duration.ts';
import { formatCount } from '#renderer/ui/format/number.ts';

/** The facts about a render that the line with its origin shows. */
export type RenderOrigin = Pick<
  RenderEntry,
  'template' | 'createdAt' | 'format' | 'durationSeconds' | 'total' | 'range' | 'origin'
>;

/** Returns the project and template of a render; null if both are unknown. */
export function originOf({ template }: Pick<RenderOrigin, 'template'>, project: string | null): string | null {
  const parts = [project, template].filter((each) => each !== null);
  return parts.length === 0 ? null : parts.join(' / ');
}

/**
 * Returns the time of the request and the facts about the film: the length, the format, the frames of a partial film,
 * and whether a link requested it.
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
