import { clsx } from 'clsx';
import { type KeyboardEvent, memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { ListedFinding } from '#renderer/editor/movie-issues.ts';
import { selectRate, selectTotal } from '#renderer/editor/selectors.ts';
import { tickSteps, ticksBetween, xOf } from '#renderer/editor/timeline-view.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { setIn, setOut, spanBetween } from '#shared/editing/model/editing-record.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import type { FilmFinding } from '#shared/film-check/report.ts';
import { message } from '#shared/messages/message.ts';
import { placedEnd, type RangeEnd, rangeLabel } from '../gestures/ruler-gestures.ts';
import type { PixelSpan } from '../model/scene-geometry.ts';
import { useGestureState, useTimelineView, useVisibleSpan } from '../model/timeline-context.tsx';
import overlayStyles from './gesture-overlay.module.css';
import { ChapterFlags, MarkerFlags } from './marker-flags.tsx';
import rangeBarStyles from './range-bar.module.css';
import styles from './ruler.module.css';
import scrollLayerStyles from './scroll-layer.module.css';

const kinds = { major: styles.major, middle: styles.middle, minor: undefined } as const;

/** The ruler with timecodes or frames, and the markers. */
export const Ruler = memo(function Ruler() {
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const unit = useTimelineView((view) => view.rulerUnit);
  const { base, from, to, pixelsPerFrame } = useVisibleSpan();
  const ticks = useMemo(
    () =>
      rate === null
        ? []
        : ticksBetween(tickSteps(rate, pixelsPerFrame, unit), from / pixelsPerFrame, to / pixelsPerFrame),
    [rate, pixelsPerFrame, from, to, unit],
  );
  return (
    <div className={styles.ruler} data-ruler="">
      <ScrollLayer base={base}>
        <RangeBar base={base} pixelsPerFrame={pixelsPerFrame} />
        <div aria-hidden={true}>
          {ticks.map(({ frame, kind }) => (
            <i key={frame} className={clsx(styles.tick, kinds[kind])} style={{ left: frame * pixelsPerFrame - base }}>
              {kind === 'major' && rate !== null && (
                <span className={clsx(styles.label, 'tabular')}>
                  {unit === 'time' ? formatTimecode(frame, rate) : frame}
                </span>
              )}
            </i>
          ))}
        </div>
        <ChapterFlags base={base} pixelsPerFrame={pixelsPerFrame} from={from} to={to} />
        <MarkerFlags base={base} pixelsPerFrame={pixelsPerFrame} from={from} to={to} />
        <CheckLane base={base} pixelsPerFrame={pixelsPerFrame} from={from} to={to} />
      </ScrollLayer>
    </div>
  );
});

/** A thin lane that marks the times of errors and warnings of the film check. The check panel lists their texts. */
function CheckLane({ base, ...span }: RangeBarProps & PixelSpan) {
  const { check: strings } = useStrings();
  const listed = useEditorValue(({ check }) => check.state.listed);
  const findings = useMemo(() => findingsByStart(listed), [listed]);
  if (findings.length === 0) return null;
  return (
    <div role="img" aria-label={strings.lane(findings.length)} className={styles.checks}>
      {checkMarks(findings, span).map(({ severity, frame, left, right }) => (
        <i key={`${severity} ${frame}`} data-severity={severity} style={{ left: left - base, width: right - left }} />
      ))}
    </div>
  );
}

type Marked = Pick<FilmFinding, 'severity' | 'from' | 'to'>;

/** Returns the errors and warnings by their first frame. */
function findingsByStart(listed: readonly ListedFinding[]): readonly Marked[] {
  return listed
    .map(({ finding }) => finding)
    .filter(({ severity }) => severity !== 'notice')
    .sort((one, other) => one.from - other.from);
}

/** A mark of the check lane, in pixels of the timeline. */
interface CheckMark {
  readonly severity: FilmFinding['severity'];
  /** The first frame of the first finding. */
  readonly frame: number;
  readonly left: number;
  readonly right: number;
}

/** The minimum width of a mark in pixels. */
const MIN_MARK_WIDTH = 2;
/** The maximum gap in pixels between marks that are joined. A wider gap is visible. */
const MAX_GAP = 0.5;

/**
 * Returns the marks of findings in a part of the timeline: first the warnings and then the errors, which cover them.
 * Marks of equal severity that touch are one mark, because a movie with 1,000 scenes can have as many findings, and a
 * zoom moves each mark at each step.
 * @param findings The findings by their first frame.
 */
export function checkMarks(
  findings: readonly Marked[],
  { from, to, pixelsPerFrame }: PixelSpan & { readonly pixelsPerFrame: number },
): readonly CheckMark[] {
  return (['warning', 'error'] as const).flatMap((severity) => {
    const marks: CheckMark[] = [];
    for (const finding of findings) {
      if (finding.severity !== severity) continue;
      const left = finding.from * pixelsPerFrame;
      const right = Math.max(left + MIN_MARK_WIDTH, finding.to * pixelsPerFrame);
      if (right < from || left > to) continue;
      const last = marks.at(-1);
      if (last === undefined || left > last.right + MAX_GAP) marks.push({ severity, frame: finding.from, left, right });
      else marks[marks.length - 1] = { ...last, right: Math.max(last.right, right) };
    }
    return marks;
  });
}

interface ScrollLayerProps {
  readonly base: number;
  /** Whether the layer is stacked above the rows. */
  readonly isAbove?: boolean;
  /** Whether the layer is stacked above the scenes, although the scenes come later in the document. */
  readonly isAtCuts?: boolean;
  readonly children: ReactNode;
}

/**
 * A layer that follows the scroll position without rendering its content. Positions in the content are in pixels of the
 * timeline, relative to `base`.
 */
export function ScrollLayer({ base, isAbove = false, isAtCuts = false, children }: ScrollLayerProps) {
  const { timeline: view } = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (ref.current !== null) ref.current.style.transform = `translateX(${base - view.state.scroll}px)`;
    };
    place();
    return view.subscribe((now, before) => {
      if (now.scroll !== before.scroll) place();
    });
  }, [view, base]);
  return (
    <div
      ref={ref}
      className={clsx(
        scrollLayerStyles.layer,
        isAbove && scrollLayerStyles.above,
        isAtCuts && scrollLayerStyles.atCuts,
      )}
    >
      {children}
    </div>
  );
}

export interface RangeBarProps {
  readonly base: number;
  readonly pixelsPerFrame: number;
}

/** The in-out range, which loops and renders use. The ruler shows it as a band with a handle at each end. */
function RangeBar({ base, pixelsPerFrame }: RangeBarProps) {
  const first = useEditorValue(({ record }) => record.current.in);
  const out = useEditorValue(({ record }) => record.current.out);
  const total = useEditorValue(({ document }) => selectTotal(document.state));
  const drag = useGestureState((gesture) => (gesture.drag?.kind === 'range' ? gesture.drag : null));
  const span = spanBetween({ ...(first !== undefined && { in: first }), ...(out !== undefined && { out }) }, total);
  if (span === null) return null;
  const drawnSpan = {
    from: drag?.end === 'in' ? drag.frame : span.from,
    to: drag?.end === 'out' ? drag.frame : span.to,
  };
  const x = (frame: number) => frame * pixelsPerFrame - base;
  return (
    <>
      <i
        aria-hidden={true}
        data-range-band=""
        className={rangeBarStyles.band}
        style={{ left: x(drawnSpan.from), width: (drawnSpan.to - drawnSpan.from) * pixelsPerFrame }}
      />
      <RangeHandle end="in" span={drawnSpan} total={total} left={x(drawnSpan.from)} />
      <RangeHandle end="out" span={drawnSpan} total={total} left={x(drawnSpan.to)} />
    </>
  );
}

interface HandleProps {
  readonly end: RangeEnd;
  readonly span: { readonly from: number; readonly to: number };
  /** The length of the timeline in frames. */
  readonly total: number;
  readonly left: number;
}

function RangeHandle({ end, span, total, left }: HandleProps) {
  const { timeline: strings } = useStrings();
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  const { record } = useEditor();
  const frame = end === 'in' ? span.from : span.to;
  // The out point is the frame after the range, but its label shows the last frame of the range.
  const labeledFrame = end === 'in' ? frame : frame - 1;
  const time = rate === null ? String(labeledFrame) : formatTimecode(labeledFrame, rate);
  const setEnd = (next: number | null) =>
    record.edit(
      next === null ? message('step/clear-in-out-points') : rangeLabel(end),
      (now) => (end === 'in' ? setIn(now, next) : setOut(now, next)),
      { key: next === null ? null : `range ${end}` },
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete' || event.key === 'Backspace') setEnd(null);
    else {
      const next = frameAfterKey(event, frame, total);
      if (next === null) return;
      setEnd(placedEnd(end, next, span, total));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const label = end === 'in' ? strings.inPointHandle : strings.outPointHandle;
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
        className={clsx('draggable', rangeBarStyles.handle, end === 'in' ? rangeBarStyles.in : rangeBarStyles.out)}
        style={{ left }}
        onKeyDown={onKeyDown}
      />
    </Tooltip>
  );
}

/**
 * Returns the frame to which a key moves an end of the range; null for other keys. Arrow keys move by one frame; with
 * Shift, by ten frames. Home and End move to the limits.
 */
function frameAfterKey({ key, shiftKey }: KeyboardEvent, frame: number, total: number): number | null {
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

/**
 * The line at the current frame. It is moved without rendering, because it moves up to 60 times per second during
 * playback.
 */
export const Playhead = memo(function Playhead() {
  const editor = useEditor();
  const { timeline: view } = editor;
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const state = view.state;
      const x = xOf(editor.document.state.playhead, state);
      if (ref.current === null) return;
      ref.current.style.transform = `translateX(${Math.round(x)}px)`;
      ref.current.style.visibility = x < -8 || x > state.width + 8 ? 'hidden' : 'visible';
    };
    place();
    const stops = [
      editor.document.subscribe((now, before) => {
        if (now.playhead !== before.playhead) place();
      }),
      view.subscribe(place),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor, view]);
  return <i ref={ref} className={overlayStyles.playhead} aria-hidden={true} data-playhead="" />;
});
