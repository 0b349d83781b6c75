import { memo, useEffect, useRef } from 'react';
import { drawFilm } from '#renderer/film/strips/draw-film.ts';
import { type FilmFormat, filmTiles } from '#renderer/film/strips/film-plan.ts';
import { useScreenScale } from '#renderer/ui/browser/screen-scale.ts';
import type { Scene } from '#shared/template/movie/movie.ts';
import { useTimelineContext } from '../model/timeline-context.tsx';
import { usePainting } from './use-painting.ts';

/** Pixels below which a scene shows the middle of its picture, not the left edge. */
const NARROW = 40;

export interface ClipFilmProps {
  readonly movie: FilmFormat;
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
  const { library, artist, pictures } = useTimelineContext();
  const ref = useRef<HTMLCanvasElement>(null);
  const scale = useScreenScale();
  const size = {
    width: Math.max(2, Math.round((height * scale * movie.width) / movie.height)),
    height: Math.max(2, Math.round(height * scale)),
  };
  const tileWidth = size.width / scale;
  const tiles = filmTiles({ width, duration: scene.duration, pixelsPerFrame }, tileWidth, { from, to });
  const secondsPerTile = ((tileWidth / pixelsPerFrame) * movie.frameRate.denominator) / movie.frameRate.numerator;
  const cropped = width < NARROW ? Math.max(0, (tileWidth - width) / 2) : 0;
  const place = { left: (tiles[0]?.left ?? 0) - cropped, width: tiles.length * tileWidth, height, pixelsPerFrame };
  const later = usePainting(ref, place, (canvas, urgency) =>
    drawFilm(canvas, { library, artist, pictures, movie, scene, tiles, size, secondsPerTile }, urgency),
  );
  useEffect(() => library.subscribe(later), [library, later]);
  useEffect(() => pictures.subscribe(later), [pictures, later]);
  return <canvas ref={ref} />;
});
