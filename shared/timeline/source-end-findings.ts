import { assertNever } from '../lib/assert.ts';
import { onceFor } from '../lib/once-for.ts';
import { message } from '../messages/message.ts';
import type { Finding } from '../template/document/problem.ts';
import {
  type FileCaptions,
  type Layer,
  type Movie,
  type Scene,
  type SoundLayer,
  sourceLabel,
  type VideoLayer,
} from '../template/movie/movie.ts';
import { sourceKey, withNestedLayers } from '../template/movie/used-sources.ts';
import { framesToSeconds } from '../template/values/frame-rate.ts';
import { buildTimeline } from './build-timeline.ts';
import { type EndsOf, type SourceEnds, videoEnd } from './timeline-kinds.ts';

/**
 * Reports videos, sounds, and captions that begin or freeze after the end of their source. Reports each source without
 * the required picture or sound at its first use.
 */
export function sourceEndFindings(movie: Movie, endsOf: EndsOf): readonly Finding[] {
  const missing = new Set<string>();
  return playedLayers(movie).flatMap((layer): readonly Finding[] => {
    const ends = layer.enabled ? endsOf(layer) : null;
    if (ends === null) return [];
    const lacking = lackingStream(layer, ends);
    if (lacking !== null) {
      const key = `${lacking} ${sourceKey(layer.source)}`;
      if (missing.has(key)) return [];
      missing.add(key);
      return [{ code: lacking, at: { node: layer.id }, says: message(lacking, { source: sourceLabel(layer.source) }) }];
    }
    const freeze = layer.kind === 'video' ? layer.freeze : null;
    const seconds = freeze === null ? sourceEndOf(layer, ends) : ends.picture;
    if (seconds === null || framesToSeconds(freeze ?? layer.skip, movie.frameRate) < seconds) return [];
    const values = { source: sourceLabel(layer.source), seconds };
    return [
      freeze === null
        ? {
            code: 'source/ended',
            at: { node: layer.id, attribute: 'skip' },
            says: message('source/ended', values),
          }
        : {
            code: 'source/ended',
            at: { node: layer.id, attribute: 'freeze' },
            says: message('source/ended-freeze', values),
          },
    ];
  });
}

/** Returns the problem of a layer whose source has no stream of the required kind; null if the source has it. */
function lackingStream(
  { kind }: PlayedLayer,
  { picture, sound }: SourceEnds,
): 'source/no-picture' | 'source/no-sound' | null {
  if (kind === 'video' && picture === null && sound !== null) return 'source/no-picture';
  return kind === 'audio' && sound === null && picture !== null ? 'source/no-sound' : null;
}

type PlayedLayer = VideoLayer | FileCaptions | SoundLayer;

/** Returns the videos, sounds, and captions of a movie that are played on the timeline. */
function playedLayers(movie: Movie): readonly PlayedLayer[] {
  const { scenes, transitions, movie: playedMovie } = buildTimeline(movie);
  const inScenes = scenes.flatMap(({ scene, start, end }) =>
    end > start && scene.enabled && scene.layers.length + scene.sounds.length > 0 ? playedIn(scene) : [],
  );
  const inOverlays = playedMovie.overlays.flatMap(({ enabled, layers, sounds }) =>
    enabled ? [...withNestedLayers(layers).filter(hasSource), ...sounds] : [],
  );
  const inTransitions = transitions.flatMap(({ transition: { look }, length }) =>
    look.type === 'custom' && length > 0 ? [...withNestedLayers(look.layers).filter(hasSource), ...look.sounds] : [],
  );
  return [...inScenes, ...playedMovie.sounds, ...inOverlays, ...inTransitions];
}

/** Returns the end of a playing source in seconds; null if the source has no such stream. Captions store their end in `picture`. */
function sourceEndOf(layer: VideoLayer | FileCaptions | SoundLayer, ends: SourceEnds): number | null {
  switch (layer.kind) {
    case 'audio':
      return ends.sound;
    case 'video':
      return videoEnd(layer, ends);
    case 'captions':
      return ends.picture;
    default:
      return assertNever(layer);
  }
}

/** Returns the videos, sounds, and captions of a scene. Cached, because scenes are immutable. */
const playedIn = onceFor(({ layers, sounds }: Scene) => [...withNestedLayers(layers).filter(hasSource), ...sounds]);

function hasSource(layer: Layer): layer is VideoLayer | FileCaptions {
  return (layer.kind === 'captions' && layer.source !== null) || layer.kind === 'video';
}
