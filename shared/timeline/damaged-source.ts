import { message } from '../messages/message.ts';
import type { Finding } from '../template/document/problem.ts';
import { type Layer, type SoundLayer, sourceForPeople, type VideoLayer } from '../template/movie/movie.ts';
import { sourceKey, videosIn } from '../template/movie/used-sources.ts';
import { frames } from '../template/values/frame-rate.ts';
import { type SourceUse, shortfall } from '../template/values/source-length.ts';
import { layersOf } from './build-timeline.ts';
import { overlayLayers } from './overlays.ts';
import type { Timeline } from './timeline.ts';

/** What lacks of a file that is cut short, or whose rest cannot be read. */
export interface SourceDamage {
  /** Where what can be read of it ends, in seconds of its own time. */
  readonly from: number;
  /** Where the whole of it would end; null where nothing says that any more. */
  readonly until: number | null;
  /** Pictures that can be read; null where it has none, but sound. */
  readonly there: number | null;
  /** Pictures that lack; null where nothing says how many there were. */
  readonly lacking: number | null;
  /** Whether another file follows in it, as joining the bytes of two files leaves them. */
  readonly several?: true | undefined;
}

/** A layer, and which frames of it a film shows or sounds. */
interface Use {
  readonly layer: VideoLayer | SoundLayer;
  /** Frames of the layer's own time. */
  readonly from: number;
  readonly length: number;
  /** Whether the scene is as long as what can be read, so that what lacks of the file lacks of the film. */
  readonly setsLength: boolean;
}

/**
 * Returns the damaged sources that a film uses, each once, where it is first used. A use that ends before the damage is as
 * it would be anyway.
 */
export function damageFindings(
  film: Timeline,
  damageOf: (layer: VideoLayer | SoundLayer) => SourceDamage | null,
): readonly Finding[] {
  const found = new Map<string, { readonly finding: Finding; readonly held: number }>();
  for (const { layer, from, length, setsLength } of usesIn(film)) {
    const damage = damageOf(layer);
    if (damage === null || length <= 0) continue;
    const { skip, speed } = layer;
    const begin = frames(skip + Math.round(from * speed));
    const isLooped = layer.kind === 'audio' ? layer.loop : layer.end === 'loop';
    const use = { skip: begin, duration: frames(length), rate: film.movie.frameRate, speed };
    const held = isLooped ? 0 : heldBy(damage, use);
    if (held === 0 && !isLooped && !(setsLength && isOpenEnded(layer))) continue;
    const key = sourceKey(layer.source);
    const known = found.get(key);
    if (known !== undefined && known.held >= held) continue;
    const { from: seconds, there, lacking, several } = damage;
    const says = message('source/damaged', {
      source: sourceForPeople(layer.source),
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

/** Whether a layer lasts as long as its source. */
function isOpenEnded({ duration }: VideoLayer | SoundLayer): boolean {
  return duration === null;
}

/** Everything that runs in a film, in its order. */
function usesIn({ movie, scenes, transitions, length, whole }: Timeline): readonly Use[] {
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

interface Within {
  readonly start: number;
  readonly end: number;
  readonly origin: number;
  readonly setsLength: boolean;
}

function usesOf(
  layers: readonly Layer[],
  sounds: readonly SoundLayer[],
  { start, end, origin, setsLength }: Within,
): readonly Use[] {
  if (end <= start) return [];
  const seen = videosIn(layers)
    .filter(({ freeze }) => freeze === null)
    .map((layer): Use => ({ layer, from: start - origin, length: end - start, setsLength }));
  const heard = sounds
    .filter(({ enabled }) => enabled)
    .map((layer): Use => {
      const first = origin + layer.offset;
      const from = Math.max(start, first);
      const until = layer.duration === null ? end : Math.min(end, first + layer.duration);
      return { layer, from: from - first, length: until - from, setsLength };
    });
  return [...seen, ...heard];
}

/** What the whole source would not have held either is not its damage's. */
function heldBy({ from, until }: SourceDamage, use: Omit<SourceUse, 'endSeconds'>): number {
  const anyway = until === null ? 0 : shortfall({ ...use, endSeconds: until });
  return Math.max(0, shortfall({ ...use, endSeconds: from }) - anyway);
}
