import { clsx } from 'clsx';
import { Film } from 'lucide-react';
import { useRef } from 'react';
import { ActionButton } from '#renderer/actions/runtime/action-button.tsx';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import type { Split } from '#renderer/ui/layout/use-split.ts';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { timelineOf } from '#shared/editing/timeline.ts';
import { SceneClips } from './clips/scene-clips.tsx';
import { TransitionBars } from './clips/transition-bars.tsx';
import { TREE } from './grid/roles.ts';
import { useGestures } from './input/use-gestures.ts';
import { useGridKeys } from './input/use-grid-keys.ts';
import { useLaneDrop } from './input/use-lane-drop.ts';
import { useTimelineMenu } from './input/use-timeline-menu.ts';
import { useTimelineSize } from './input/use-timeline-size.ts';
import { useWheel } from './input/use-wheel.ts';
import { useFilmHeight, useLaneHeights, useRows } from './model/shown-rows.ts';
import { useTimelineView } from './model/timeline-context.tsx';
import { useStretch } from './model/use-stretch.ts';
import { NamesEdge, NamesGutter } from './names-gutter.tsx';
import { LayerRows, ROWS_ID } from './rows/layer-rows.tsx';
import { Guides } from './ruler/guides.tsx';
import { Playhead } from './ruler/playhead.tsx';
import { Ruler } from './ruler/ruler.tsx';
import { ScrollLayer } from './ruler/scroll-layer.tsx';
import { NotFoundVeils } from './search/not-found-veils.tsx';
import { SkippedScenes } from './skipped/skipped-scenes.tsx';
import styles from './timeline.module.css';

/** The ruler, the lanes under it and the names beside them: all that the pointer acts on. */
export function TimelineLanes({ names }: { readonly names: Split }) {
  const { timeline: words } = useStrings();
  const movie = useEditor((state) => state.movie);
  const ref = useRef<HTMLDivElement>(null);
  const isBlade = useTimelineView((view) => view.tool === 'blade');
  const isTrimming = useTimelineView((view) => view.drag?.kind === 'trim');
  const { base } = useStretch();
  const isReady = useTimelineSize(ref);
  useWheel(ref);
  const gestures = useGestures(ref);
  const drop = useLaneDrop(ref);
  const menu = useTimelineMenu(ref);
  const keys = useGridKeys();
  const count = timelineOf(movie).scenes.length;
  const { rows } = useRows();
  const heights = useLaneHeights();
  const film = useFilmHeight();

  return (
    <ContextMenu entries={menu.entries}>
      <div
        className={clsx(styles.body, isBlade && styles.blading)}
        style={{
          '--skipped-height': `${heights.skipped}px`,
          '--scenes-height': `${heights.scenes}px`,
          '--film-height': `${film}px`,
        }}
        data-timeline-body=""
        {...gestures}
        onContextMenuCapture={menu.onContextMenuCapture}
      >
        <NamesGutter scenes={count} />
        <div ref={ref} className={styles.view} data-lanes="" data-takes-drops="" {...drop}>
          <Ruler />
          {heights.skipped > 0 && <div className={styles.skippedLane} />}
          <div className={styles.lane}>
            {movie !== null && isReady && (
              <ScrollLayer base={base} isAtCuts>
                <TransitionBars movie={movie} />
              </ScrollLayer>
            )}
            <div
              className={clsx(styles.tree, isTrimming && styles.trimming)}
              {...(count > 0 && {
                ...TREE,
                'aria-label': words.scenes,
                'aria-multiselectable': true,
                'aria-rowcount': rows.every(({ kind }) => kind === 'hint') ? count + rows.length : -1,
                'aria-owns': rows.length === 0 ? undefined : ROWS_ID,
              })}
              {...keys}
            >
              {movie !== null && isReady && (
                <ScrollLayer base={base}>
                  <SceneClips movie={movie} />
                  <SkippedScenes movie={movie} />
                  <NotFoundVeils movie={movie} />
                </ScrollLayer>
              )}
            </div>
          </div>
          <Guides />
          {count > 0 && <Playhead />}
          {count === 0 && (
            <div className={styles.empty}>
              <EmptyState icon={Film} title={words.emptyTitle} hint={words.emptyHint}>
                <ActionButton action="assets/import-as-scenes" size="sm">
                  {words.importMedia}
                </ActionButton>
              </EmptyState>
            </div>
          )}
        </div>
        {isReady && rows.length > 0 && <LayerRows height={heights.rows} keys={keys} drop={drop} />}
        <NamesEdge names={names} />
      </div>
    </ContextMenu>
  );
}
