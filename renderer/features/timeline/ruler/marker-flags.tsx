import { clsx } from 'clsx';
import { Flag } from 'lucide-react';
import {
  type FocusEventHandler,
  type KeyboardEvent,
  type KeyboardEventHandler,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectRate, selectTotal } from '#renderer/editor/selectors.ts';
import { revealedView } from '#renderer/editor/timeline-view.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import {
  type Marker,
  markersAfter,
  moveMarkersTo,
  putMarker,
  removeMarker,
} from '#shared/editing/model/editing-record.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { message } from '#shared/messages/message.ts';
import { filmChapters } from '#shared/timeline/film-package.ts';
import { useGestureState, useTimelineView } from '../model/timeline-context.tsx';
import { MARKER_KEYS, markerMove, neighborOf } from '../model/tree-keys.ts';
import { NameInput } from '../scenes/name-input.tsx';
import styles from './ruler.module.css';

export interface MarkerFlagsProps {
  readonly base: number;
  readonly pixelsPerFrame: number;
  readonly from: number;
  readonly to: number;
}

/** The flags of the markers in the ruler. */
export function MarkerFlags({ base, pixelsPerFrame, from, to }: MarkerFlagsProps) {
  const markers = useEditorValue(({ record }) => record.current.markers);
  const drag = useGestureState((gesture) => (gesture.drag?.kind === 'marker' ? gesture.drag : null));
  const renaming = useTimelineView((view) => view.renamingMarker);
  const { timeline: strings } = useStrings();
  const { list, stop: tabStopId, onFocus, onKeyDown } = useMarkerKeys(markers);
  if (markers.length === 0) return null;
  return (
    <fieldset ref={list} className={styles.markers} aria-label={strings.markers}>
      {markers.map((marker) => {
        const frame = drag?.marker === marker.id ? drag.frame : marker.frame;
        const x = frame * pixelsPerFrame;
        // Render the tab stop even outside the visible part, so that Tab can reach it.
        if (marker.id !== tabStopId && (x < from - 16 || x > to + 16)) return null;
        return (
          <MarkerFlag
            key={marker.id}
            marker={{ ...marker, frame }}
            left={x - base}
            snapped={drag?.marker === marker.id && drag.snapFrame !== null}
            renaming={renaming === marker.id}
            tabStop={marker.id === tabStopId}
            onFocus={(event) => onFocus(marker, event.target.matches(':focus-visible'))}
            onKeyDown={(event) => onKeyDown(event, marker)}
          />
        );
      })}
      <MarkersAfterEnd base={base} pixelsPerFrame={pixelsPerFrame} />
    </fieldset>
  );
}

/** The flags of the chapters in the ruler. A click moves the playhead to the beginning of the chapter. */
export function ChapterFlags({ base, pixelsPerFrame, from, to }: MarkerFlagsProps) {
  const editor = useEditor();
  const movie = useEditorValue(({ document }) => document.state.movie);
  const { timeline: strings } = useStrings();
  const chapters = useMemo(() => (movie === null ? [] : filmChapters(movie)), [movie]);
  if (movie === null || chapters.length === 0) return null;
  return (
    <fieldset className={styles.markers} aria-label={strings.chapters}>
      {chapters.map(({ from: frame, title }, index) => {
        const x = frame * pixelsPerFrame;
        const next = (chapters[index + 1]?.from ?? Number.POSITIVE_INFINITY) * pixelsPerFrame;
        if (next < from || x > to + 16) return null;
        const label = strings.chapter(title, formatTimecode(frame, movie.frameRate));
        return (
          <Tooltip key={frame} content={label} side="top">
            <button
              type="button"
              // Leave chapters out of the tab order, because keyboard users reach them through the scenes and their
              // fields.
              tabIndex={-1}
              aria-label={label}
              data-chapter={frame}
              className={styles.chapter}
              style={{ left: x - base, maxWidth: Math.max(0, next - x - 2) }}
              // Stop the event, because the ruler would move the playhead to another frame.
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => editor.playback.seek(frame)}
            >
              <Icon icon={Flag} size={12} />
              <span>{title}</span>
            </button>
          </Tooltip>
        );
      })}
    </fieldset>
  );
}

/** A button at the end of the movie that reports the markers after the end. A click moves these markers to the end. */
function MarkersAfterEnd({ base, pixelsPerFrame }: Pick<MarkerFlagsProps, 'base' | 'pixelsPerFrame'>) {
  const { timeline: strings } = useStrings();
  const { record } = useEditor();
  const total = useEditorValue(({ document }) => selectTotal(document.state));
  const length = useEditorValue((editor) => markersAfter(editor.record.current, total).length);
  if (length === 0) return null;
  const label = strings.markersAfterEnd(length);
  return (
    <Tooltip content={label} side="top">
      <button
        type="button"
        aria-label={label}
        className={clsx(styles.marker, styles.after)}
        style={{ left: total * pixelsPerFrame - base }}
        // Stop the event, because the ruler would move the playhead.
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => record.edit(message('step/move-marker'), (now) => moveMarkersTo(now, total))}
      >
        <span className={styles.diamond} />
      </button>
    </Tooltip>
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
  const { timeline: strings } = useStrings();
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const { record, timeline: view } = useEditor();
  const label = strings.marker(marker.name, rate === null ? String(marker.frame) : formatTimecode(marker.frame, rate));
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
          <span aria-hidden="true">{strings.markerName}</span>
          <NameInput
            label={strings.markerName}
            value={marker.name}
            onDone={(name) => {
              view.set({ renamingMarker: null });
              if (name !== null)
                record.edit(message('step/rename-marker', { name }), (now) => putMarker(now, { ...marker, name }));
            }}
          />
        </span>
      )}
    </>
  );
}

/**
 * Returns the keyboard handlers of the markers. They form a roving tab stop: one marker is in the tab order, and keys
 * move to the others.
 */
function useMarkerKeys(markers: readonly Marker[]) {
  const editor = useEditor();
  const { record } = useEditor();
  const { timeline: view } = editor;
  const { timeline: strings } = useStrings();
  const list = useRef<HTMLFieldSetElement>(null);
  const [tabStopId, setTabStopId] = useState<string | null>(null);
  const focusRequest = useRef<string | null>(null);
  const renaming = useTimelineView((state) => state.renamingMarker);

  // Wait for a render in which the flag exists. Before that, the flag can be out of view, or a name field can be in its
  // place.
  useLayoutEffect(() => {
    if (focusRequest.current === null || renaming !== null) return;
    const flag = [...(list.current?.querySelectorAll<HTMLElement>('[data-marker]') ?? [])].find(
      (element) => element.dataset['marker'] === focusRequest.current,
    );
    if (flag === undefined) return;
    focusRequest.current = null;
    // If the user has moved the focus elsewhere in the meantime, leave the focus there.
    const { activeElement } = document;
    if (activeElement !== document.body && list.current?.contains(activeElement) !== true) return;
    flag.focus({ preventScroll: true });
  });

  const reveal = (frame: number) => {
    const { total } = timelineOf(editor.document.state.movie);
    view.setView(revealedView(view.state, frame, frame, total));
  };
  const focus = (marker: Marker) => {
    focusRequest.current = marker.id;
    setTabStopId(marker.id);
    reveal(marker.frame);
  };
  const timeOf = (frame: number) => {
    const rate = editor.document.state.movie?.frameRate;
    return rate === undefined ? String(frame) : formatTimecode(frame, rate);
  };
  const remove = (marker: Marker) => {
    const next = neighborOf(markers, marker.id);
    record.edit(message('step/delete-markers', { count: 1 }), (now) => removeMarker(now, marker.id));
    view.say(strings.markerDeleted);
    if (next !== null) focus(next);
    else document.querySelector<HTMLElement>('[data-timeline-body] [role=row][tabindex="0"]')?.focus();
  };

  const onKeyDown = (event: KeyboardEvent, marker: Marker) => {
    if (event.ctrlKey || event.metaKey) return;
    const { total } = timelineOf(editor.document.state.movie);
    const move = markerMove(markers, marker, event, total);
    if (move === null) return;
    event.preventDefault();
    switch (move.kind) {
      case 'focus': {
        const other = markers.find(({ id }) => id === move.marker);
        if (other !== undefined) focus(other);
        break;
      }
      case 'place':
        record.edit(message('step/move-marker'), (now) => putMarker(now, { ...marker, frame: move.frame }), {
          key: `marker ${marker.id}`,
        });
        reveal(move.frame);
        view.say(strings.marker(marker.name, timeOf(move.frame)));
        break;
      case 'go':
        editor.playback.seek(marker.frame);
        break;
      case 'rename':
        focusRequest.current = marker.id;
        view.set({ renamingMarker: marker.id });
        break;
      case 'delete':
        remove(marker);
        break;
      default:
        move satisfies never;
    }
  };

  return {
    list,
    /** The marker that is the tab stop: the last focused marker, or else the first one. */
    stop: markers.some(({ id }) => id === tabStopId) ? tabStopId : (markers[0]?.id ?? null),
    onFocus: (marker: Marker, isByKey: boolean) => {
      setTabStopId(marker.id);
      if (isByKey) reveal(marker.frame);
    },
    onKeyDown,
  };
}
