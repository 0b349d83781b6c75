import { useEffect, useRef, useState } from 'react';
import { METER_FLOOR, type MeterSide, nextSide, SILENT_SIDE } from '../../../film/play/meter.ts';
import type { SoundOutput } from '../../../film/play/sound-output.ts';
import { useEditor } from '../../../state/editor-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import { tokenColour } from '../../../ui/browser/shown-theme.ts';
import styles from './sound-meter.module.css';

const WIDTH = 72;
const HEIGHT = 14;
/** Pixels of a side's bar, and between the two. */
const BAR = 6;
const GAP = 2;
/** Red from here. */
const HOT = -1;
/** Who has the level read aloud is told so often at most. */
const TOLD_MILLISECONDS = 500;

export interface SoundMeterProps {
  readonly output: SoundOutput | undefined;
}

/** How loud the film is while it plays: peak, average, and the highest peak of the last seconds, left over right. */
export function SoundMeter({ output }: SoundMeterProps) {
  const { preview } = useStrings();
  const words = preview.meter;
  const playing = useEditor((state) => state.playing);
  const canvas = useRef<HTMLCanvasElement>(null);
  const meter = useRef<HTMLMeterElement>(null);
  const sides = useRef<readonly [MeterSide, MeterSide]>([SILENT_SIDE, SILENT_SIDE]);
  const [clipped, setClipped] = useState(false);

  // Outside of the component tree: it changes with every frame of the screen.
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context == null || output === undefined) return;
    let before = performance.now();
    let told = Number.NEGATIVE_INFINITY;
    let frame = 0;
    const tell = (now: number) => {
      if (now - told < TOLD_MILLISECONDS) return;
      told = now;
      const level = Math.round(Math.max(...sides.current.map(({ peak }) => peak)));
      if (meter.current === null) return;
      meter.current.value = level;
      meter.current.ariaValueText =
        level <= METER_FLOOR ? words.silent : words.decibels(String(level).replace('-', '−'));
    };
    const turn = () => {
      const now = performance.now();
      const levels = playing ? output.levels() : null;
      const next = [0, 1].map((side) =>
        nextSide(sides.current[side] ?? SILENT_SIDE, levels?.[side] ?? NOTHING, before / 1000, now / 1000),
      );
      const [left = SILENT_SIDE, right = SILENT_SIDE] = next;
      sides.current = [left, right];
      before = now;
      paint(context, sides.current);
      tell(now);
      if (left.clipped || right.clipped) setClipped(true);
      const isAtRest = !playing && left.held <= METER_FLOOR && right.held <= METER_FLOOR;
      if (!isAtRest) frame = requestAnimationFrame(turn);
    };
    frame = requestAnimationFrame(turn);
    return () => cancelAnimationFrame(frame);
  }, [output, playing, words]);

  const takeBack = () => {
    const [left, right] = sides.current;
    sides.current = [
      { ...left, clipped: false },
      { ...right, clipped: false },
    ];
    setClipped(false);
  };
  return (
    <div className={styles.meter} title={words.level}>
      <canvas ref={canvas} width={WIDTH * 2} height={HEIGHT * 2} style={{ width: WIDTH, height: HEIGHT }} />
      <meter ref={meter} className="visually-hidden" aria-label={words.level} min={METER_FLOOR} max={0} />
      {clipped && (
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

const NOTHING = { peak: 0, rms: 0 };

function paint(context: CanvasRenderingContext2D, sides: readonly [MeterSide, MeterSide]): void {
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
