import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { limits } from '../../template/document/limits.ts';
import type { Finding } from '../../template/document/problem.ts';
import { nearestName } from '../../template/document/suggestion.ts';
import { playedWithInner } from '../../template/movie/inner-layers.ts';
import { videosIn } from '../../template/movie/layer-sources.ts';
import type { Movie, Scene, SceneLayer } from '../../template/movie/movie.ts';
import type { PlacedTransition } from '../scenes/film.ts';
import { layersOf, settle } from '../scenes/settle.ts';
import { shownSide } from '../scenes/shown-scene.ts';

/** What custom transitions show that is not there, or more than they may. */
export function customFindings(movie: Movie): readonly Finding[] {
  const customs = movie.transitions.filter(({ look }) => look.type === 'custom');
  if (customs.length === 0) return [];
  const placed = new Map(settle(movie).transitions.map((each) => [each.transition, each]));
  const known = new Set(movie.scenes.flatMap(({ refs }) => refs));
  return customs.flatMap((transition): readonly Finding[] => {
    const { look } = transition;
    const joint = placed.get(transition);
    const shown = look.type === 'custom' ? look.layers.filter((layer) => layer.kind === 'layer') : [];
    return [
      ...shown.flatMap((layer) => refFindings(layer, joint, movie, known)),
      ...(joint === undefined ? [] : videoFindings(joint, movie)),
    ];
  });
}

function refFindings(
  { id, ref }: SceneLayer,
  joint: PlacedTransition | undefined,
  { scenes }: Movie,
  known: ReadonlySet<string>,
): readonly Finding[] {
  const at = { node: id, attribute: 'ref' };
  const name = shortened(ref);
  if (!known.has(ref)) {
    const says = statement('template/unknown-ref', { ref: name, meant: nearestName(ref, [...known]) });
    return [{ code: 'template/unknown-ref', at, says }];
  }
  // A scene that is not played this time is one that the transition may show another time.
  const isPlayed = scenes.some(({ refs, enabled }) => enabled && refs.includes(ref));
  if (joint === undefined || !isPlayed || shownSide(ref, sidesOf(joint, scenes)) !== null) return [];
  return [{ code: 'template/unknown-ref', at, says: statement('template/ref-not-beside', { ref: name }) }];
}

function sidesOf({ outgoing, incoming }: PlacedTransition, scenes: readonly Scene[]) {
  return { outgoing: scenes[outgoing ?? -1] ?? null, incoming: scenes[incoming ?? -1] ?? null };
}

/** Each video is a decoder, and a scene that is shown twice is decoded twice. */
function videoFindings(joint: PlacedTransition, { scenes }: Movie): readonly Finding[] {
  const { transition, length } = joint;
  const { look, id } = transition;
  if (look.type !== 'custom' || length === 0) return [];
  const sides = sidesOf(joint, scenes);
  const played = playedWithInner(look.layers);
  const shown = played.flatMap((layer) => {
    const side = layer.kind === 'layer' ? shownSide(layer.ref, sides) : null;
    return side === null ? [] : playedWithInner(layersOf(side));
  });
  const videos = videosIn([...played, ...shown]).length;
  const most = 2 * limits.videosAtOnce;
  if (videos <= most) return [];
  const says = statement('template/shown-videos', { most, videos });
  return [{ code: 'template/too-many-layers', at: { node: id, part: 'name' }, says }];
}
