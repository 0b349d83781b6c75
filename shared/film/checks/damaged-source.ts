import { statement } from '../../statements/statement.ts';
import type { Finding } from '../../template/document/problem.ts';
import { videosIn } from '../../template/movie/layer-sources.ts';
import { sourceForPeople } from '../../template/movie/media-source.ts';
import type { VideoLayer } from '../../template/movie/movie.ts';
import { frames } from '../../template/values/frame-rate.ts';
import { type SourceUse, shortfall } from '../../template/values/source-length.ts';
import type { Film } from '../scenes/film.ts';
import { overlayLayers } from '../scenes/overlaid.ts';
import { layersOf } from '../scenes/settle.ts';

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
  { movie, scenes, transitions, length, whole }: Film,
  damageOf: (layer: VideoLayer) => SourceDamage | null,
): readonly Finding[] {
  const shown = [
    ...scenes.map(({ scene, start, end, origin }) => ({ layers: layersOf(scene), start, end, origin })),
    ...transitions.flatMap(({ transition: { look }, start, length: lasts }) =>
      look.type === 'custom'
        ? [{ layers: look.layers.filter(({ enabled }) => enabled), start, end: start + lasts, origin: start }]
        : [],
    ),
    { layers: overlayLayers(movie), start: 0, end: length, origin: whole.origin },
  ];
  return shown.flatMap(({ layers, start, end, origin }) =>
    (end > start ? videosIn(layers) : []).flatMap((layer): readonly Finding[] => {
      const damage = damageOf(layer);
      const { skip, speed, freeze } = layer;
      if (damage === null || freeze !== null) return [];
      const begin = frames(skip + Math.round((start - origin) * speed));
      const use = { skip: begin, duration: frames(end - start), rate: movie.frameRate, speed };
      const held = heldBy(damage, use);
      if (held === 0) return [];
      const { from: seconds, there, lacking } = damage;
      const says = statement('source/damaged', {
        source: sourceForPeople(layer.source),
        seconds,
        there,
        lacking,
        held,
      });
      return [{ code: 'source/damaged', says, at: { node: layer.id } }];
    }),
  );
}

/** What the whole source would not have held either is not its damage's. */
function heldBy({ from, until }: SourceDamage, use: Omit<SourceUse, 'endSeconds'>): number {
  const anyway = until === null ? 0 : shortfall({ ...use, endSeconds: until });
  return Math.max(0, shortfall({ ...use, endSeconds: from }) - anyway);
}
