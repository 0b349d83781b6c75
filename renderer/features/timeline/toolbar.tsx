import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { memo } from 'react';
import { ActionButton, ActionIconButton } from '#renderer/actions/runtime/action-button.tsx';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { selectSceneIds, selectScenes, selectTotal } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Slider } from '#renderer/ui/controls/slider.tsx';
import { useOneStop } from '#renderer/ui/keyboard/use-one-stop.ts';
import { selectedParts, selectedRole } from '#shared/editing/selected-nodes.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { lengthTogether } from '#shared/template/movie/scene-starts.ts';
import { xOf, zoomedView, zoomOfShare, zoomShare } from './layout/view.ts';
import { useTimelineStore, useTimelineView } from './model/timeline-context.tsx';
import styles from './toolbar.module.css';

/** Tools, what is selected, zoom. Its own selectors say when it is drawn anew: the rows change with each move of a drag. */
export const TimelineToolbar = memo(function TimelineToolbar() {
  const { timeline: words, insert } = useStrings();
  const suspended = useTimelineView((view) => view.isSnapSuspended);
  const oneStop = useOneStop();
  return (
    <div className={styles.bar} role="toolbar" aria-label={words.tools} {...oneStop}>
      <ActionButton action="layer/insert" size="sm" icon={Plus}>
        {insert.button}
      </ActionButton>
      <Tools actions={['scene/add']} />
      <span className={styles.line} />
      <Tools actions={['timeline/select', 'timeline/blade', 'scene/split', 'scene/trim-start', 'scene/trim-end']} />
      <span className={styles.line} />
      <Tools actions={['edit/duplicate', 'scene/toggle-enabled', 'edit/delete']} />
      <span className={styles.line} />
      <span className={clsx(suspended && styles.suspended)}>
        <ActionIconButton action="timeline/snapping" size="sm" />
      </span>
      <Tools actions={['marker/add', 'effects/paste']} />
      <span className={styles.line} />
      <Tools actions={['key/set', 'key/ease', 'key/only-animated']} />
      <span className={styles.space} />
      <SelectedCount />
      <ActionIconButton action="view/meters" size="sm" />
      <span className={styles.line} />
      <ActionIconButton action="timeline/zoom-out" size="sm" />
      <ZoomSlider />
      <ActionIconButton action="timeline/zoom-in" size="sm" />
      <ActionIconButton action="timeline/zoom-fit" size="sm" />
    </div>
  );
});

function Tools({ actions }: { readonly actions: readonly string[] }) {
  return actions.map((action) => <ActionIconButton key={action} action={action} size="sm" />);
}

function SelectedCount() {
  const { timeline: words } = useStrings();
  const count = useEditor((state) => selectSceneIds(state).length);
  const all = useEditor(({ movie }) => timelineOf(movie).scenes.length);
  const frames = useEditor((state) => lengthTogether(selectScenes(state)));
  const parts = useEditor((state) => selectedParts(state).length);
  const areSounds = useEditor((state) => selectedRole(state) === 'sound');
  if (count + parts === 0) return null;
  return (
    <span className={styles.selected}>
      <span className={clsx(styles.count, 'tabular')}>
        <span>
          {parts === 0 ? words.selected(count, all) : (areSounds ? words.selectedSounds : words.selectedLayers)(parts)}
        </span>
        {parts === 0 && <span className={styles.dim}>{words.frames(frames)}</span>}
      </span>
      <span className={styles.line} />
    </span>
  );
}

function ZoomSlider() {
  const { timeline: words } = useStrings();
  const view = useTimelineStore();
  const editor = useEditorStore();
  const total = useEditor(selectTotal);
  const pixelsPerFrame = useTimelineView((state) => state.pixelsPerFrame);
  const width = useTimelineView((state) => state.width);
  const zoom = (percent: number) => {
    const now = view.getState();
    const { movie, playhead } = editor.getState();
    const all = timelineOf(movie).total;
    const x = xOf(playhead, now);
    const about = x >= 0 && x <= now.width ? x : now.width / 2;
    view.setView(zoomedView(now, zoomOfShare(percent / 100, all, now.width), about, all));
  };
  return (
    <span className={styles.zoom}>
      <Slider
        label={words.zoom}
        value={Math.round(zoomShare(pixelsPerFrame, total, width) * 100)}
        min={0}
        max={100}
        valueText={(value) => words.zoomValue(value / 100)}
        onPreview={zoom}
        onCommit={zoom}
      />
    </span>
  );
}
