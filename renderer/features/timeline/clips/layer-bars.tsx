import { clsx } from 'clsx';
import { EyeOff, Layers2 } from 'lucide-react';
import { timelineOf } from '../../../../shared/editing/timeline.ts';
import type { Movie } from '../../../../shared/template/movie/movie.ts';
import { useEditor } from '../../../state/editor-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { type ClipPlace, clipsIn } from '../layout/clips.ts';
import { layerTitle, sceneTitle } from '../model/scene-words.ts';
import { useStretch } from '../model/use-stretch.ts';
import styles from './layer-bars.module.css';

/** What lies over the lowest layer of each scene in sight, and what the tabs stand for. */
export function LayerBars({ movie }: { readonly movie: Movie }) {
  const { from, to, base, pixelsPerFrame } = useStretch();
  const places = clipsIn(timelineOf(movie), { from, to }, pixelsPerFrame);
  return places.map((place) =>
    place.tab ? (
      <TabPill key={place.scene.id} place={place} base={base} />
    ) : place.scene.layers.length > 1 && place.width > 12 ? (
      <LayerBar key={place.scene.id} place={place} base={base} />
    ) : null,
  );
}

function LayerBar({ place, base }: { readonly place: ClipPlace; readonly base: number }) {
  const { timeline: words } = useStrings();
  const { layers } = place.scene;
  const top = layers.at(-1);
  const selected = useEditor(({ selection }) => top !== undefined && selection.ids.includes(top.id));
  if (top === undefined) return null;
  const title = layerTitle(top);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={words.layerLabel(layers.length, title)}
      title={title}
      data-layer={top.id}
      className={clsx(styles.pill, selected && styles.pillOn, !top.enabled && styles.pillOff)}
      style={{ left: place.left - base + 1, width: place.width - 2 }}
    >
      <Icon icon={top.enabled ? Layers2 : EyeOff} size={12} />
      <span className={styles.ellipsis}>{title}</span>
      {layers.length > 2 && <span>{words.moreLayers(layers.length - 2)}</span>}
    </button>
  );
}

function TabPill({ place, base }: { readonly place: ClipPlace; readonly base: number }) {
  const { timeline: words } = useStrings();
  const { scene } = place;
  const title = sceneTitle(scene, words);
  return (
    <span
      aria-hidden={true}
      title={words.offTab(title, scene.duration)}
      data-pill={scene.id}
      className={clsx(styles.pill, styles.pillTab)}
      style={{ left: place.left - base, maxWidth: 128 }}
    >
      <Icon icon={EyeOff} size={12} />
      <span className={styles.ellipsis}>{title}</span>
      <span className="tabular">{scene.duration}</span>
    </span>
  );
}
