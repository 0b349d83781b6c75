import type { Peaks } from './film-library.ts';

/** The sound of one layer of a scene. */
export interface WaveSource {
  readonly peaks: Peaks;
  /** Where in it the scene begins. */
  readonly skipSeconds: number;
}

/** Pixels from one bar to the next. */
const BAR_PIXELS = 2;

/**
 * The waveform between two places of a clip as the path of an SVG, `height` high: a bar for every two pixels, as high as the
 * loudest peak of all layers under it.
 */
export function waveBars(
  sources: readonly WaveSource[],
  {
    from,
    to,
    secondsPerPixel,
    height,
  }: { readonly from: number; readonly to: number; readonly secondsPerPixel: number; readonly height: number },
): string {
  const parts: string[] = [];
  const middle = height / 2;
  for (let x = Math.ceil(from / BAR_PIXELS) * BAR_PIXELS; x < to; x += BAR_PIXELS) {
    const [begin, end] = [x * secondsPerPixel, (x + BAR_PIXELS) * secondsPerPixel];
    const loudest = Math.max(0, ...sources.map((source) => loudestBetween(source, begin, end)));
    const half = Math.max(0.4, (loudest / 255) * (middle - 2));
    parts.push(`M${x - from + 0.5} ${(middle - half).toFixed(1)}V${(middle + half).toFixed(1)}`);
  }
  return parts.join('');
}

function loudestBetween({ peaks: { perSecond, peaks }, skipSeconds }: WaveSource, begin: number, end: number): number {
  const first = Math.floor((skipSeconds + begin) * perSecond);
  const last = Math.max(first + 1, Math.floor((skipSeconds + end) * perSecond));
  let highest = 0;
  for (let at = first; at < last && at < peaks.length; at++) highest = Math.max(highest, peaks[at] ?? 0);
  return highest;
}
