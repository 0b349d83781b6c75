import { clsx } from 'clsx';
import { EyeOff } from 'lucide-react';
import { timelineOf } from '../../../../shared/editing/timeline.ts';
import { settle } from '../../../../shared/film/scenes/settle.ts';
import type { Movie } from '../../../../shared/template/movie/movie.ts';
import { useEditor } from '../../../state/editor-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { inCaseLanes } from '../grid/case-rows.ts';
import { type ClipBox, clipsIn } from '../layout/clips.ts';
import { behindChips, transitionsIn } from '../layout/transitions.ts';
import { sceneTitle } from '../model/scene-words.ts';
import { useOpenScenes } from '../model/shown-rows.ts';
import { useStretch } from '../model/use-stretch.ts';
import { useWhyNotPlayed } from '../model/use-why-not-played.ts';
import styles from './scene-tabs.module.css';

/** What the tabs of scenes that are not played stand for. */
export function SceneTabs({ movie }: { readonly movie: Movie }) {
  const { from, to, base, pixelsPerFrame } = useStretch();
  const timeline = timelineOf(movie);
  const inLanes = inCaseLanes(timeline, useOpenScenes());
  const boxes = clipsIn(timeline, { from, to }, pixelsPerFrame);
  const ids = useEditor(({ selection }) => selection.ids);
  const chips = transitionsIn(settle(movie).transitions, { from, to }, pixelsPerFrame, ids);
  return boxes
    .filter(({ tab, scene }) => tab && !inLanes.has(scene.id))
    .map((box) => <TabPill key={box.scene.id} box={box} left={behindChips(box.left, chips) - base} />);
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
