import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type ChannelLevels, METER_FLOOR, nextLevels, SILENT_CHANNEL } from '#renderer/playback/play/meter.ts';
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
export type StereoLevels = readonly [ChannelLevels, ChannelLevels];

export interface Meter {
  /** The `meter` element that reports the level to screen readers. */
  readonly meterRef: RefObject<HTMLMeterElement | null>;
  /** Whether each channel has reached full scale since the last reset. */
  readonly clipped: readonly [boolean, boolean];
  readonly resetClipping: () => void;
}

/**
 * Follows the sound level during playback. `paint` draws outside React, because the meter changes in each animation
 * frame. It must be a stable function.
 */
export function useMeter(output: SoundOutput | undefined, paint: (channels: StereoLevels) => void): Meter {
  const strings = useStrings().preview.meter;
  const playing = useEditorValue(({ document }) => document.state.playing);
  const meterRef = useRef<HTMLMeterElement>(null);
  const channels = useRef<StereoLevels>([SILENT_CHANNEL, SILENT_CHANNEL]);
  const theme = useShownTheme();
  const [clipped, setClipped] = useState<readonly [boolean, boolean]>([false, false]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `paint` uses the colors of the theme
  useEffect(() => paint(channels.current), [paint, theme]);
  useEffect(() => {
    if (output === undefined) return;
    let before = performance.now();
    let reportedAt = Number.NEGATIVE_INFINITY;
    let frame = 0;
    const report = (now: number) => {
      if (now - reportedAt < METER_MILLISECONDS || meterRef.current === null) return;
      reportedAt = now;
      const level = Math.round(Math.max(...channels.current.map(({ peak }) => peak)));
      meterRef.current.value = level;
      meterRef.current.ariaValueText =
        level <= METER_FLOOR ? strings.silent : strings.decibels(String(level).replace('-', '−'));
    };
    const updateFrame = () => {
      const now = performance.now();
      const levels = playing ? output.levels() : null;
      const next = (channel: 0 | 1) =>
        nextLevels(channels.current[channel], levels?.[channel] ?? NOTHING, before / 1000, now / 1000);
      const [left, right] = [next(0), next(1)];
      channels.current = [left, right];
      before = now;
      paint(channels.current);
      report(now);
      setClipped((clippedBefore) =>
        clippedBefore[0] === left.clipped && clippedBefore[1] === right.clipped
          ? clippedBefore
          : [left.clipped, right.clipped],
      );
      const isAtRest = !playing && left.peakHold <= METER_FLOOR && right.peakHold <= METER_FLOOR;
      if (!isAtRest) frame = requestAnimationFrame(updateFrame);
    };
    frame = requestAnimationFrame(updateFrame);
    return () => cancelAnimationFrame(frame);
  }, [output, playing, strings, paint]);

  const resetClipping = useCallback(() => {
    const [left, right] = channels.current;
    channels.current = [
      { ...left, clipped: false },
      { ...right, clipped: false },
    ];
    setClipped([false, false]);
  }, []);
  return { meterRef, clipped, resetClipping };
}
