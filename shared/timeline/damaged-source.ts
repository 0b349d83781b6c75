import { message } from '../messages/message.ts';
import type { Finding } from '../template/document/problem.ts';
import { type Layer, type SoundLayer, sourceLabel, type VideoLayer } from '../template/movie/movie.ts';
import { sourceKey } from '../template/movie/used-sources.ts';
import { frames } from '../template/values/frame-rate.ts';
import { type SourceUse, shortfall } from '../template/values/source-length.ts';
import { layersOf } from './build-timeline.ts';
import type { FaultSpan } from './decode-faults.ts';
import { overlayLayers } from './overlays.ts';
import { layerTime } from './time.ts';
import type { Timeline } from './timeline.ts';

/** The missing part of a truncated or partly unreadable file. */
export interface SourceDamage {
  /** The end of the readable part, in seconds of the file. */
  readonly from: number;
  /** The original end of the undamaged file; null if it is unknown. */
  readonly until: number | null;
  /** The number of readable pictures; null for a file with only sound. */
  readonly there: number | null;
  /** The number of missing pictures; null if it is unknown. */
  readonly lacking: number | null;
  /** Present if the file contains another file, for example because two files were concatenated. */
  readonly several?: true | undefined;
  /** Present if only the sound ends too early. `until` is then the end of the picture. */
  readonly of?: 'sound' | undefined;
}

/** A layer and its frames in the timeline. */
interface UsedLayer {
  readonly layer: VideoLayer | SoundLayer;
  /** The first local frame in the timeline. */
  readonly from: number;
  /** The number of frames. */
  readonly length: number;
  /** Whether the content determines the length of the scene. If so, missing content shortens the movie. */
  readonly setsLength: boolean;
}

/**
 * Returns one finding for each damaged source, with the location of its first affected use and the longest damaged
 * range of all uses. Skips uses that end before the damage.
 */
export function damageFindings(
  timeline: Timeline,
  damageOf: (layer: VideoLayer | SoundLayer) => SourceDamage | null,
): readonly Finding[] {
  const longest = new Map<string, { readonly finding: Finding; readonly held: number }>();
  for (const { layer, from, length, setsLength } of usesIn(timeline)) {
    const damage = damageOf(layer);
    if (damage === null || length <= 0 || (damage.of === 'sound' && !playsSound(layer))) continue;
    const { skip, speed } = layer;
    const begin = frames(skip + Math.round(from * speed));
    const isLooped = layer.kind === 'audio' ? layer.loop : layer.end === 'loop';
    const use = { skip: begin, duration: frames(length), rate: timeline.movie.frameRate, speed };
    const held = isLooped ? 0 : heldFrames(damage, use);
    if (held === 0 && !isLooped && !(setsLength && isOpenEnded(layer))) continue;
    const key = sourceKey(layer.source);
    const earlier = longest.get(key);
    if (earlier !== undefined && earlier.held >= held) continue;
    const says = damageMessage(damage, layer, held);
    longest.set(key, {
      finding: { code: 'source/damaged', says, at: earlier?.finding.at ?? { node: layer.id } },
      held,
    });
  }
  return [...longest.values()].map(({ finding }) => finding);
}

function damageMessage(damage: SourceDamage, layer: VideoLayer | SoundLayer, held: number): Finding['says'] {
  const { from: seconds, there, lacking, several } = damage;
  const source = sourceLabel(layer.source);
  if (damage.of === 'sound') return message('source/damaged-sound', { source, seconds, held });
  return message('source/damaged', {
    ...{ source, seconds, lacking, held },
    there: layer.kind === 'audio' ? null : there,
    ...(several ? { several } : {}),
  });
}

function playsSound(layer: VideoLayer | SoundLayer): boolean {
  return layer.kind === 'audio' || layer.audio;
}

/**
 * Returns the ranges of sources that a timeline plays, in seconds of the source. A looping sound or video plays
 * everything after its in-point.
 */
export function playedRanges(timeline: Timeline): readonly (FaultSpan & { readonly layer: VideoLayer | SoundLayer })[] {
  const { numerator, denominator } = timeline.movie.frameRate;
  return usesIn(timeline).flatMap(({ layer, from, length }) => {
    if (length <= 0) return [];
    const isLooped = layer.kind === 'audio' ? layer.loop : layer.end === 'loop';
    const seconds = (frame: number) => ((layer.skip + frame * layer.speed) * denominator) / numerator;
    return [
      {
        layer,
        from: isLooped ? seconds(0) : seconds(from),
        until: isLooped ? Number.POSITIVE_INFINITY : seconds(from + length),
      },
    ];
  });
}

/** Returns whether a layer lasts as long as its source. */
function isOpenEnded({ duration }: VideoLayer | SoundLayer): boolean {
  return duration === null;
}

/** Returns the uses of sources in the order of the timeline. Nested videos follow their container. */
function usesIn({ movie, scenes, transitions, length, whole }: Timeline): readonly UsedLayer[] {
  const everywhere = { start: 0, end: length, ...whole, setsLength: false };
  return [
    ...scenes.flatMap(({ scene, start, end, origin }) =>
      usesOf(layersOf(scene), scene.sounds, {
        ...{ start, end, origin, length: scene.duration },
        setsLength: scene.fits !== null,
      }),
    ),
    ...transitions.flatMap(({ transition: { look }, start, length: lasts }) => {
      if (look.type !== 'custom') return [];
      const visible = { start: Math.max(0, start), end: Math.min(length, start + lasts) };
      return usesOf(look.layers, look.sounds, { ...visible, origin: start, length: lasts, setsLength: false });
    }),
    ...usesOf(
      overlayLayers(movie),
      movie.overlays.flatMap(({ enabled, sounds }) => (enabled ? sounds : [])),
      everywhere,
    ),
    ...usesOf([], movie.sounds, everywhere),
  ];
}

/** The container of layers, in frames of the timeline. */
interface Container {
  /** The frames in which the container is visible. */
  readonly start: number;
  readonly end: number;
  /**
   * The frame of the timeline at frame 0 of the container. It is before `start` if a range begins within the container.
   */
  readonly origin: number;
  /** The full length of the container in frames, including frames outside of the range. */
  readonly length: number;
  readonly setsLength: boolean;
}

function usesOf(layers: readonly Layer[], sounds: readonly SoundLayer[], container: Container): readonly UsedLayer[] {
  const { start, end, origin, setsLength } = container;
  if (end <= start) return [];
  const ofSounds = sounds
    .filter(({ enabled }) => enabled)
    .map((layer): UsedLayer => {
      const first = origin + layer.offset;
      const from = Math.max(start, first);
      const until = layer.duration === null ? end : Math.min(end, first + layer.duration);
      return { layer, from: from - first, length: until - from, setsLength };
    });
  return [...layers.flatMap((layer) => usesOfVideos(layer, container)), ...ofSounds];
}

/** Returns the uses of a layer and its nested layers. The clock of nested layers begins with the layer. */
function usesOfVideos(layer: Layer, container: Container): readonly UsedLayer[] {
  if (!layer.enabled) return [];
  const time = layerTime(layer, frames(container.length));
  const inner = {
    start: Math.max(container.start, container.origin + time.start),
    end: Math.min(container.end, container.origin + time.end),
    origin: container.origin + time.start - time.first,
    length: time.length,
    setsLength: false,
  };
  if (inner.end <= inner.start) return [];
  const nested = [
    ...(layer.kind === 'group' ? layer.layers : []),
    ...layer.masks.flatMap((mask) => (mask.enabled ? mask.layers : [])),
  ];
  const ofNested = nested.flatMap((child) => usesOfVideos(child, inner));
  if (layer.kind !== 'video' || layer.freeze !== null) return ofNested;
  const { setsLength } = container;
  return [{ layer, from: inner.start - inner.origin, length: inner.end - inner.start, setsLength }, ...ofNested];
}

/**
 * Returns the number of frames in which a held picture or silence replaces damaged content. Frames after the end of the
 * undamaged source do not count.
 */
function heldFrames({ from, until }: SourceDamage, use: Omit<SourceUse, 'endSeconds'>): number {
  const missingAnyway = until === null ? 0 : shortfall({ ...use, endSeconds: until });
  return Math.max(0, shortfall({ ...use, endSeconds: from }) - missingAnyway);
}
