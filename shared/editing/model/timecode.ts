import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import { decimalSecondsToFrames, type FrameRate, type Frames, frames } from '../../template/values/frame-rate.ts';
import { nominalRate } from './timeline.ts';

/** The context that parsing a typed time needs. */
export interface TimeEntry {
  readonly rate: FrameRate;
  /** The origin of relative times such as `+10` and `-1s`; absent if relative times are errors. */
  readonly from?: number;
}

const NUMBER = /^\d{1,9}$/;
const SECONDS = /^(\d{0,9}(?:[.,]\d{0,9})?)\s*s(?:ec)?$/i;
const MILLISECONDS = /^(\d{1,9})\s*ms$/i;
const FRAMES = /^(\d{1,9})\s*f(?:r|rames?)?$/i;

/**
 * Formats a frame as `h:m:s:f` (hours, minutes, seconds, frames), such as `0:00:12:10`. The timecode is non-drop (SMPTE
 * ST 12-1): at 30000/1001, a second of timecode has 30 frames. Therefore, it counts every frame but is slower than real
 * time by 0.1 %.
 */
export function formatTimecode(count: number, rate: FrameRate): string {
  const nominal = nominalRate(rate);
  const whole = Math.abs(Math.trunc(count));
  const seconds = Math.floor(whole / nominal);
  const width = Math.max(2, String(nominal - 1).length);
  const digits = (value: number, length: number): string => String(value).padStart(length, '0');
  const sign = count < 0 ? '-' : '';
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${sign}${hours}:${digits(minutes, 2)}:${digits(seconds % 60, 2)}:${digits(whole % nominal, width)}`;
}

/** Formats seconds with two decimals, such as `12.33 s`, for display next to frames. */
export function formatSeconds(count: number, { numerator, denominator }: FrameRate): string {
  return `${((count * denominator) / numerator).toFixed(2)} s`;
}

/**
 * Parses a typed time. `90` and `90f` are frames. `12:10` is 12 seconds and 10 frames; `1:12:10` and `0:01:12:10` also
 * have minutes and hours. A `;` or `.` can replace a colon. `3s`, `0.5s`, and `500ms` are real time, rounded to the
 * nearest frame. A time with `+` or `-` is relative to `from`. A negative result becomes zero.
 */
export function parseTime(text: string, { rate, from }: TimeEntry): Result<Frames, Message> {
  const match = /^([+-]?)(.*)$/s.exec(text.trim());
  const [sign, rest] = [match?.[1] ?? '', (match?.[2] ?? '').trim()];
  const amount = parseAmount(rest, rate);
  if (amount === null) return err(message('timecode/unread'));
  if (sign === '') return ok(amount);
  if (from === undefined) return err(message('timecode/no-origin'));
  return ok(frames(Math.max(0, from + (sign === '-' ? -amount : amount))));
}

function parseAmount(text: string, rate: FrameRate): Frames | null {
  const count = FRAMES.exec(text)?.[1] ?? NUMBER.exec(text)?.[0];
  if (count !== undefined) return frames(Number(count));
  const milliseconds = MILLISECONDS.exec(text)?.[1];
  if (milliseconds !== undefined) return decimalSecondsToFrames(shiftedByThousand(milliseconds), rate);
  const seconds = SECONDS.exec(text)?.[1]?.replace(',', '.');
  if (seconds !== undefined) return /\d/.test(seconds) ? decimalSecondsToFrames(seconds, rate) : null;
  return parseTimecode(text, nominalRate(rate));
}

function parseTimecode(text: string, nominal: number): Frames | null {
  const parts = text.split(/[:;.]/).map((part) => part.trim());
  if (parts.length < 2 || parts.length > 4 || !parts.every((part) => /^\d{0,6}$/.test(part))) return null;
  if (parts.every((part) => part === '')) return null;
  const [count = 0, seconds = 0, minutes = 0, hours = 0] = parts.map(Number).toReversed();
  return frames((hours * 3600 + minutes * 60 + seconds) * nominal + count);
}

function shiftedByThousand(digits: string): string {
  const padded = digits.padStart(4, '0');
  return `${padded.slice(0, -3)}.${padded.slice(-3)}`;
}
