import { memo, useMemo } from 'react';
import { useCaptions } from '#renderer/common/sources/use-captions.ts';
import { shownCues } from '#shared/captions/shown-cues.ts';
import type { CaptionsLayer } from '#shared/template/movie/movie.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import styles from './bar.module.css';

interface BarCuesProps {
  readonly layer: CaptionsLayer;
  /** Of the layer, in frames. */
  readonly length: number;
  readonly rate: FrameRate;
  /** What is in sight of the bar, in its pixels. */
  readonly from: number;
  readonly to: number;
  readonly inset: number;
  readonly pixelsPerFrame: number;
}

/** Pixels: narrower cues say nothing. */
const WORDS = 24;

/** The cues of captions, each as long as it is seen. */
export const BarCues = memo(function BarCues(props: BarCuesProps) {
  const { layer, length, rate, from, to, inset, pixelsPerFrame } = props;
  const captions = useCaptions(layer.source);
  const cues = useMemo(
    () => (captions === null ? [] : shownCues(captions.cues, layer, rate, { from: 0, to: length })),
    [captions, layer, rate, length],
  );
  let free = Number.NEGATIVE_INFINITY;
  return cues.map((cue) => {
    const left = Math.max(0, cue.from) * pixelsPerFrame;
    const width = Math.min(length, cue.to) * pixelsPerFrame - left;
    // Zoom parts what lies within a pixel.
    if (left + width < from || left > to || left < free) return null;
    free = left + 1;
    return (
      <span
        key={`${cue.from} ${cue.text}`}
        className={styles.cue}
        style={{ left: left - inset, width: Math.max(1, width - 1) }}
        title={cue.text}
      >
        {width >= WORDS && cue.text.replaceAll(/\s+/g, ' ')}
      </span>
    );
  });
});
