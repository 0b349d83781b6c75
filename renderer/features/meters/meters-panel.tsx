import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type StereoLevels, useMeter, useSoundOutput } from '#renderer/editor/sound-output.ts';
import { METER_FLOOR } from '#renderer/playback/play/meter.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { tokenColor } from '#renderer/ui/browser/shown-theme.ts';
import { formatFixed } from '#renderer/ui/format/number.ts';
import styles from './meters-panel.module.css';

/** The width of a channel's bar and the gap between the two bars, in pixels. */
const BAR_WIDTH = 12;
const BAR_GAP = 4;
const WIDTH = 2 * BAR_WIDTH + BAR_GAP;
/** The canvas pixels per CSS pixel. */
const CANVAS_SCALE = 2;
/** The labeled levels beside a meter, in dBFS. */
const LABELED_LEVELS = [0, -6, -12, -18, -24, -36, -48, -60] as const;
/** The levels in dBFS at which the red and the yellow zone of a bar begin. */
const RED_LEVEL = -1;
const YELLOW_LEVEL = -12;

/**
 * The meters of the left and right channel during playback, with a scale. The levels change in every display frame, so
 * they are painted on a canvas without a React render.
 */
export function MetersPanel() {
  const strings = useStrings().preview.meter;
  const output = useSoundOutput();
  const canvas = useRef<HTMLCanvasElement>(null);
  const number = useRef<HTMLSpanElement>(null);
  const highest = useRef(METER_FLOOR);
  const height = useHeight(canvas);
  const paintLevels = useCallback(
    (levels: StereoLevels) => {
      const context = canvas.current?.getContext('2d');
      if (context == null || height === 0) return;
      paint(context, levels, height);
      highest.current = Math.max(highest.current, ...levels.map(({ peak }) => peak));
      if (number.current !== null) number.current.textContent = shortLevel(highest.current);
    },
    [height],
  );
  const { meterRef, clipped, resetClipping } = useMeter(output, paintLevels);
  const forget = () => {
    resetClipping();
    highest.current = METER_FLOOR;
    if (number.current !== null) number.current.textContent = shortLevel(METER_FLOOR);
  };
  return (
    <section aria-label={strings.area} className={styles.meters}>
      <div className={styles.sides} aria-hidden>
        {strings.sides.map((side, index) => (
          <span key={side} data-clipped={clipped[index] === true || undefined}>
            {side}
          </span>
        ))}
      </div>
      <div className={styles.body}>
        <canvas
          ref={canvas}
          width={WIDTH * CANVAS_SCALE}
          height={Math.max(1, height * CANVAS_SCALE)}
          className={styles.bars}
        />
        <div className={styles.scale} aria-hidden>
          {LABELED_LEVELS.map((mark) => (
            <span key={mark} style={{ bottom: `${meterFraction(mark) * 100}%` }}>
              {String(mark).replace('-', '−')}
            </span>
          ))}
        </div>
      </div>
      <meter
        ref={meterRef}
        className="visually-hidden"
        aria-label={strings.level}
        min={METER_FLOOR}
        max={0}
        value={METER_FLOOR}
      />
      <button
        type="button"
        className={styles.highest}
        title={strings.highestHint}
        aria-label={clipped.includes(true) ? strings.clipped : strings.highestHint}
        data-clipped={clipped.includes(true) || undefined}
        onClick={forget}
      >
        <span ref={number} className="tabular">
          {shortLevel(METER_FLOOR)}
        </span>
        <small>{strings.highest}</small>
      </button>
    </section>
  );
}

/** Observes the height of an element in pixels. */
function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => setHeight(Math.round(current.clientHeight)));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

/**
 * Paints the peak in a pale color, the mean (RMS) in a full color, and the held peak as a line. High levels have other
 * colors.
 */
function paint(context: CanvasRenderingContext2D, levels: StereoLevels, height: number): void {
  context.setTransform(CANVAS_SCALE, 0, 0, CANVAS_SCALE, 0, 0);
  context.clearRect(0, 0, WIDTH, height);
  const zones = [
    { from: METER_FLOOR, to: YELLOW_LEVEL, colour: tokenColor('--audio') },
    { from: YELLOW_LEVEL, to: RED_LEVEL, colour: tokenColor('--warning') },
    { from: RED_LEVEL, to: 0, colour: tokenColor('--danger') },
  ];
  const yOf = (level: number) => height * (1 - meterFraction(level));
  for (const [at, { peak, rms, peakHold }] of levels.entries()) {
    const x = at * (BAR_WIDTH + BAR_GAP);
    context.fillStyle = tokenColor('--line');
    context.fillRect(x, 0, BAR_WIDTH, height);
    for (const { from, to, colour } of zones) {
      context.fillStyle = colour;
      for (const [level, alpha] of [
        [peak, 0.5],
        [rms, 1],
      ] as const) {
        if (level <= from) continue;
        const top = yOf(Math.min(level, to));
        context.globalAlpha = alpha;
        context.fillRect(x, top, BAR_WIDTH, yOf(from) - top);
      }
    }
    context.globalAlpha = 1;
    if (peakHold <= METER_FLOOR) continue;
    context.fillStyle = tokenColor(peakHold >= RED_LEVEL ? '--danger' : '--text');
    context.fillRect(x, Math.min(height - 1, yOf(peakHold)), BAR_WIDTH, 1);
  }
}

/** Returns the height of a level on a meter, from 0 at the floor to 1 at full scale. */
export function meterFraction(level: number): number {
  return Math.min(1, Math.max(0, 1 - level / METER_FLOOR));
}

/** Formats a level in dBFS with one decimal; `−∞` for silence. */
export function shortLevel(level: number): string {
  return level <= METER_FLOOR ? '−∞' : formatFixed(level, 1).replace('-', '−');
}
