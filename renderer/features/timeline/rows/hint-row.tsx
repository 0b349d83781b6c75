import { clsx } from 'clsx';
import { Diamond, Layers, Music } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useAction, useActions } from '#renderer/actions/runtime/use-actions.tsx';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Kbd } from '#renderer/ui/display/kbd.tsx';
import { selectNodes } from '#shared/editing/selection.ts';
import { sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { CELL, rowProps } from '../grid/roles.ts';
import type { HintRow } from '../grid/row.ts';
import rows from '../grid/rows.module.css';
import { rowTitle } from '../model/row-words.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';
import styles from './hint-row.module.css';

interface HintRowViewProps {
  readonly row: HintRow;
  /** Pixels from the first row. */
  readonly top: number;
  readonly isTabStop: boolean;
}

const ICONS = { layers: Layers, music: Music, keys: Diamond } as const;

/** A row of what is not there yet: it says how that comes, and does it. */
export function HintRowView({ row, top, isTabStop }: HintRowViewProps) {
  const view = useTimelineStore();
  const ref = useRef<HTMLDivElement>(null);
  const wantsFocus = useTimelineView(({ focus, focusWanted }) => focusWanted && focus?.part === row.id);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest' });
    view.setState({ focusWanted: false });
  }, [wantsFocus, view]);
  const title = rowTitle(row);
  return (
    <div
      ref={ref}
      {...rowProps({ level: row.level, selected: false, label: title })}
      tabIndex={isTabStop ? 0 : -1}
      data-part={row.id}
      data-row="hint"
      className={clsx(rows.row, row.level > 1 && rows.ofScene)}
      style={{ top, height: row.height }}
    >
      <div {...CELL} className={clsx(rows.name, styles.name)}>
        <span className={rows.noTwist} />
        <Icon icon={ICONS[row.hint]} size={14} />
        <span className={rows.title}>{title}</span>
      </div>
      <div {...CELL} className={clsx(rows.lane, styles.lane)}>
        <HowItComes row={row} />
      </div>
    </div>
  );
}

function HowItComes({ row }: { readonly row: HintRow }): ReactNode {
  const { timeline: words, keys } = useStrings();
  const runtime = useActions();
  const insert = useAction('layer/insert');
  const begin = useBeginIn();
  switch (row.hint) {
    case 'layers':
      return (
        <Button
          size="sm"
          tabIndex={-1}
          keys={insert.keys}
          data-hint-button=""
          disabled={!insert.enabled}
          onClick={() => {
            begin(row.owner);
            insert.run();
          }}
        >
          {words.addLayer}
          {insert.keys !== undefined && (
            <span className={styles.keys} aria-hidden={true}>
              <Kbd keys={insert.keys} />
            </span>
          )}
        </Button>
      );
    case 'music':
      return (
        <>
          <span>{words.dropMusic}</span>
          <Button size="sm" tabIndex={-1} data-hint-button="" onClick={() => runtime.context().ports.placing?.choose()}>
            {words.chooseMusic}
          </Button>
        </>
      );
    case 'keys':
      return <span>{keys.nothingAnimated}</span>;
    default:
      return row.hint satisfies never;
  }
}

/** Makes a scene the one that is worked on, so that what is added goes there. */
function useBeginIn(): (scene: NodeId) => void {
  const editor = useEditorStore();
  return (scene) => {
    const { movie, playhead } = editor.getState();
    const place = sceneOfId(timelineOf(movie), scene);
    if (place === null) return;
    editor.actions.select(selectNodes([scene]));
    if (playhead < place.start || playhead >= place.end) editor.actions.seek(place.start);
  };
}
