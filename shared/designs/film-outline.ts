import type { Layer, Movie } from '../template/movie/movie.ts';
import type { Animation, EffectAnimation } from '../template/values/animation.ts';
import { formatFrameRate, framesToSeconds } from '../template/values/frame-rate.ts';
import { buildTimeline, playedLayers } from '../timeline/build-timeline.ts';

/** The size, length, and contents of a film in numbers. */
export interface FilmOutline {
  readonly width: number;
  readonly height: number;
  /** The number of frames. Frames and seconds are estimates if the length depends on sources. */
  readonly frames: number;
  readonly framerate: string;
  readonly seconds: number;
  readonly contents: FilmContents;
}

/** The number of elements of each kind in the scenes that are played. */
export interface FilmContents {
  readonly scenes: number;
  readonly transitions: number;
  /** The number of texts and captions. */
  readonly texts: number;
  /** The number of keyframes of layers, effects, and sounds. */
  readonly keyframes: number;
  /** The number of sounds, excluding the sounds of videos. */
  readonly sounds: number;
}

/** Returns the outline of a movie, based on its timeline. */
export function filmOutline(movie: Movie): FilmOutline {
  const film = buildTimeline(movie);
  const layers = playedLayers(movie);
  const playedScenes = film.scenes.filter(({ start, end }) => end > start).map(({ scene }) => scene);
  const soundOwners = [movie, ...playedScenes, ...movie.overlays.filter(({ enabled }) => enabled)];
  const sounds = soundOwners.flatMap((soundOwner) => soundOwner.sounds).filter(({ enabled }) => enabled);
  const soundKeys = sounds.reduce((sum, { soundAnimations }) => sum + keyCount(soundAnimations), 0);
  return {
    width: movie.width,
    height: movie.height,
    frames: film.length,
    framerate: formatFrameRate(movie.frameRate),
    seconds: framesToSeconds(film.length, movie.frameRate),
    contents: {
      scenes: playedScenes.length,
      transitions: film.transitions.filter(({ length }) => length > 0).length,
      texts: layers.filter(({ kind }) => kind === 'text' || kind === 'captions').length,
      keyframes: layers.reduce((sum, layer) => sum + layerKeyCount(layer), soundKeys),
      sounds: sounds.length,
    },
  };
}

function layerKeyCount(layer: Layer): number {
  const effectKeys = layer.effects
    .filter(({ enabled }) => enabled)
    .reduce((sum, { animations }) => sum + keyCount(animations), 0);
  const volumeKeys = layer.kind === 'video' ? keyCount(layer.soundAnimations) : 0;
  return keyCount(layer.animations) + effectKeys + volumeKeys;
}

function keyCount(animations: readonly (Animation | EffectAnimation)[] = []): number {
  return animations.reduce(
    (sum, animation) => sum + (animation.enabled && animation.kind === 'custom' ? animation.keys.length : 0),
    0,
  );
}
