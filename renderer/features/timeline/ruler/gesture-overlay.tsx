import { clsx } from 'clsx';
import { Magnet } from 'lucide-react';
import { memo } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectRate } from '#renderer/editor/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatFixed } from '#renderer/ui/format/number.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import type { Drag, Tip } from '../model/gesture-state.ts';
import { useGestureState, useTimelineView } from '../model/timeline-context.tsx';
import styles from './gesture-overlay.module.css';
import { ScrollLayer } from './ruler.tsx';

/** The space in pixels that a tooltip needs to the right of the edge. With less space, the tooltip is on the left. */
const MIN_TOOLTIP_SPACE = 280;

/** The elements that a gesture draws over the lanes. */
export const GestureOverlay = memo(function GestureOverlay() {
  const drag = useGestureState((gesture) => gesture.drag);
  const isBlade = useTimelineView((view) => view.tool === 'blade');
  const bladeFrame = useGestureState((gesture) => gesture.blade);
  const blade = isBlade ? bladeFrame : null;
  const base = useTimelineView((view) => Math.floor(view.scroll / 512) * 512);
  const pixelsPerFrame = useTimelineView((view) => view.pixelsPerFrame);
  const rate = useEditorValue(({ document }) => selectRate(document.state));
  if (drag === null && blade === null) return null;
  const x = (frame: number) => frame * pixelsPerFrame - base;
  return (
    <ScrollLayer base={base} isAbove>
      {blade !== null && <i className={clsx(styles.line, styles.blade)} style={{ left: x(blade) }} />}
      {drag !== null && <DragOverlay drag={drag} x={x} base={base} rate={rate} />}
    </ScrollLayer>
  );
});

interface DragOverlayProps {
  readonly drag: Drag;
  readonly x: (frame: number) => number;
  readonly base: number;
  readonly rate: FrameRate | null;
}

function DragOverlay({ drag, x, base, rate }: DragOverlayProps) {
  const { timeline: strings } = useStrings();
  switch (drag.kind) {
    case 'trim':
      return (
        <>
          {drag.snapFrame !== null && (
            <i className={clsx(styles.line, styles.snap)} style={{ left: x(drag.snapFrame) }} data-snap-line="" />
          )}
          <DragTooltip tip={drag.tip} base={base} rate={rate} />
        </>
      );
    case 'bar':
      return (
        <>
          {drag.snapFrame !== null && (
            <i className={clsx(styles.line, styles.snap)} style={{ left: x(drag.snapFrame) }} data-snap-line="" />
          )}
          <DragTooltip tip={drag.tip} base={base} rate={rate} top={drag.top - ABOVE_BAR} />
        </>
      );
    case 'rows':
      return null;
    case 'slip':
      return <DragTooltip tip={drag.tip} base={base} rate={rate} />;
    case 'marker':
    case 'range':
      return drag.snapFrame === null ? null : (
        <i className={clsx(styles.line, styles.snap)} style={{ left: x(drag.snapFrame) }} data-snap-line="" />
      );
    case 'move':
      return drag.gap === null ? null : (
        <>
          <i className={clsx(styles.line, styles.gap)} style={{ left: x(drag.gap.frame) }} data-gap="" />
          <span className={styles.tip} style={{ left: x(drag.gap.frame) + 8 }}>
            {strings.moveHere(drag.scenes.size)}
          </span>
        </>
      );
    case 'drop':
      return <DropOverlay drag={drag} x={x} base={base} />;
    case 'box':
      return (
        <i
          className={styles.box}
          style={{
            left: drag.box.left - base,
            width: drag.box.right - drag.box.left,
            top: drag.box.top,
            height: drag.box.bottom - drag.box.top,
          }}
        />
      );
    case 'scrub':
      return null;
    default:
      return drag satisfies never;
  }
}

function DropOverlay({
  drag: { target, label, hint, left },
  x,
  base,
}: Pick<DragOverlayProps, 'x' | 'base'> & { readonly drag: Extract<Drag, { kind: 'drop' }> }) {
  return (
    <>
      {target.kind === 'insert' ? (
        <i className={clsx(styles.line, styles.gap)} style={{ left: x(target.gap.frame) }} data-gap="" />
      ) : (
        <i
          className={clsx(styles.over, target.kind === 'layer' && styles.asLayer)}
          style={{ left: x(target.start), width: x(target.end) - x(target.start) }}
        />
      )}
      <span className={styles.tip} style={{ left: left - base + 12 }} data-tip="">
        <b className={styles.strong}>{label}</b>
        {hint !== null && <span className={styles.third}>{hint}</span>}
      </span>
    </>
  );
}

/** The distance in pixels between the pointer and the tooltip of a bar above it. */
const ABOVE_BAR = 44;

interface DragTooltipProps {
  readonly tip: Tip;
  readonly base: number;
  readonly rate: FrameRate | null;
  /** The distance from the top of the ruler in pixels. The default position is below the ruler. */
  readonly top?: number;
}

function DragTooltip({ tip, base, rate, top }: DragTooltipProps) {
  const { timeline: strings } = useStrings();
  const { frames, difference, note, tone } = tip;
  const isAtEnd = useTimelineView(({ scroll, width }) => tip.left - scroll > width - MIN_TOOLTIP_SPACE);
  const seconds = rate === null ? null : formatFixed((frames * rate.denominator) / rate.numerator, 3);
  return (
    <span
      className={clsx(styles.tip, 'tabular', isAtEnd && styles.before)}
      style={{ left: tip.left - base + 8, top }}
      data-tip=""
    >
      {tip.text !== undefined && <b className={styles.strong}>{tip.text}</b>}
      {tone === 'snapped' && <Icon icon={Magnet} size={12} />}
      {tip.text === undefined && (
        <>
          <b className={styles.strong}>{strings.shortFrames(frames)}</b>
          {seconds !== null && <span className={styles.second}>{strings.seconds(seconds)}</span>}
          <span className={difference < 0 ? styles.less : difference > 0 ? styles.more : styles.third}>
            {strings.difference(difference)}
          </span>
        </>
      )}
      {note !== null && <span className={tone === 'refused' ? styles.refused : styles.third}>{note}</span>}
    </span>
  );
}
