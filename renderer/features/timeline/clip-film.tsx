import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Movie, Scene } from '../../../shared/template/movie.ts';
import { drawFilm } from './film/draw-film.ts';
import { filmTiles } from './film/film-plan.ts';
import { useTimelineParts } from './timeline-context.tsx';

export interface ClipFilmProps {
  readonly movie: Pick<Movie, 'width' | 'height' | 'frameRate'>;
  readonly scene: Scene;
  readonly pixelsPerFrame: number;
  readonly width: number;
  /** What of it may be seen, in pixels from its left edge. */
  readonly from: number;
  readonly to: number;
  readonly height: number;
}

/** The pictures of a scene after their effects; only those in sight. */
export const ClipFilm = memo(function ClipFilm(props: ClipFilmProps) {
  const { movie, scene, pixelsPerFrame, width, from, to, height } = props;
  const { library, artist } = useTimelineParts();
  const ref = useRef<HTMLCanvasElement>(null);
  const scheduled = useRef(0);
  const scale = Math.min(2, window.devicePixelRatio || 1);
  const size = {
    width: Math.max(2, Math.round((height * scale * movie.width) / movie.height)),
    height: Math.max(2, Math.round(height * scale)),
  };
  const tileWidth = size.width / scale;
  const tiles = filmTiles({ width, duration: scene.duration, pixelsPerFrame }, tileWidth, { from, to });
  const left = tiles[0]?.left ?? 0;

  const draw = (): boolean => {
    const canvas = ref.current;
    if (canvas === null) return true;
    return drawFilm(canvas, { library, artist, movie, scene, tiles, size, secondsPerTile: secondsOf(tileWidth) });
  };
  const secondsOf = (pixels: number) =>
    ((pixels / pixelsPerFrame) * movie.frameRate.denominator) / movie.frameRate.numerator;
  // The newest way to draw, for pictures that come later.
  const latest = useRef(draw);
  const schedule = useCallback(() => {
    if (scheduled.current !== 0) return;
    scheduled.current = requestAnimationFrame(() => {
      scheduled.current = 0;
      if (!latest.current()) schedule();
    });
  }, []);
  // At once, not in the next frame: a canvas that was moved must not be seen with its old pictures.
  useLayoutEffect(() => {
    latest.current = draw;
    if (!draw()) schedule();
  });
  useEffect(() => {
    const stop = library.subscribe(schedule);
    return () => {
      stop();
      cancelAnimationFrame(scheduled.current);
      scheduled.current = 0;
    };
  }, [library, schedule]);

  return <canvas ref={ref} style={{ left, width: tiles.length * tileWidth, height }} />;
});
