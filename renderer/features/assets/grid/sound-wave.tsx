import { Music } from 'lucide-react';
import { useMemo } from 'react';
import type { AssetEntry } from '../../../api/client/asset-list.ts';
import { useWaveform } from '../../../api/queries/use-media.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import styles from './sound-wave.module.css';
import { wavePaths } from './wave-path.ts';

const BARS = 54;
const NO_SOUND = { perSecond: 1, peaks: [], levels: [] };

/** A sound as a picture. */
export function SoundWave({ project, asset }: { readonly project: string; readonly asset: AssetEntry }) {
  const seconds = asset.media?.durationSeconds ?? 0;
  // A bar takes the highest of its peaks; more of them than a few would be thrown away.
  const perSecond = Math.min(50, Math.max(1, Math.ceil((BARS * 4) / Math.max(1, seconds))));
  const { data, isError } = useWaveform(project, asset, perSecond);
  const { peaks, levels, silence } = useMemo(() => wavePaths(data ?? NO_SOUND, BARS), [data]);
  if (isError) return <Icon icon={Music} size={20} />;
  return (
    <svg className={styles.wave} viewBox={`0 -1 ${BARS} 2`} preserveAspectRatio="none" aria-hidden={true}>
      <path d={peaks} className={styles.peaks} vectorEffect="non-scaling-stroke" />
      <path d={levels} className={styles.levels} vectorEffect="non-scaling-stroke" />
      <path d={silence} className={styles.peaks} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
