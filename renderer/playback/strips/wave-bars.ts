import type { WaveformLevels } from '#renderer/ui/display/wave-height.ts';
import { type WaveHeights, waveBetween } from '#renderer/ui/display/wave-height.ts';

/** The sound of one layer of a scene. */
export interface WaveSource {
  readonly peaks: WaveformLevels;
  /** The time in seconds in the sound at which the scene begins. */
  readonly skipSeconds: number;
}

/** A bar of a waveform. */
export interface WaveBar extends WaveHeights {
  /** The position of the bar in pixels. */
  readonly left: number;
}

/** The distance between the left edges of bars in pixels. */
export const BAR_PIXELS = 2;

/** Returns the bars of a range of a clip. Each bar is as high as the loudest layer. */
export function waveBars(
  sources: readonly WaveSource[],
  { from, to, secondsPerPixel }: { readonly from: number; readonly to: number; readonly secondsPerPixel: number },
): readonly WaveBar[] {
  const bars: WaveBar[] = [];
  for (let x = Math.ceil(from / BAR_PIXELS) * BAR_PIXELS; x < to; x += BAR_PIXELS) {
    const [begin, end] = [x * secondsPerPixel, (x + BAR_PIXELS) * secondsPerPixel];
    const parts = sources.map((source) => heightsBetween(source, begin, end));
    bars.push({
      left: x - from,
      peak: Math.max(0, ...parts.map(({ peak }) => peak)),
      level: Math.max(0, ...parts.map(({ level }) => level)),
    });
  }
  return bars;
}

function heightsBetween({ peaks, skipSeconds }: WaveSource, begin: number, end: number): WaveHeights {
  const first = Math.floor((skipSeconds + begin) * peaks.perSecond);
  return waveBetween(peaks, first, Math.max(first + 1, Math.floor((skipSeconds + end) * peaks.perSecond)));
}
