import { clsx } from 'clsx';
import { EyeOff, Layers2 } from 'lucide-react';
import { timelineOf } from '../../../../shared/editing/timeline.ts';
import { settle } from '../../../../shared/film/scenes/settle.ts';
import type { Movie } from '../../../../shared/template/movie/movie.ts';
import { useEditor } from '../../../state/editor-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { type ClipBox, clipsIn } from '../layout/clips.ts';
import { behindChips, besideChips, transitionsIn } from '../layout/transitions.ts';
import { layerTitle, sceneTitle } from '../model/scene-words.ts';
import { useStretch } from '../model/use-stretch.ts';
import { useWhyNotPlayed } from '../model/use-why-not-played.ts';
import styles from './layer-bars.module.css';

/** Pixels: narrower bars say nothing. */
const LEAST_BAR = 12;

/** What lies over the lowest layer of each scene in sight, and what the tabs stand for. */
export function LayerBars({ movie }: { readonly movie: Movie }) {
  const { from, to, base, pixelsPerFrame } = useStretch();
  const boxes = clipsIn(timelineOf(movie), { from, to }, pixelsPerFrame);
  const ids = useEditor(({ selection }) => selection.ids);
  const chips = transitionsIn(settle(movie).transitions, { from, to }, pixelsPerFrame, ids);
  return boxes.map((box) =>
    box.tab ? (
      <TabPill key={box.scene.id} box={box} left={behindChips(box.left, chips) - base} />
    ) : box.scene.layers.length > 1 ? (
      <LayerBar key={box.scene.id} box={box} free={besideChips(box, chips)} base={base} />
    ) : null,
  );
}

interface LayerBarProps {
  readonly box: ClipBox;
  /** What of its stretch is free, in pixels from the film's beginning. */
  readonly free: { readonly left: number; readonly width: number };
  readonly base: number;
}

function LayerBar({ box, free, base }: LayerBarProps) {
  const { timeline: words } = useStrings();
  const { layers } = box.scene;
  const top = layers.at(-1);
  const selected = useEditor(({ selection }) => top !== undefined && selection.ids.includes(top.id));
  if (top === undefined || free.width <= LEAST_BAR) return null;
  const title = layerTitle(top);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={words.layerLabel(layers.length, title)}
      title={title}
      data-layer={top.id}
      className={clsx(styles.pill, selected && styles.pillOn, !top.enabled && styles.pillOff)}
      style={{ left: free.left - base + 1, width: free.width - 2 }}
    >
      <Icon icon={top.enabled ? Layers2 : EyeOff} size={12} />
      <span className={styles.ellipsis}>{title}</span>
      {layers.length > 2 && <span>{words.moreLayers(layers.length - 2)}</span>}
    </button>
  );
}

function TabPill({ box, left }: { readonly box: ClipBox; readonly left: number }) {
  const { timeline: words } = useStrings();
  const { scene } = box;
  const title = sceneTitle(scene, words);
  const why = useWhyNotPlayed(scene) ?? words.isOff;
  return (
    <span
      aria-hidden={true}
      title={words.offTab(title, scene.duration, why)}
      data-pill={scene.id}
      className={clsx(styles.pill, styles.pillTab)}
      style={{ left, maxWidth: 128 }}
    >
      <Icon icon={EyeOff} size={12} />
      <span className={styles.ellipsis}>{title}</span>
      <span className="tabular">{scene.duration}</span>
    </span>
  );
}
