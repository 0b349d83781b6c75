import { formatFixed } from './number.ts';

/** Formats a duration as media players do: `0:05`, `12:40`, `1:02:03`. Rounds down to whole seconds. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds + 1e-9));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Formats the length of a file or a film: `0:40` for 39.98 s. Rounds to whole seconds. */
export function formatLength(seconds: number): string {
  return formatDuration(Math.round(seconds));
}

/** Formats seconds with three decimals, for display beside a frame count: `5.005 s`. */
export function formatSeconds(seconds: number): string {
  return `${formatFixed(seconds, 3)} s`;
}

/** Formats a remaining time: `0:12`. Rounds up, so that the time reaches zero only at the end. */
export function formatTimeLeft(seconds: number): string {
  return formatDuration(Math.ceil(seconds));
}
