import { clsx } from 'clsx';
import { useMemo } from 'react';
import { formatTimecode } from '../../../shared/editing/timecode.ts';
import { useEditor } from '../../state/editor-context.tsx';
import { selectRate } from '../../state/selectors.ts';
import { tickSteps, ticksBetween } from './layout/ticks.ts';
import { MarkerFlags } from './marker-flags.tsx';
import styles from './ruler.module.css';
import { ScrollLayer } from './scroll-layer.tsx';
import { useStretch } from './use-stretch.ts';

const kinds = { major: styles.major, middle: styles.middle, minor: undefined } as const;

/** Time, as timecode and frames, and the markers. */
export function Ruler() {
  const rate = useEditor(selectRate);
  const { base, from, to, pixelsPerFrame } = useStretch();
  const ticks = useMemo(
    () =>
      rate === null ? [] : ticksBetween(tickSteps(rate, pixelsPerFrame), from / pixelsPerFrame, to / pixelsPerFrame),
    [rate, pixelsPerFrame, from, to],
  );
  return (
    <div className={styles.ruler} data-ruler="">
      <ScrollLayer base={base}>
        <div aria-hidden={true}>
          {ticks.map(({ frame, kind }) => (
            <i key={frame} className={clsx(styles.tick, kinds[kind])} style={{ left: frame * pixelsPerFrame - base }}>
              {kind === 'major' && rate !== null && (
                <span className={clsx(styles.label, 'tabular')}>
                  {formatTimecode(frame, rate)}
                  <span className={styles.frame}>{frame}</span>
                </span>
              )}
            </i>
          ))}
        </div>
        <MarkerFlags base={base} pixelsPerFrame={pixelsPerFrame} from={from} to={to} />
      </ScrollLayer>
    </div>
  );
}
