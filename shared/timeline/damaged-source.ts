import { message } from '../messages/message.ts';
import type { Finding } from '../template/document/problem.ts';
import { type Layer, type SoundLayer, sourceLabel, type VideoLayer } from '../template/movie/movie.ts';
import { sourceKey, videosIn } from '../template/movie/used-sources.ts';
import { frames } from '../template/values/frame-rate.ts';
import { type SourceUse, shortfall } from '../template/values/source-length.ts';
import { layersOf } from './build-timeline.ts';
import { overlayLayers } from './overlays.ts';
import type { Timeline } from './timeline.ts';

/** The missing part of a file that is truncated or partly unreadable. */
export interface SourceDamage {
  /** The end of the readable part, in seconds of the file. */
  readonly from: number;
  /** The end of the undamaged file; null if it is unknown. */
  readonly until: number | null;
  /** The number of readable pictures; null for a file that has only sound. */
  readonly there: number | null;
  /** The number of missing pictures; null if it is unknown. */
  readonly lacking: number | null;
  /** Whether the file contains another file, for example after the bytes of two files were concatenated. */
  readonly several?: true | undefined;
}

/** A layer and its frames that the timeline uses. */
interface UsedLayer {
  readonly layer: VideoLayer | SoundLayer;
  /**
   * The first used frame, and the number of used frames. For a sound, `from` counts from its start; for a video, from
   * the start of its scene, transition, or movie.
   */
  readonly from: number;
  readonly length: number;
  /** Whether the content determines the length of the scene, so that missing content makes the movie shorter. */
  readonly setsLength: boolean;
}

/**
 * Returns one finding for each damaged source, at its first affected use, with the longest damaged range of all uses.
 * Skips uses that end before the damage.
 */
export function damageFindings(
  timeline: Timeline,
  damageOf: (layer: VideoLayer | SoundLayer) => SourceDamage | null,
): readonly Finding[] {
  const found = new Map<string, { readonly finding: Finding; readonly held: number }>();
  for (const { layer, from, length, setsLength } of usesIn(timeline)) {
    const damage = damageOf(layer);
    if (damage === null || length <= 0) continue;
    const { skip, speed } = layer;
    const begin = frames(skip + Math.round(from * speed));
    const isLooped = layer.kind === 'audio' ? layer.loop : layer.end === 'loop';
    const use = { skip: begin, duration: frames(length), rate: timeline.movie.frameRate, speed };
    const held = isLooped ? 0 : heldFrames(damage, use);
    if (held === 0 && !isLooped && !(setsLength && isOpenEnded(layer))) continue;
    const key = sourceKey(layer.source);
    const known = found.get(key);
    if (known !== undefined && known.held >= held) continue;
    const { from: seconds, there, lacking, several } = damage;
    const says = message('source/damaged', {
      source: sourceLabel(layer.source),
      seconds,
      there: layer.kind === 'audio' ? null : there,
      lacking,
      held,
      ...(several ? { several } : {}),
    });
    found.set(key, { finding: { code: 'source/damaged', says, at: known?.finding.at ?? { node: layer.id } }, held });
  }
  return [...found.values()].map(({ finding }) => finding);
}

/** Returns whether a layer lasts as long as its source. */
function isOpenEnded({ duration }: VideoLayer | SoundLayer): boolean {
  return duration === null;
}

/** Returns the uses of sources in the order of the timeline: sounds, and videos outside of groups and masks. */
function usesIn({ movie, scenes, transitions, length, whole }: Timeline): readonly UsedLayer[] {
  const everywhere = { start: 0, end: length, origin: whole.origin, setsLength: false };
  return [
    ...scenes.flatMap(({ scene, ...times }) =>
      usesOf(layersOf(scene), scene.sounds, { ...times, setsLength: scene.fits !== null }),
    ),
    ...transitions.flatMap(({ transition: { look }, start, length: lasts }) => {
      if (look.type !== 'custom') return [];
      const within = { start, end: start + lasts, origin: start, setsLength: false };
      return usesOf(
        look.layers.filter(({ enabled }) => enabled),
        look.sounds,
        within,
      );
    }),
    ...usesOf(
      overlayLayers(movie),
      movie.overlays.flatMap(({ enabled, sounds }) => (enabled ? sounds : [])),
      everywhere,
    ),
    ...usesOf([], movie.sounds, everywhere),
  ];
}

interface Container {
  readonly start: number;
  readonly end: number;
  readonly origin: number;
  readonly setsLength: boolean;
}

function usesOf(
  layers: readonly Layer[],
  sounds: readonly SoundLayer[],
  { start, end, origin, setsLength }: Container,
): readonly UsedLayer[] {
  if (end <= start) return [];
  const ofVideos = videosIn(layers)
    .filter(({ freeze }) => freeze === null)
    .map((layer): UsedLayer => ({ layer, from: start - origin, length: end - start, setsLength }));
  const ofSounds = sounds
    .filter(({ enabled }) => enabled)
    .map((layer): UsedLayer => {
      const first = origin + layer.offset;
      const from = Math.max(start, first);
      const until = layer.duration === null ? end : Math.min(end, first + layer.duration);
      return { layer, from: from - first, length: until - from, setsLength };
    });
  return [...ofVideos, ...ofSounds];
}

/**
 * Returns the number of frames in which the last picture or silence replaces damaged content. Frames after the end of
 * the undamaged source are not included.
 */
function heldFrames({ from, until }: SourceDamage, use: Omit<SourceUse, 'endSeconds'>): number {
  const missingAnyway = until === null ? 0 : shortfall({ ...use, endSeconds: until });
  return Math.max(0, shortfall({ ...use, endSeconds: from }) - missingAnyway);
}
