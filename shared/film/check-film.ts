import { statement } from '../statements/statement.ts';
import { shortened } from '../statements/wording.ts';
import type { Finding } from '../template/document/problem.ts';
import { nearestName } from '../template/document/suggestion.ts';
import { withInner } from '../template/movie/inner-layers.ts';
import type { Layer, Movie, Scene } from '../template/movie/movie.ts';
import { BUNDLED_FAMILIES } from '../template/tables/bundled-families.ts';
import { isFontFile } from '../template/value-types/text-types.ts';
import type { CustomAnimation } from '../template/values/animation.ts';
import { ignoredTransitions, jointsOf, playedScenes } from './joints.ts';
import { layerTime } from './layer-time.ts';
import { customLength, framesOf } from './motion/tracks.ts';

/** What is wrong with a movie that only the whole of it tells: times that its scenes' lengths end, fonts that it lacks. */
export function filmFindings(movie: Pick<Movie, 'scenes' | 'fonts' | 'transitions'>): readonly Finding[] {
  const { scenes, fonts } = movie;
  const families = [...fonts.map(({ family }) => family), ...BUNDLED_FAMILIES];
  return [
    ...scenes.flatMap((scene) => [...sceneFindings(scene), ...fontFindings(scene, families)]),
    ...transitionFindings(movie),
  ];
}

/** Transitions that count for nothing, and those that there is less time for than they ask. */
function transitionFindings(movie: Pick<Movie, 'scenes' | 'transitions'>): readonly Finding[] {
  if (movie.transitions.length === 0) return [];
  const ignored = ignoredTransitions(movie).map(({ id }): Finding => {
    return { code: 'template/transition-place', at: { node: id }, says: statement('template/transition-place') };
  });
  const shortened = jointsOf(movie, playedScenes(movie.scenes)).flatMap(
    ({ transition, length }): readonly Finding[] => {
      if (transition === null || transition.duration === length) return [];
      const says = statement('template/transition-shortened', { wanted: transition.duration, got: length });
      return [{ code: 'template/transition-shortened', at: { node: transition.id, attribute: 'duration' }, says }];
    },
  );
  return [...ignored, ...shortened];
}

/** Families that texts ask for and nobody has. */
function fontFindings({ layers }: Scene, families: readonly string[]): readonly Finding[] {
  return withInner(layers).flatMap((layer): readonly Finding[] => {
    if (layer.kind !== 'text') return [];
    const unknown = layer.style.families.filter((each) => !isFontFile(each) && !families.includes(each));
    return unknown.map((family) => {
      const says = statement('font/family', { family: shortened(family), meant: nearestName(family, families) });
      return { code: 'font/family', at: { node: layer.id, attribute: 'font' }, says };
    });
  });
}

const known = new WeakMap<Scene, readonly Finding[]>();

/** Of a scene, which never changes: after an edit elsewhere nothing of it is judged again. */
function sceneFindings(scene: Scene): readonly Finding[] {
  const before = known.get(scene);
  if (before !== undefined) return before;
  const findings = layerFindings(scene.layers, scene);
  known.set(scene, findings);
  return findings;
}

/** What is wrong with the times of layers, and of those in them: what they stand in ends with the layer. */
function layerFindings(layers: readonly Layer[], within: Within): readonly Finding[] {
  return layers.flatMap((layer) => {
    const inner = { duration: layerTime(layer, within.duration).length };
    const masking = layer.masks.flatMap((mask) => mask.layers);
    const inside = layer.kind === 'group' ? [...layer.layers, ...masking] : masking;
    const own = [...outsideFindings(layer, within), ...keyFindings(layer, within)];
    return inner.duration === 0 ? own : [...own, ...layerFindings(inside, inner)];
  });
}

type Within = Pick<Scene, 'duration'>;

function outsideFindings({ kind, id, offset }: Layer, { duration }: Within): readonly Finding[] {
  if (offset < duration) return [];
  const says = statement('template/layer-outside', { element: kind, offset, length: duration });
  return [{ code: 'template/layer-outside', at: { node: id, attribute: 'offset' }, says }];
}

function keyFindings(layer: Layer, scene: Within): readonly Finding[] {
  const customs = layer.animations.filter((animation) => animation.kind === 'custom');
  if (customs.length === 0) return [];
  const { start, end, length } = layerTime(layer, scene.duration);
  return start === end ? [] : customs.flatMap((animation) => findingsOf(animation, length));
}

function findingsOf(animation: CustomAnimation, layerLength: number): readonly Finding[] {
  const length = customLength(animation, layerLength);
  const untilEnd = layerLength - animation.offset;
  const end = Math.min(length, untilEnd);
  let before = Number.NEGATIVE_INFINITY;
  return animation.keys.flatMap(({ id, time }): readonly Finding[] => {
    const at = framesOf(time, length);
    const place = { node: id, attribute: 'time' };
    const rises = at > before;
    before = at;
    if (!rises) return [{ code: 'template/key-order', at: place, says: statement('template/key-order') }];
    if (at <= end) return [];
    const of = length <= untilEnd ? 'animation' : 'layer';
    const says = statement('template/key-outside', { time: rounded(at), end: rounded(end), of });
    return [{ code: 'template/key-outside', at: place, says }];
  });
}

function rounded(frames: number): number {
  return Math.round(frames * 100) / 100;
}
