import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { limits } from '../../template/document/limits.ts';
import type { Finding } from '../../template/document/problem.ts';
import { nearestName } from '../../template/document/suggestion.ts';
import { withInner } from '../../template/movie/inner-layers.ts';
import type { Layer, Movie, Scene } from '../../template/movie/movie.ts';
import { playedLength, startsOf } from '../../template/movie/scene-starts.ts';
import type { SoundLayer } from '../../template/movie/sound-layer.ts';
import { BUNDLED_FAMILIES } from '../../template/tables/bundled-families.ts';
import { isFontFile } from '../../template/value-types/text-types.ts';
import type { CustomAnimation } from '../../template/values/animation.ts';
import { hasOpenLengths, lengthFindings } from '../lengths/content-length.ts';
import { customLength, framesOf } from '../motion/tracks.ts';
import { ignoredTransitions, jointsOf, playedScenes } from '../scenes/joints.ts';
import { isPlainScene } from '../scenes/plain-scene.ts';
import { settle } from '../scenes/settle.ts';
import { layerTime } from '../time/layer-time.ts';
import { crowdedAt } from './crowded-scene.ts';

/** What is wrong with a movie that only the whole of it tells: times that its scenes' lengths end, fonts that it lacks. */
export function filmFindings(movie: Movie): readonly Finding[] {
  const { scenes, fonts } = movie;
  const families = [...fonts.map(({ family }) => family), ...BUNDLED_FAMILIES];
  return [
    ...scenes.flatMap((scene) => [
      ...sceneFindings(scene),
      ...videoFindings(scene, movie),
      ...fontFindings(scene, families),
    ]),
    ...transitionFindings(movie),
    ...lengthFindings(movie),
    ...tooLong(movie),
    ...(hasOpenLengths(movie) ? [] : soundFindings(movie.sounds, { duration: settle(movie).length })),
  ];
}

function tooLong({ id, scenes, frameRate }: Movie): readonly Finding[] {
  const total = startsOf(scenes.map(playedLength)).at(-1) ?? 0;
  // Big integers: frames times the denominator may be beyond what a number holds exactly.
  if (BigInt(total) * BigInt(frameRate.denominator) <= BigInt(limits.seconds) * BigInt(frameRate.numerator)) return [];
  const says = statement('template/too-long', { frames: total, hours: limits.seconds / 3600 });
  return [{ code: 'template/too-long', at: { node: id }, says }];
}

/** A video that would be one too many, where a scene is composed: each of them is a decoder that runs beside the others. */
function videoFindings(scene: Scene, movie: Pick<Movie, 'background'>): readonly Finding[] {
  const crowded = crowdedAt(scene, limits.videosAtOnce);
  if (crowded === null || isPlainScene(scene, movie)) return [];
  const { video, frame, videos } = crowded;
  const says = statement('template/too-many-videos', { most: limits.videosAtOnce, videos, frame });
  return [{ code: 'template/too-many-layers', at: { node: video.id, part: 'name' }, says }];
}

/** Transitions that count for nothing, and those that there is less time for than they ask. */
function transitionFindings(movie: Pick<Movie, 'scenes' | 'transitions'>): readonly Finding[] {
  if (movie.transitions.length === 0) return [];
  const ignored = ignoredTransitions(movie).map(({ id }): Finding => {
    return { code: 'template/transition-place', at: { node: id }, says: statement('template/transition-place') };
  });
  if (hasOpenLengths(movie)) return ignored;
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
  // Until its length is known nothing lies outside of it.
  const isKnown = scene.fits === null || scene.fits.state === 'known';
  const findings = isKnown ? [...layerFindings(scene.layers, scene), ...soundFindings(scene.sounds, scene)] : [];
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
  const customs = customsOf(layer);
  if (customs.length === 0) return [];
  const { start, end, length } = layerTime(layer, scene.duration);
  return start === end ? [] : customs.flatMap((animation) => findingsOf(animation, length));
}

/** Those with keys, each once. One whose keys are both seen and heard has all of them on either side. */
function customsOf(layer: Layer): readonly CustomAnimation[] {
  const seen = layer.animations.filter((animation) => animation.kind === 'custom');
  const heard = layer.kind === 'video' ? (layer.soundAnimations ?? []) : [];
  return [...seen, ...heard.filter(({ id }) => seen.every((each) => each.id !== id))];
}

/** The keys of sounds, which end with what they stand in; where a source ends sooner is not known here. */
function soundFindings(sounds: readonly SoundLayer[], { duration: within }: Within): readonly Finding[] {
  return sounds.flatMap(({ soundAnimations = [], offset, duration }) => {
    const length = Math.min(within - offset, duration ?? within);
    return length <= 0 ? [] : soundAnimations.flatMap((animation) => findingsOf(animation, length));
  });
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
