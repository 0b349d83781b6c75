import { statement } from '../statements/statement.ts';
import { shortened } from '../statements/wording.ts';
import type { Finding } from '../template/document/problem.ts';
import { nearestName } from '../template/document/suggestion.ts';
import type { Layer, Movie, Scene } from '../template/movie/movie.ts';
import { BUNDLED_FAMILIES } from '../template/tables/bundled-families.ts';
import { isFontFile } from '../template/value-types/text-types.ts';
import type { CustomAnimation } from '../template/values/animation.ts';
import { layerTime } from './layer-time.ts';
import { customLength, framesOf } from './motion/tracks.ts';

/** What is wrong with a movie that only the whole of it tells: times that its scenes' lengths end, fonts that it lacks. */
export function filmFindings({ scenes, fonts }: Pick<Movie, 'scenes' | 'fonts'>): readonly Finding[] {
  const families = [...fonts.map(({ family }) => family), ...BUNDLED_FAMILIES];
  return scenes.flatMap((scene) => [...sceneFindings(scene), ...fontFindings(scene, families)]);
}

/** Families that texts ask for and nobody has. */
function fontFindings({ layers }: Scene, families: readonly string[]): readonly Finding[] {
  return layers.flatMap((layer): readonly Finding[] => {
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
  const findings = scene.layers.flatMap((layer) => [...outsideFindings(layer, scene), ...keyFindings(layer, scene)]);
  known.set(scene, findings);
  return findings;
}

function outsideFindings({ kind, id, offset }: Layer, { duration }: Scene): readonly Finding[] {
  if (offset < duration) return [];
  const says = statement('template/layer-outside', { element: kind, offset, length: duration });
  return [{ code: 'template/layer-outside', at: { node: id, attribute: 'offset' }, says }];
}

function keyFindings(layer: Layer, scene: Scene): readonly Finding[] {
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
