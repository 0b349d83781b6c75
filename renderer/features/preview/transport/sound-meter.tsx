import { useCallback, useRef } from 'react';
import { type MeterSides, useMeter } from '#renderer/common/playing/use-meter.ts';
import { METER_FLOOR } from '#renderer/film/play/meter.ts';
import type { SoundOutput } from '#renderer/film/play/sound-output.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { tokenColour } from '#renderer/ui/browser/shown-theme.ts';
import styles from './sound-meter.module.css';

const WIDTH = 72;
const HEIGHT = 14;
/** Pixels of a side's bar, and between the two. */
const BAR = 6;
const GAP = 2;
/** Red from here. */
const HOT = -1;

export interface SoundMeterProps {
  readonly output: SoundOutput | undefined;
}

/** How loud the film is while it plays: peak, average, and the highest peak of the last seconds, left over right. */
export function SoundMeter({ output }: SoundMeterProps) {
  const words = useStrings().preview.meter;
  const canvas = useRef<HTMLCanvasElement>(null);
  const paintSides = useCallback((sides: MeterSides) => {
    const context = canvas.current?.getContext('2d');
    if (context != null) paint(context, sides);
  }, []);
  const { told, clipped, takeBack } = useMeter(output, paintSides);
  return (
    <div className={styles.meter} title={words.level}>
      <canvas ref={canvas} width={WIDTH * 2} height={HEIGHT * 2} style={{ width: WIDTH, height: HEIGHT }} />
      <meter
        ref={told}
        className="visually-hidden"
        aria-label={words.level}
        min={METER_FLOOR}
        max={0}
        value={METER_FLOOR}
      />
      {clipped.includes(true) && (
        <button
          type="button"
          className={styles.clipped}
          aria-label={words.clipped}
          title={words.clipped}
          onClick={takeBack}
        />
      )}
    </div>
  );
}

function paint(context: CanvasRenderingContext2D, sides: MeterSides): void {
  context.setTransform(2, 0, 0, 2, 0, 0);
  context.clearRect(0, 0, WIDTH, HEIGHT);
  const colour = tokenColour('--text-2');
  for (const [at, { peak, rms, held }] of sides.entries()) {
    const top = at * (BAR + GAP);
    context.fillStyle = tokenColour('--line');
    context.fillRect(0, top, WIDTH, BAR);
    context.fillStyle = peak >= HOT ? tokenColour('--danger') : colour;
    context.globalAlpha = 0.5;
    context.fillRect(0, top, placeOf(peak), BAR);
    context.globalAlpha = 1;
    context.fillRect(0, top, placeOf(rms), BAR);
    if (held > METER_FLOOR) {
      context.fillStyle = held >= HOT ? tokenColour('--danger') : colour;
      context.fillRect(Math.max(0, placeOf(held) - 1), top, 1, BAR);
    }
  }
}

/** Where a level lies on the scale, in pixels from its left. */
function placeOf(level: number): number {
  return WIDTH * (1 - level / METER_FLOOR);
}
