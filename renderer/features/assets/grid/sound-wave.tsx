import { Music } from 'lucide-react';
import { useMemo } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useWaveform } from '#renderer/api/queries/use-media.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { type WaveformLevels, waveBetween } from '#renderer/ui/display/wave-height.ts';
import styles from './sound-wave.module.css';

const BARS = 54;
const NO_SOUND = { perSecond: 1, peaks: [], levels: [] };

export interface SoundWaveProps {
  readonly project: string;
  readonly asset: AssetEntry;
  /** The number of bars; by default, as many as fit into a tile. */
  readonly bars?: number;
}

/** The waveform of a sound as bars. Each bar shows the highest peak of its time. */
export function SoundWave({ project, asset, bars = BARS }: SoundWaveProps) {
  const seconds = asset.media?.durationSeconds ?? 0;
  // Request about four peaks per bar. A bar shows the highest of them.
  const perSecond = Math.min(50, Math.max(1, Math.ceil((bars * 4) / Math.max(1, seconds))));
  const { data, isError } = useWaveform(project, asset, perSecond);
  const { peaks, levels, silence } = useMemo(() => wavePaths(data ?? NO_SOUND, bars), [data, bars]);
  if (isError) return <Icon icon={Music} size={20} />;
  return (
    <svg className={styles.wave} viewBox={`0 -1 ${bars} 2`} preserveAspectRatio="none" aria-hidden={true}>
      <path d={peaks} className={styles.peaks} vectorEffect="non-scaling-stroke" />
      <path d={levels} className={styles.levels} vectorEffect="non-scaling-stroke" />
      <path d={silence} className={styles.peaks} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** The paths for an SVG that is 2 units high, with y = 0 in the middle. */
export interface WavePaths {
  readonly peaks: string;
  readonly levels: string;
  /** A horizontal line where the sound is silent. */
  readonly silence: string;
}

/**
 * Returns the paths of a waveform that is `bars` units wide. If there are fewer peaks than bars, the bars are wider.
 */
export function wavePaths(sound: WaveformLevels, bars: number): WavePaths {
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
