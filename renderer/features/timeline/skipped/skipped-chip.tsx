import { clsx } from 'clsx';
import { CircleSlash } from 'lucide-react';
import { memo, useLayoutEffect, useRef } from 'react';
import { useEditorActions } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import type { Scene } from '#shared/template/movie/movie.ts';
import { NameInput } from '../clips/name-input.tsx';
import { CELL, rowProps } from '../grid/roles.ts';
import { sceneTitle } from '../model/scene-words.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';
import { useSkippedBy, useWhyNotPlayed } from '../model/use-why-not-played.ts';
import styles from './skipped.module.css';
import { SkippedPicture } from './skipped-picture.tsx';

interface SkippedChipProps {
  readonly scene: Scene;
  readonly index: number;
  /** Pixels that it has at least. */
  readonly least: number;
  readonly selected: boolean;
  /** Where keys go that are pressed in the timeline. */
  readonly tabStop: boolean;
  readonly wantsFocus: boolean;
  readonly open: boolean;
  readonly renaming: boolean;
  /** Pixels that a drag has lifted it by; null while it lies. */
  readonly lift: number | null;
  /** Pixels that it makes room by. */
  readonly nudge: number;
}

/** A scene that takes no time: its name, how long it would be, and what skips it; under the pointer its picture. */
export const SkippedChip = memo(function SkippedChip(props: SkippedChipProps) {
  const { scene, index, least, selected, tabStop, wantsFocus, open, renaming, lift, nudge } = props;
  const { timeline: words } = useStrings();
  const view = useTimelineStore();
  const actions = useEditorActions();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    view.setState({ focusWanted: false });
  }, [wantsFocus, view]);
  const title = sceneTitle(scene, words);
  const why = useWhyNotPlayed(scene) ?? words.isOff;
  const by = useSkippedBy(scene) ?? words.isOff;
  const label = `${words.sceneLabel(index + 1, title, scene.duration)}, ${why}`;
  const shift = lift ?? nudge;
  if (renaming)
    return (
      <div className={clsx(styles.chip, styles.renaming)}>
        <NameInput
          label={words.sceneName}
          value={scene.name ?? title}
          onDone={(name) => {
            view.setState({ renaming: null, focusWanted: true });
            if (name !== null) actions.dispatch({ type: 'scene/rename', scene: scene.id, name: name || null });
          }}
        />
      </div>
    );
  return (
    <Tooltip
      side="top"
      disabled={lift !== null}
      content={<SkippedPicture scene={scene} title={words.skippedLabel(title, scene.duration)} by={by} />}
    >
      <div
        ref={ref}
        {...rowProps({ level: 1, selected, label, index: index + 1, expanded: open })}
        tabIndex={tabStop ? 0 : -1}
        data-scene={scene.id}
        data-skipped=""
        className={clsx(
          styles.chip,
          selected && styles.on,
          least < 20 && styles.narrow,
          lift === null ? styles.moving : styles.lifted,
        )}
        style={{ minWidth: least, ...(shift !== 0 && { transform: `translateX(${shift}px)` }) }}
      >
        <span {...CELL} className={styles.content}>
          <span className={styles.title}>
            <Icon icon={CircleSlash} size={12} />
            <span data-name="">{title}</span>
          </span>
          <span className="tabular">{words.shortFrames(scene.duration)}</span>
          <span className={styles.by}>{by}</span>
        </span>
      </div>
    </Tooltip>
  );
});
