import { clsx } from 'clsx';
import { Layers2, Sparkles } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { Scene } from '../../../../shared/template/movie/movie.ts';
import { useEditor } from '../../../state/editor-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { CELL, rowProps } from '../grid/roles.ts';
import { rowsOfScene, type TreeRow } from '../grid/rows.ts';
import { effectTitle, layerTitle } from '../model/scene-words.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';
import { useWhyNotPlayed } from '../model/use-why-not-played.ts';
import styles from './scene-rows.module.css';

/** The layers and effects of an open scene, as rows over its pictures. `left` as that of its clip. */
export function SceneRows({ scene, left }: { readonly scene: Scene; readonly left: number }) {
  const rows = rowsOfScene(scene);
  return (
    <div className={styles.parts} style={{ left }} data-parts="" data-owner={scene.id}>
      {rows.map((row) => (
        <LayerOrEffectRow key={row.id} row={row} />
      ))}
    </div>
  );
}

function LayerOrEffectRow({ row }: { readonly row: TreeRow }) {
  const { timeline: words } = useStrings();
  const view = useTimelineStore();
  const ref = useRef<HTMLDivElement>(null);
  const isFocus = useTimelineView(({ focus }) => focus?.part === row.id);
  const wantsFocus = useTimelineView(({ focus, focusWanted }) => focusWanted && focus?.part === row.id);
  const selected = useEditor(({ selection }) => selection.ids.includes(row.id));
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
    view.setState({ focusWanted: false });
  }, [wantsFocus, view]);
  const why = useWhyNotPlayed({ id: row.id, enabled: isPlayed(row) });
  if (row.kind === 'scene') return null;
  const isLayer = row.kind === 'layer';
  const label = isLayer
    ? words.layerLabel(row.number, layerTitle(row.layer))
    : words.effectLabel(effectTitle(row.effect));
  return (
    <div
      ref={ref}
      {...rowProps({ level: isLayer ? 2 : 3, selected, label: why === null ? label : `${label}, ${why}` })}
      tabIndex={isFocus ? 0 : -1}
      data-part={row.id}
      title={why ?? undefined}
      className={clsx(styles.part, !isLayer && styles.partEffect, why !== null && styles.partOff)}
    >
      <Icon icon={isLayer ? Layers2 : Sparkles} size={12} />
      <span {...CELL} className={styles.ellipsis}>
        {isLayer ? layerTitle(row.layer) : effectTitle(row.effect)}
      </span>
    </div>
  );
}

function isPlayed(row: TreeRow): boolean {
  switch (row.kind) {
    case 'scene':
      return row.scene.enabled;
    case 'layer':
      return row.layer.enabled;
    case 'effect':
      return row.effect.enabled;
    default:
      return row satisfies never;
  }
}
