import { clsx } from 'clsx';
import { memo, useMemo } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectRate } from '#renderer/state/selectors.ts';
import { formatTimecode } from '#shared/editing/timecode.ts';
import { tickSteps, ticksBetween } from '../layout/ticks.ts';
import { useTimelineView } from '../model/timeline-context.tsx';
import { useStretch } from '../model/use-stretch.ts';
import { MarkerFlags } from './marker-flags.tsx';
import { RangeBar } from './range-bar.tsx';
import styles from './ruler.module.css';
import { ScrollLayer } from './scroll-layer.tsx';

const kinds = { major: styles.major, middle: styles.middle, minor: undefined } as const;

/** Time, as timecode or in frames, and the markers. */
export const Ruler = memo(function Ruler() {
  const rate = useEditor(selectRate);
  const unit = useTimelineView((view) => view.rulerUnit);
  const { base, from, to, pixelsPerFrame } = useStretch();
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
        <MarkerFlags base={base} pixelsPerFrame={pixelsPerFrame} from={from} to={to} />
      </ScrollLayer>
    </div>
  );
});
