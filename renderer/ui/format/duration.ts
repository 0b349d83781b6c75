import { formatFixed } from './number.ts';

/**
 * A length in minutes and seconds, as a player shows it: `0:05`, `12:40`, `1:02:03`. Whole seconds, begun ones not
 * counted.
 */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds + 1e-9));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Seconds beside a count of frames: `5.005 s`. */
export function formatSeconds(seconds: number): string {
  return `${formatFixed(seconds, 3)} s`;
}

/** Time left: `0:12`, rounded up, so that it never says nothing is left while something is. */
export function formatTimeLeft(seconds: number): string {
  return formatDuration(Math.ceil(seconds));
}
