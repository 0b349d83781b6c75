import type { Peaks } from './film-library.ts';

/** The sound of one layer of a scene. */
export interface WaveSource {
  readonly peaks: Peaks;
  /** Where in it the scene begins. */
  readonly skipSeconds: number;
}

/** A bar of a waveform, in pixels. */
export interface WaveBar {
  readonly left: number;
  /** How far it reaches above and below the middle. */
  readonly half: number;
}

/** Pixels from one bar to the next. */
const BAR_PIXELS = 2;

/** The waveform between two places of a clip, `height` high: a bar for every two pixels, as high as the loudest peak of all layers under it. */
export function waveBars(
  sources: readonly WaveSource[],
  {
    from,
    to,
    secondsPerPixel,
    height,
  }: { readonly from: number; readonly to: number; readonly secondsPerPixel: number; readonly height: number },
): readonly WaveBar[] {
  const bars: WaveBar[] = [];
  const middle = height / 2;
  for (let x = Math.ceil(from / BAR_PIXELS) * BAR_PIXELS; x < to; x += BAR_PIXELS) {
    const [begin, end] = [x * secondsPerPixel, (x + BAR_PIXELS) * secondsPerPixel];
    const loudest = Math.max(0, ...sources.map((source) => loudestBetween(source, begin, end)));
    bars.push({ left: x - from, half: Math.max(0.5, (loudest / 255) * (middle - 2)) });
  }
  return bars;
}

function loudestBetween({ peaks: { perSecond, peaks }, skipSeconds }: WaveSource, begin: number, end: number): number {
  const first = Math.floor((skipSeconds + begin) * perSecond);
  const last = Math.max(first + 1, Math.floor((skipSeconds + end) * perSecond));
  let highest = 0;
  for (let at = first; at < last && at < peaks.length; at++) highest = Math.max(highest, peaks[at] ?? 0);
  return highest;
}
