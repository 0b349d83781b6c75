import { clsx } from 'clsx';
import type { FocusEventHandler, KeyboardEventHandler } from 'react';
import { useEditingRecordStore, useOpenRecord } from '#renderer/state/editing-record-context.tsx';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectRate } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import type { Marker } from '#shared/editing/editing-record.ts';
import { putMarker } from '#shared/editing/editing-record.ts';
import { formatTimecode } from '#shared/editing/timecode.ts';
import { statement } from '#shared/statements/statement.ts';
import { NameInput } from '../clips/name-input.tsx';
import { MARKER_KEYS } from '../grid/marker-keys.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';
import styles from './ruler.module.css';
import { useMarkerKeys } from './use-marker-keys.ts';

export interface MarkerFlagsProps {
  readonly base: number;
  readonly pixelsPerFrame: number;
  readonly from: number;
  readonly to: number;
}

/** The markers in the ruler. */
export function MarkerFlags({ base, pixelsPerFrame, from, to }: MarkerFlagsProps) {
  const markers = useOpenRecord((record) => record.markers);
  const drag = useTimelineView((view) => (view.drag?.kind === 'marker' ? view.drag : null));
  const renaming = useTimelineView((view) => view.renamingMarker);
  const { timeline: words } = useStrings();
  const { list, stop, onFocus, onKeyDown } = useMarkerKeys(markers);
  if (markers.length === 0) return null;
  return (
    <fieldset ref={list} className={styles.markers} aria-label={words.markers}>
      {markers.map((marker) => {
        const frame = drag?.marker === marker.id ? drag.frame : marker.frame;
        const x = frame * pixelsPerFrame;
        // The tab stop is there wherever it is, or keys would not find it.
        if (marker.id !== stop && (x < from - 16 || x > to + 16)) return null;
        return (
          <MarkerFlag
            key={marker.id}
            marker={{ ...marker, frame }}
            left={x - base}
            snapped={drag?.marker === marker.id && drag.line !== null}
            renaming={renaming === marker.id}
            tabStop={marker.id === stop}
            onFocus={(event) => onFocus(marker, event.target.matches(':focus-visible'))}
            onKeyDown={(event) => onKeyDown(event, marker)}
          />
        );
      })}
    </fieldset>
  );
}

interface MarkerFlagProps {
  readonly marker: Marker;
  readonly left: number;
  readonly snapped: boolean;
  readonly renaming: boolean;
  readonly tabStop: boolean;
  readonly onFocus: FocusEventHandler;
  readonly onKeyDown: KeyboardEventHandler;
}

function MarkerFlag({ marker, left, snapped, renaming, tabStop, onFocus, onKeyDown }: MarkerFlagProps) {
  const { timeline: words } = useStrings();
  const rate = useEditor(selectRate);
  const view = useTimelineStore();
  const record = useEditingRecordStore();
  const label = words.marker(marker.name, rate === null ? String(marker.frame) : formatTimecode(marker.frame, rate));
  return (
    <>
      <Tooltip content={label} side="top">
        <button
          type="button"
          tabIndex={tabStop ? 0 : -1}
          aria-label={label}
          aria-keyshortcuts={MARKER_KEYS}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          data-marker={marker.id}
          className={clsx(styles.marker, snapped && styles.snapped)}
          style={{ left }}
        >
          <span className={styles.diamond} />
        </button>
      </Tooltip>
      {renaming && (
        <span className={styles.name} style={{ left: left + 10 }}>
          <span aria-hidden="true">{words.markerName}</span>
          <NameInput
            label={words.markerName}
            value={marker.name}
            onDone={(name) => {
              view.setState({ renamingMarker: null });
              if (name !== null)
                record.edit(statement('step/rename-marker', { name }), (now) => putMarker(now, { ...marker, name }));
            }}
          />
        </span>
      )}
    </>
  );
}
