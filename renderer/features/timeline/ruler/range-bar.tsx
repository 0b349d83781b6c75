import { clsx } from 'clsx';
import type { KeyboardEvent } from 'react';
import { useEditingRecordStore, useOpenRecord } from '#renderer/state/editing-record-context.tsx';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectRate, selectTotal } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { setIn, setOut, spanBetween } from '#shared/editing/in-out.ts';
import { formatTimecode } from '#shared/editing/timecode.ts';
import { statement } from '#shared/statements/statement.ts';
import { placedEnd, type RangeEnd, rangeLabel } from '../gestures/begin-range.ts';
import { useTimelineView } from '../model/timeline-context.tsx';
import styles from './range-bar.module.css';

export interface RangeBarProps {
  readonly base: number;
  readonly pixelsPerFrame: number;
}

/** What is looped and rendered, as a band in the ruler with a handle at each end. */
export function RangeBar({ base, pixelsPerFrame }: RangeBarProps) {
  const first = useOpenRecord((record) => record.in);
  const out = useOpenRecord((record) => record.out);
  const total = useEditor(selectTotal);
  const drag = useTimelineView((view) => (view.drag?.kind === 'range' ? view.drag : null));
  const span = spanBetween({ ...(first !== undefined && { in: first }), ...(out !== undefined && { out }) }, total);
  if (span === null) return null;
  const shown = {
    from: drag?.end === 'in' ? drag.frame : span.from,
    to: drag?.end === 'out' ? drag.frame : span.to,
  };
  const x = (frame: number) => frame * pixelsPerFrame - base;
  return (
    <>
      <i
        aria-hidden={true}
        data-range-band=""
        className={styles.band}
        style={{ left: x(shown.from), width: (shown.to - shown.from) * pixelsPerFrame }}
      />
      <Handle end="in" span={shown} total={total} left={x(shown.from)} />
      <Handle end="out" span={shown} total={total} left={x(shown.to)} />
    </>
  );
}

interface HandleProps {
  readonly end: RangeEnd;
  readonly span: { readonly from: number; readonly to: number };
  /** Frames of the film. */
  readonly total: number;
  readonly left: number;
}

function Handle({ end, span, total, left }: HandleProps) {
  const { timeline: words } = useStrings();
  const rate = useEditor(selectRate);
  const record = useEditingRecordStore();
  const frame = end === 'in' ? span.from : span.to;
  // The out point is behind the last frame, which is what people see there.
  const seen = end === 'in' ? frame : frame - 1;
  const time = rate === null ? String(seen) : formatTimecode(seen, rate);
  const put = (next: number | null) =>
    record.edit(
      next === null ? statement('step/clear-in-out-points') : rangeLabel(end),
      (now) => (end === 'in' ? setIn(now, next) : setOut(now, next)),
      { key: next === null ? null : `range ${end}` },
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete' || event.key === 'Backspace') put(null);
    else {
      const next = keyedFrame(event, frame, total);
      if (next === null) return;
      put(placedEnd(end, next, span, total));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const label = end === 'in' ? words.inPointHandle : words.outPointHandle;
  return (
    <Tooltip content={`${label}: ${time}`} side="top">
      <span
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={end === 'in' ? 0 : span.from + 1}
        aria-valuemax={end === 'in' ? span.to - 1 : total}
        aria-valuenow={frame}
        aria-valuetext={time}
        data-range={end}
        className={clsx(styles.handle, end === 'in' ? styles.in : styles.out)}
        style={{ left }}
        onKeyDown={onKeyDown}
      />
    </Tooltip>
  );
}

/** Arrows go by a frame, with Shift by ten; Home and End go as far as there is room. */
function keyedFrame({ key, shiftKey }: KeyboardEvent, frame: number, total: number): number | null {
  const step = shiftKey ? 10 : 1;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return frame - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return frame + step;
    case 'Home':
      return 0;
    case 'End':
      return total;
    default:
      return null;
  }
}
