import { frames } from '../template/frame-rate.ts';
import type { Layer, MediaSource } from '../template/movie.ts';
import type { Finding } from '../template/problem.ts';
import { type SourceUse, shortfall } from '../template/source-length.ts';
import type { Film } from './film.ts';

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
}

/** The uses of damaged sources that show in a film: those that end before the damage are as they would be anyway. */
export function damageFindings(
  { movie, stretches }: Film,
  damageOf: (layer: Layer) => SourceDamage | null,
): readonly Finding[] {
  return stretches.flatMap(({ layers, start, end, from }) =>
    layers.flatMap((layer): readonly Finding[] => {
      const damage = damageOf(layer);
      if (damage === null) return [];
      const use = { skip: frames(layer.skip + from), duration: frames(end - start), rate: movie.frameRate };
      const held = heldBy(damage, use);
      if (held === 0) return [];
      return [{ code: 'source/damaged', message: damageMessage(layer.source, damage, held), at: { node: layer.id } }];
    }),
  );
}

/** What the whole source would not have held either is not its damage's. */
function heldBy({ from, until }: SourceDamage, use: Omit<SourceUse, 'endSeconds'>): number {
  const anyway = until === null ? 0 : shortfall({ ...use, endSeconds: until });
  return Math.max(0, shortfall({ ...use, endSeconds: from }) - anyway);
}

function damageMessage(source: MediaSource, { from, there, lacking }: SourceDamage, held: number): string {
  const seconds = Math.round(from * 100) / 100;
  const what =
    there === null || lacking === null
      ? `Only the first ${seconds} s of “${shownSource(source)}” can be read`
      : `Only ${there} of the ${there + lacking} frames of “${shownSource(source)}” can be read`;
  const result =
    there === null
      ? `${countedFrames(held)} of this scene ${held === 1 ? 'is' : 'are'} silent`
      : `${countedFrames(held)} of this scene ${held === 1 ? 'shows' : 'show'} the last of them`;
  return `${what}: the file is cut short or damaged. ${result}. Put a whole copy in its place.`;
}

function countedFrames(count: number): string {
  return count === 1 ? '1 frame' : `${count} frames`;
}

/** An address for people: its query may be a signature or a key. */
function shownSource(source: MediaSource): string {
  return source.kind === 'asset' ? source.name : source.url.replace(/[?#].*$/s, '');
}
