import { clsx } from 'clsx';
import type { Marker } from '../../../shared/editing/editing-record.ts';
import { putMarker } from '../../../shared/editing/editing-record.ts';
import { formatTimecode } from '../../../shared/editing/timecode.ts';
import { useEditingRecordStore, useOpenRecord } from '../../state/editing-record-context.tsx';
import { useEditor } from '../../state/editor-context.tsx';
import { selectRate } from '../../state/selectors.ts';
import { useStrings } from '../../strings/use-strings.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { NameInput } from './name-input.tsx';
import styles from './ruler.module.css';
import { useTimelineStore, useTimelineView } from './timeline-context.tsx';

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
  return markers.map((marker) => {
    const frame = drag?.marker === marker.id ? drag.frame : marker.frame;
    const x = frame * pixelsPerFrame;
    if (x < from - 16 || x > to + 16) return null;
    return (
      <MarkerFlag
        key={marker.id}
        marker={{ ...marker, frame }}
        left={x - base}
        snapped={drag?.marker === marker.id && drag.line !== null}
        renaming={renaming === marker.id}
      />
    );
  });
}

interface MarkerFlagProps {
  readonly marker: Marker;
  readonly left: number;
  readonly snapped: boolean;
  readonly renaming: boolean;
}

function MarkerFlag({ marker, left, snapped, renaming }: MarkerFlagProps) {
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
          tabIndex={-1}
          aria-label={label}
          data-marker={marker.id}
          className={clsx(styles.marker, snapped && styles.snapped)}
          style={{ left }}
        >
          <span className={styles.diamond} />
        </button>
      </Tooltip>
      {renaming && (
        <span className={styles.name} style={{ left: left + 10 }}>
          <NameInput
            label={words.markerName}
            value={marker.name}
            onDone={(name) => {
              view.setState({ renamingMarker: null });
              if (name !== null) record.update((now) => putMarker(now, { ...marker, name }));
            }}
          />
        </span>
      )}
    </>
  );
}
