import { scenesBetween, timelineOf } from '../../../shared/editing/timeline.ts';
import { framesToSeconds, SAMPLE_RATE } from '../../../shared/template/frame-rate.ts';
import type { Layer, Movie } from '../../../shared/template/movie.ts';

/** What of one layer is heard in a stretch of the film. */
export interface SoundPiece {
  readonly layer: Layer;
  /** From the beginning of the stretch, in samples of the film. */
  readonly after: number;
  readonly length: number;
  /** Where in the source it begins. */
  readonly sourceSeconds: number;
}

/** All that is heard from sample `from` of the film on, for `length` samples; layers are mixed at their own loudness. */
export function soundPieces(movie: Movie, from: number, length: number): readonly SoundPiece[] {
  const timeline = timelineOf(movie);
  const { numerator, denominator } = movie.frameRate;
  const sampleOf = (frame: number) => (frame * SAMPLE_RATE * denominator) / numerator;
  const frameOf = (sample: number) => (sample * numerator) / (SAMPLE_RATE * denominator);
  const end = from + length;
  return scenesBetween(timeline, Math.floor(frameOf(from)), Math.ceil(frameOf(end))).flatMap((place) => {
    const [sceneStart, sceneEnd] = [sampleOf(place.start), sampleOf(place.end)];
    const [first, last] = [Math.max(from, sceneStart), Math.min(end, sceneEnd)];
    if (last - first < 0.5) return [];
    return place.scene.layers
      .filter((layer) => layer.enabled && layer.audio)
      .map((layer) => ({
        layer,
        after: first - from,
        length: last - first,
        sourceSeconds: framesToSeconds(layer.skip, movie.frameRate) + (first - sceneStart) / SAMPLE_RATE,
      }));
  });
}
