const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first delivery and each retry that failed; with jitter and deliveries under 24 h in all. */
const PAUSES: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  8 * HOUR,
];
const JITTER = 0.1;
export const RETRIES = PAUSES.length;
/** How long a notification is tried, and the furthest that `Retry-After` can put a delivery off. */
export const SCHEDULE_MILLISECONDS = 24 * HOUR;

/**
 * When to deliver again, in milliseconds since 1970, or null when that was the last time. `failures` counts the
 * deliveries that failed so far; `random` is in [0, 1). What a receiver asks for by `Retry-After` can only lengthen a
 * pause, and not beyond 24 h after `createdAt`.
 */
export function nextDelivery(state: {
  readonly failures: number;
  readonly now: number;
  readonly createdAt: number;
  readonly retryAfterMilliseconds: number;
  readonly random: number;
}): number | null {
  const { failures, now, createdAt, retryAfterMilliseconds, random } = state;
  const pause = PAUSES[failures - 1];
  if (pause === undefined) return null;
  const jittered = Math.round(pause * (1 - JITTER + 2 * JITTER * random));
  const asked = Math.min(now + retryAfterMilliseconds, createdAt + SCHEDULE_MILLISECONDS);
  return Math.max(now + jittered, asked);
}
