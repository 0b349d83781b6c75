import { CircleSlash, Film, Volume2, VolumeX } from 'lucide-react';
import { memo } from 'react';
import { ActionIconButton } from '#renderer/actions/runtime/action-button.tsx';
import { useAction } from '#renderer/actions/runtime/use-actions.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { Splitter } from '#renderer/ui/layout/splitter.tsx';
import type { Split } from '#renderer/ui/layout/use-split.ts';
import { useSkipped } from './model/shown-rows.ts';
import { useTimelineView } from './model/timeline-context.tsx';
import styles from './names-gutter.module.css';
import { HiddenRows } from './search/hidden-rows.tsx';
import { RowSearch } from './search/row-search.tsx';

/** The column of names beside the ruler and the scenes; those of rows stand in them. Its head is where they are sought. */
export const NamesGutter = memo(function NamesGutter({ scenes }: { readonly scenes: number }) {
  const { timeline: words } = useStrings();
  const search = useTimelineView((view) => view.search);
  const skipped = useSkipped().length;
  return (
    <div className={styles.gutter}>
      {search === null ? (
        <>
          <div className={styles.head}>
            <RulerUnitButton />
            <ActionIconButton action="timeline/find-rows" size="sm" iconSize={14} tabIndex={-1} />
          </div>
          <HiddenRows />
        </>
      ) : (
        <RowSearch search={search} />
      )}
      {skipped > 0 && (
        <span className={styles.skipped}>
          <Icon icon={CircleSlash} size={12} />
          <span className={styles.label}>{words.skipped}</span>
          <span className="tabular">{skipped}</span>
        </span>
      )}
      <span className={styles.scenes}>
        <Icon icon={Film} size={14} />
        <span className={styles.label}>{words.scenes}</span>
        <span className="tabular">{scenes}</span>
        <MuteButton />
      </span>
    </div>
  );
});

/** The edge of the column of names, which is dragged. Behind all else of the timeline in the order of Tab. */
export const NamesEdge = memo(function NamesEdge({ names }: { readonly names: Split }) {
  const { timeline: words } = useStrings();
  return (
    <div className={styles.edge}>
      <Splitter split={names} edge="right" label={words.resizeNames} />
    </div>
  );
});

/** What the ruler counts in; pressed, it counts in the other. */
function RulerUnitButton() {
  const { timeline: words } = useStrings();
  const { run } = useAction('timeline/ruler-frames');
  const inFrames = useTimelineView((view) => view.rulerUnit === 'frames');
  return (
    <Tooltip content={inFrames ? words.showTimecode : words.showFrames} side="top">
      <button
        type="button"
        className={styles.unit}
        aria-label={inFrames ? words.showTimecode : words.showFrames}
        onClick={run}
      >
        {inFrames ? words.framesUnit : words.timecode}
      </button>
    </Tooltip>
  );
}

function MuteButton() {
  const { checked } = useAction('play/mute');
  return <ActionIconButton action="play/mute" size="sm" iconSize={14} icon={checked === true ? VolumeX : Volume2} />;
}
