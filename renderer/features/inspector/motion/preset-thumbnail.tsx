import { useEffect, useMemo, useRef } from 'react';
import { useShownTheme } from '#renderer/ui/browser/shown-theme.ts';
import { useInSight } from '#renderer/ui/browser/use-in-sight.ts';
import type { PresetType } from '#shared/template/values/animation.ts';
import { paintSample } from './paint-sample.ts';
import styles from './preset-gallery.module.css';
import { frameAfter, isOver, type SampleFilm, sampleMotion, stillFrame, type Written } from './sample-motion.ts';

export interface PresetThumbnailProps {
  readonly preset: PresetType;
  /** The same as long as it says the same. */
  readonly written: Written | undefined;
  readonly film: SampleFilm;
  /** Round and round, or once; else it stands still. */
  readonly plays: 'on' | 'once' | null;
  readonly onPlayed: () => void;
}

/** What a preset does, as the film does it. It is painted while it is in sight, and moves outside of the page's tree. */
export function PresetThumbnail({ preset, written, film, plays, onPlayed }: PresetThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useShownTheme();
  const isInSight = useInSight(canvas);
  const sample = useMemo(() => sampleMotion(preset, written), [preset, written]);
  useEffect(() => {
    // Its colours are those of the theme.
    void theme;
    const target = canvas.current;
    if (target === null || sample === null || !isInSight) return;
    if (plays === null) return paintSample(target, sample, stillFrame(sample, film), film);
    let next = 0;
    let begin: number | null = null;
    let shown = -1;
    const draw = (now: number) => {
      begin ??= now;
      const seconds = (now - begin) / 1000;
      if (plays === 'once' && isOver(seconds)) return onPlayed();
      const frame = frameAfter(seconds, film);
      if (frame !== shown) paintSample(target, sample, frame, film);
      shown = frame;
      next = requestAnimationFrame(draw);
    };
    next = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(next);
  }, [theme, isInSight, sample, film, plays, onPlayed]);
  return <canvas ref={canvas} aria-hidden className={styles.picture} />;
}
