import { runsOut } from '#shared/film/time/source-run.ts';
import { videosIn } from '#shared/template/movie/layer-sources.ts';
import type { Scene, VideoLayer } from '#shared/template/movie/movie.ts';

/**
 * By how many frames the source moves under a scene: a pull to the right shows what came before. It ends where the
 * source does; `sourceFrames` says for each layer how many the film could take from it, null where that is not known.
 */
export function slipBy(
  { layers: all, duration }: Scene,
  moved: number,
  sourceFrames: (layer: VideoLayer) => number | null,
): number {
  const layers = videosIn(all);
  const wanted = -Math.round(moved);
  const back = Math.min(...layers.map(({ skip }) => skip));
  const ahead = layers.map((layer) => {
    const length = sourceFrames(layer);
    // One that is too short already is not made worse.
    const shown = Math.ceil(duration * layer.speed);
    return length === null || !runsOut(layer) ? Number.POSITIVE_INFINITY : Math.max(0, length - layer.skip - shown);
  });
  if (layers.length === 0) return 0;
  return Math.max(-back, Math.min(wanted, ...ahead)) || 0;
}
