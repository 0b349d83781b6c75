import type { MediaSource } from './media-source.ts';
import type { Layer, VideoLayer } from './movie.ts';

/** Those of some layers that are videos, in the same order. */
export function videosIn(layers: readonly Layer[]): readonly VideoLayer[] {
  return layers.filter((layer) => layer.kind === 'video');
}

/** The file that a layer shows; null where it is drawn by itself. */
export function shownSource(layer: Layer): MediaSource | null {
  return 'source' in layer ? layer.source : null;
}
