import { timelineOf } from '#shared/editing/timeline.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { clipsIn } from '../layout/clips.ts';
import { useFound } from '../model/shown-rows.ts';
import { useStretch } from '../model/use-stretch.ts';
import styles from './row-search.module.css';
import { stretchesWithout } from './stretches-without.ts';

/** Lies over scenes in which nothing was found: they keep their time in the film, so that no search takes them away. */
export function NotFoundVeils({ movie }: { readonly movie: Movie }) {
  const found = useFound();
  const { base, from, to, pixelsPerFrame } = useStretch();
  if (found === null) return null;
  const boxes = clipsIn(timelineOf(movie), { from, to }, pixelsPerFrame);
  return stretchesWithout(boxes, found.scenes).map(({ left, right }) => (
    <i key={left} aria-hidden={true} className={styles.veil} style={{ left: left - base, width: right - left }} />
  ));
}
