import { type Loudness, waveBetween } from '#renderer/ui/display/wave-height.ts';

/** The paths of an SVG that is 2 high, mirrored at 0. */
export interface WavePaths {
  readonly peaks: string;
  readonly levels: string;
  /** A line where nothing is heard. */
  readonly silence: string;
}

/** A waveform as paths, so many bars wide; fewer where there are fewer peaks. */
export function wavePaths(sound: Loudness, bars: number): WavePaths {
  const total = sound.peaks.length;
  const count = Math.min(bars, total);
  const paths = { peaks: '', levels: '', silence: '' };
  for (let bar = 0; bar < count; bar++) {
    const from = Math.floor((bar * total) / count);
    const { peak, level } = waveBetween(sound, from, Math.max(from + 1, Math.floor(((bar + 1) * total) / count)));
    const [left, right] = [(bar * bars) / count, ((bar + 1) * bars) / count];
    const x = ((left + right) / 2).toFixed(1);
    if (peak === 0) paths.silence += `M${left.toFixed(1)} 0H${right.toFixed(1)}`;
    else paths.peaks += `M${x} -${peak.toFixed(3)}V${peak.toFixed(3)}`;
    if (level > 0) paths.levels += `M${x} -${level.toFixed(3)}V${level.toFixed(3)}`;
  }
  return paths;
}
