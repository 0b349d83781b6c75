import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { isActive } from './jobs/queue-summary.ts';

/** What is to be done about renders that have ended. */
export interface Endings {
  /** They ended since the list was looked at last, and were not cancelled: somebody wants to know. */
  readonly told: readonly RenderEntry[];
  /** Films that are here to be had as files. */
  readonly ready: readonly RenderEntry[];
  /** Ids of what goes on, for the next look. */
  readonly active: ReadonlySet<string>;
}

/** `before` is what went on at the last look; null at the first. */
export function endingsOf(renders: readonly RenderEntry[], before: ReadonlySet<string> | null): Endings {
  const ended = renders.filter((each) => !isActive(each));
  return {
    // Nobody at this editor waits for the film of a link.
    told: ended.filter(
      ({ id, state, origin }) => before?.has(id) === true && state !== 'cancelled' && origin !== 'link',
    ),
    ready: ended.filter(({ state, url, destination }) => state === 'succeeded' && url !== null && destination === null),
    active: new Set(renders.filter(isActive).map(({ id }) => id)),
  };
}
