import { Music } from 'lucide-react';
import { useMemo } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { useWaveform } from '#renderer/api/queries/use-media.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import styles from './sound-wave.module.css';
import { wavePaths } from './wave-path.ts';

const BARS = 54;
const NO_SOUND = { perSecond: 1, peaks: [], levels: [] };

export interface SoundWaveProps {
  readonly project: string;
  readonly asset: AssetEntry;
  /** As many as a tile has room for unless given. */
  readonly bars?: number;
}

/** A sound as a picture. */
export function SoundWave({ project, asset, bars = BARS }: SoundWaveProps) {
  const seconds = asset.media?.durationSeconds ?? 0;
  // A bar takes the highest of its peaks; more of them than a few would be thrown away.
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
