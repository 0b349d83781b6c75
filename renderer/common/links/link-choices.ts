import { type LinkFormat, linkFormats } from '#shared/contract/film-link.ts';

/** How long a link counts. */
export const lifetimes = ['never', 'day', 'week', 'month', 'year'] as const;
export type Lifetime = (typeof lifetimes)[number];

export interface LinkChoices {
  readonly format: LinkFormat;
  readonly lifetime: Lifetime;
  /** Variables that whoever has the link may change. */
  readonly free: readonly string[];
}

const DAYS: Readonly<Record<Exclude<Lifetime, 'never'>, number>> = { day: 1, week: 7, month: 30, year: 365 };
const DAY_SECONDS = 24 * 3600;

/** When a link ends that is made now, in seconds since 1970; null for never. */
export function expiryOf(lifetime: Lifetime, nowMilliseconds: number): number | null {
  return lifetime === 'never' ? null : Math.floor(nowMilliseconds / 1000) + DAYS[lifetime] * DAY_SECONDS;
}

/** Choices as they were kept; usual ones for what cannot be read. Which values are free is asked for each link. */
export function readLinkChoices(stored: unknown): LinkChoices {
  const kept: Partial<Record<'format' | 'lifetime', unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {};
  return {
    format: linkFormats.find((name) => name === kept.format) ?? 'mp4',
    lifetime: lifetimes.find((name) => name === kept.lifetime) ?? 'never',
    free: [],
  };
}
