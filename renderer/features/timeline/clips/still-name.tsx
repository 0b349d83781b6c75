import { Icon } from '#renderer/ui/display/icon.tsx';
import { LAYER_ICONS } from '#renderer/ui/display/layer-icons.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import { layerTitle, stillLayer } from '../model/scene-words.ts';
import styles from './clip.module.css';

interface StillNameProps {
  readonly scene: Scene;
  readonly title: string;
  /** Pixels at its beginning that something lies over. */
  readonly inset: number;
}

/** What is seen in a scene without videos, over its background; its title may say it already. */
export function StillName({ scene, title, inset }: StillNameProps) {
  const layer = stillLayer(scene);
  if (layer === null) return null;
  const name = layerTitle(layer);
  return (
    <span className={styles.still} style={{ marginLeft: inset }}>
      <Icon icon={LAYER_ICONS[layer.kind]} size={12} />
      {name !== title && <span className={styles.name}>{name}</span>}
    </span>
  );
}
