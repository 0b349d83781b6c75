import { clsx } from 'clsx';
import { useCallback, useMemo } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectRate } from '#renderer/state/selectors.ts';
import { tokenColour } from '#renderer/ui/browser/shown-theme.ts';
import { PaintedCanvas } from '../clips/painted-canvas.tsx';
import type { BarRow } from '../grid/row.ts';
import { keyFramesOf, wedgesOf } from '../model/bar-marks.ts';
import type { useStretch } from '../model/use-stretch.ts';
import styles from './bar.module.css';

interface BarMarksProps {
  readonly row: BarRow;
  readonly stretch: ReturnType<typeof useStretch>;
  /** What is drawn of the bar, in pixels from the film's beginning. */
  readonly shownLeft: number;
  readonly shownRight: number;
  /** Whether its marks can be dragged. */
  readonly active: boolean;
}

/** Half of a key in pixels, and the lowest part of a bar that keys are painted in. */
const HALF_KEY = 4;
const KEYS_HEIGHT = 10;

/** What moves a layer: wedges of presets that come in or go out, diamonds of keys. */
export function BarMarks(props: BarMarksProps) {
  const { row } = props;
  return row.kind === 'layer' && row.layer.animations.length + row.layer.effects.length > 0 ? (
    <LayerMarks {...props} row={row} />
  ) : null;
}

function LayerMarks({
  row,
  stretch: { pixelsPerFrame },
  shownLeft,
  shownRight,
  active,
}: BarMarksProps & { readonly row: Extract<BarRow, { kind: 'layer' }> }) {
  const rate = useEditor(selectRate);
  const { layer } = row;
  const length = Math.max(1, Math.min(row.end, Math.max(row.limit, row.start)) - row.start);
  const wedges = useMemo(() => (rate === null ? [] : wedgesOf(layer, length, rate)), [layer, length, rate]);
  const keys = useMemo(() => keyFramesOf(layer, length), [layer, length]);
  const begin = row.start * pixelsPerFrame - shownLeft;
  return (
    <>
      {wedges.map(({ way, length: reach, animation }) => {
        const width = reach * pixelsPerFrame;
        const left = way === 'in' ? begin : begin + length * pixelsPerFrame - width;
        return (
          <span key={animation}>
            <i className={clsx(styles.wedge, way === 'in' ? styles.comes : styles.goes)} style={{ left, width }} />
            {width > 6 && (
              <i
                className={clsx(styles.dot, active && styles.dotOn)}
                style={{ left: way === 'in' ? left + width : left }}
                data-handle={way === 'in' ? 'wedge-in' : 'wedge-out'}
                data-animation={animation}
              />
            )}
          </span>
        );
      })}
      {keys.length > 0 && (
        <Keys keys={keys} begin={begin} pixelsPerFrame={pixelsPerFrame} width={shownRight - shownLeft} on={active} />
      )}
    </>
  );
}

interface KeysProps {
  readonly keys: readonly number[];
  readonly begin: number;
  readonly pixelsPerFrame: number;
  readonly width: number;
  readonly on: boolean;
}

function Keys({ keys, begin, pixelsPerFrame, width, on }: KeysProps) {
  const paint = useCallback(
    (context: CanvasRenderingContext2D) => {
      context.fillStyle = tokenColour(on ? '--on-accent' : '--text');
      // A hairline parts a key from the bar and its words.
      context.strokeStyle = tokenColour(on ? '--accent-fill' : '--sunken');
      for (const key of keys) {
        const x = begin + key * pixelsPerFrame;
        if (x < -HALF_KEY || x > width + HALF_KEY) continue;
        const y = KEYS_HEIGHT / 2;
        context.beginPath();
        context.moveTo(x, y - HALF_KEY);
        context.lineTo(x + HALF_KEY, y);
        context.lineTo(x, y + HALF_KEY);
        context.lineTo(x - HALF_KEY, y);
        context.closePath();
        context.fill();
        context.stroke();
      }
    },
    [keys, begin, pixelsPerFrame, width, on],
  );
  return <PaintedCanvas className={styles.keys} width={width} height={KEYS_HEIGHT} paint={paint} />;
}
