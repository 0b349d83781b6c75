/** When a cue begins and ends, in milliseconds. */
export interface CueTime {
  readonly start: number;
  readonly end: number;
}

const MOMENT = String.raw`(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?`;
/** Settings of a place follow the second moment, with or without a space (WebVTT, 6.3). They have no effect. */
const TIMES = new RegExp(String.raw`^${MOMENT}\s*-->\s*${MOMENT}(?:[\sa-zA-Z].*)?$`);
const ONE = new RegExp(`^${MOMENT}$`);

/** The times of a line such as `00:00:01,500 --> 00:00:03,000`; null where it has none. Hours may be left out. */
export function cueTimeIn(line: string): CueTime | null {
  const match = TIMES.exec(line);
  return match === null ? null : { start: millisecondsOf(match.slice(1, 5)), end: millisecondsOf(match.slice(5, 9)) };
}

/** A moment such as `00:01.500` in milliseconds; null where it is none. */
export function momentIn(text: string): number | null {
  const match = ONE.exec(text);
  return match === null ? null : millisecondsOf(match.slice(1, 5));
}

function millisecondsOf([hours = '0', minutes = '0', seconds = '0', fraction = '']: readonly (string | undefined)[]) {
  const thousandths = Number(fraction.padEnd(3, '0').slice(0, 3));
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + thousandths;
}
