import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { METER_FLOOR, type MeterSide, nextSide, SILENT_SIDE } from '#renderer/playback/play/meter.ts';
import type { SoundOutput } from '#renderer/playback/play/sound-output.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useShownTheme } from '#renderer/ui/browser/shown-theme.ts';
import { useEditor, useEditorValue } from './editor-context.tsx';

/** Shares the preview's sound output with the rest of the editor while the component is mounted. */
export function useShareSoundOutput(output: SoundOutput | undefined): void {
  const editor = useEditor();
  useEffect(() => {
    editor.view.set({ soundOutput: output });
    return () => editor.view.set({ soundOutput: undefined });
  }, [editor, output]);
}

/** Returns the sound output of the open movie; undefined if there is none. */
export function useSoundOutput(): SoundOutput | undefined {
  return useEditorValue(({ view }) => view.state.soundOutput);
}

/** The minimum interval in milliseconds between updates for screen readers. */
const METER_MILLISECONDS = 500;
const NOTHING = { peak: 0, rms: 0 };

/** The left and the right channel. */
export type MeterSides = readonly [MeterSide, MeterSide];

export interface Meter {
  /** The `meter` element that reports the level to screen readers. */
  readonly reported: RefObject<HTMLMeterElement | null>;
  /** Whether each channel has reached full scale since the last reset. */
  readonly clipped: readonly [boolean, boolean];
  readonly takeBack: () => void;
}

/**
 * Follows the sound level during playback. `paint` is called outside React, because the meter changes with every
 * animation frame. It must be a stable function.
 */
export function useMeter(output: SoundOutput | undefined, paint: (sides: MeterSides) => void): Meter {
  const strings = useStrings().preview.meter;
  const playing = useEditorValue(({ document }) => document.state.playing);
  const reported = useRef<HTMLMeterElement>(null);
  const sides = useRef<MeterSides>([SILENT_SIDE, SILENT_SIDE]);
  const theme = useShownTheme();
  const [clipped, setClipped] = useState<readonly [boolean, boolean]>([false, false]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the paint uses the colors of the theme
  useEffect(() => paint(sides.current), [paint, theme]);
  useEffect(() => {
    if (output === undefined) return;
    let before = performance.now();
    let reportedAt = Number.NEGATIVE_INFINITY;
    let frame = 0;
    const report = (now: number) => {
      if (now - reportedAt < METER_MILLISECONDS || reported.current === null) return;
      reportedAt = now;
      const level = Math.round(Math.max(...sides.current.map(({ peak }) => peak)));
      reported.current.value = level;
      reported.current.ariaValueText =
        level <= METER_FLOOR ? strings.silent : strings.decibels(String(level).replace('-', '−'));
    };
    const updateFrame = () => {
      const now = performance.now();
      const levels = playing ? output.levels() : null;
      const next = (side: 0 | 1) => nextSide(sides.current[side], levels?.[side] ?? NOTHING, before / 1000, now / 1000);
      const [left, right] = [next(0), next(1)];
      sides.current = [left, right];
      before = now;
      paint(sides.current);
      report(now);
      setClipped((clippedBefore) =>
        clippedBefore[0] === left.clipped && clippedBefore[1] === right.clipped
          ? clippedBefore
          : [left.clipped, right.clipped],
      );
      const isAtRest = !playing && left.held <= METER_FLOOR && right.held <= METER_FLOOR;
      if (!isAtRest) frame = requestAnimationFrame(updateFrame);
    };
    frame = requestAnimationFrame(updateFrame);
    return () => cancelAnimationFrame(frame);
  }, [output, playing, strings, paint]);

  const takeBack = useCallback(() => {
    const [left, right] = sides.current;
    sides.current = [
      { ...left, clipped: false },
      { ...right, clipped: false },
    ];
    setClipped([false, false]);
  }, []);
  return { reported, clipped, takeBack };
}
