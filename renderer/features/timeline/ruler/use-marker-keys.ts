import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useEditingRecordStore } from '#renderer/state/editing-record-context.tsx';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { type Marker, putMarker, removeMarker } from '#shared/editing/editing-record.ts';
import { formatTimecode } from '#shared/editing/timecode.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { statement } from '#shared/statements/statement.ts';
import { markerMove, neighbourOf } from '../grid/marker-keys.ts';
import { revealedView } from '../layout/view.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';

/** The markers without a pointer: one of them is a tab stop, keys go on to the others. */
export function useMarkerKeys(markers: readonly Marker[]) {
  const editor = useEditorStore();
  const record = useEditingRecordStore();
  const view = useTimelineStore();
  const { timeline: words } = useStrings();
  const list = useRef<HTMLFieldSetElement>(null);
  const [stop, setStop] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const renaming = useTimelineView((state) => state.renamingMarker);

  // It may be there only now: its place had to be scrolled to, or its name was being typed.
  useLayoutEffect(() => {
    if (wanted.current === null || renaming !== null) return;
    const flag = [...(list.current?.querySelectorAll<HTMLElement>('[data-marker]') ?? [])].find(
      (each) => each.dataset['marker'] === wanted.current,
    );
    if (flag === undefined) return;
    wanted.current = null;
    // Whoever went elsewhere meanwhile stays there.
    const { activeElement } = document;
    if (activeElement !== document.body && list.current?.contains(activeElement) !== true) return;
    flag.focus({ preventScroll: true });
  });

  const reveal = (frame: number) => {
    const { total } = timelineOf(editor.getState().movie);
    view.setView(revealedView(view.getState(), frame, frame, total));
  };
  const focus = (marker: Marker) => {
    wanted.current = marker.id;
    setStop(marker.id);
    reveal(marker.frame);
  };
  const timeOf = (frame: number) => {
    const rate = editor.getState().movie?.frameRate;
    return rate === undefined ? String(frame) : formatTimecode(frame, rate);
  };
  const remove = (marker: Marker) => {
    const next = neighbourOf(markers, marker.id);
    record.edit(statement('step/delete-markers', { count: 1 }), (now) => removeMarker(now, marker.id));
    view.say(words.markerDeleted);
    if (next !== null) focus(next);
    else document.querySelector<HTMLElement>('[data-timeline-body] [role=row][tabindex="0"]')?.focus();
  };

  const onKeyDown = (event: KeyboardEvent, marker: Marker) => {
    if (event.ctrlKey || event.metaKey) return;
    const { total } = timelineOf(editor.getState().movie);
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
        record.edit(statement('step/move-marker'), (now) => putMarker(now, { ...marker, frame: move.frame }), {
          key: `marker ${marker.id}`,
        });
        reveal(move.frame);
        view.say(words.marker(marker.name, timeOf(move.frame)));
        break;
      case 'go':
        editor.actions.seek(marker.frame);
        break;
      case 'rename':
        wanted.current = marker.id;
        view.setState({ renamingMarker: marker.id });
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
    /** Where Tab goes: where the focus was last, else to the first. */
    stop: markers.some(({ id }) => id === stop) ? stop : (markers[0]?.id ?? null),
    onFocus: (marker: Marker, isByKey: boolean) => {
      setStop(marker.id);
      if (isByKey) reveal(marker.frame);
    },
    onKeyDown,
  };
}
