import { type KeySource, keysOfNode, type NodeKeys } from '#renderer/common/keys/read-properties.ts';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import { type AnimatedProperty, type PropertyKey, valueAt } from '#shared/editing/keys/animated.ts';
import type { Clock } from '#shared/editing/keys/clocks.ts';
import type { KeyCommand } from '#shared/editing/keys/key-commands.ts';
import { statement } from '#shared/statements/statement.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { SoundLayer } from '#shared/template/movie/sound-layer.ts';
import { LOUDEST } from '#shared/template/tables/sound-attributes.ts';

/** The keys of a sound's volume, as points of the line on its bar. */
export interface VolumeKeys {
  readonly property: AnimatedProperty;
  readonly clock: Clock;
  readonly points: readonly VolumePoint[];
}

export interface VolumePoint {
  readonly key: PropertyKey;
  /** Of the film. */
  readonly frame: number;
  readonly volume: number;
}

/** Null for a sound that is as loud all the time. */
export function volumeKeysOf(source: KeySource, sound: NodeId): VolumeKeys | null {
  return volumeKeysIn(keysOfNode(source, sound));
}

/** The same of what is known of the sound's keys. */
export function volumeKeysIn(keys: NodeKeys | null): VolumeKeys | null {
  const property = keys?.properties.find(({ name }) => name === 'volume');
  if (keys === null || property === undefined) return null;
  const { clock } = keys;
  const points = property.keys.flatMap((key) =>
    typeof key.value === 'number' ? [{ key, frame: key.frame + clock.begin, volume: key.value }] : [],
  );
  return { property, clock, points };
}

/** How loud it is in a frame of the film, by its keys. */
export function volumeInFrame({ property, clock }: Pick<VolumeKeys, 'property' | 'clock'>, frame: number): number {
  const volume = valueAt(property, frame - clock.begin, clock.whole);
  return typeof volume === 'number' ? volume : 1;
}

/** Other volumes for some of the points. What a variable says stays. */
export function withVolumes(
  { property: { node, name, length, spec } }: VolumeKeys,
  volumes: readonly { readonly point: VolumePoint; readonly volume: number; readonly frame?: number }[],
): readonly KeyCommand[] {
  return volumes.flatMap(({ point: { key }, volume, frame = key.frame }): readonly KeyCommand[] =>
    key.written.includes('${')
      ? []
      : [{ type: 'key/set', node, property: name, frame, length, value: spec.type.format(heard(volume)) }],
  );
}

/** A point more in the line, as loud as it is there. It is the first where there are no keys. */
export function newPoint(
  keys: VolumeKeys | null,
  { id, volume }: Pick<SoundLayer, 'id' | 'volume'>,
  clock: Clock,
  frame: number,
): { readonly command: KeyCommand; readonly frame: number } {
  const own = Math.min(Math.max(0, Math.round(frame) - clock.begin), Math.max(0, clock.length - 1));
  const now = keys === null ? volume : volumeInFrame(keys, own + clock.begin);
  const value = String(heard(now));
  return {
    command: { type: 'key/set', node: id, property: 'volume', frame: own, length: clock.length, value },
    frame: own,
  };
}

/** A sound that many decibels louder: its points, or those that are chosen; without any the whole of it. */
export function louder(
  keys: VolumeKeys | null,
  { id, volume }: Pick<SoundLayer, 'id' | 'volume'>,
  by: number,
  isChosen: (point: VolumePoint) => boolean = () => false,
): { readonly command: PlannableCommand; readonly volume: number } | null {
  const factor = 10 ** (by / 20);
  if (keys === null) {
    const next = heard(volume * factor);
    const value = next === 1 ? null : String(next);
    return { command: { type: 'attribute/set', node: id, name: 'volume', value }, volume: next };
  }
  const chosen = keys.points.filter(isChosen);
  const changed = chosen.length > 0 ? chosen : keys.points;
  const [first] = changed;
  const commands = withVolumes(
    keys,
    changed.map((point) => ({ point, volume: point.volume * factor })),
  );
  if (first === undefined || commands.length === 0) return null;
  const label = statement('step/set-keys', { count: commands.length });
  return { command: { type: 'batch', label, commands }, volume: heard(first.volume * factor) };
}

/** A thousandth of an amplitude is finer than what is heard; half a decibel of quiet sounds is not lost in it. */
function heard(volume: number): number {
  return Number(Math.min(LOUDEST, Math.max(0, volume)).toFixed(3));
}
