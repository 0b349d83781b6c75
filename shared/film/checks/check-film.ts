import { onceFor } from '../../lib/once-for.ts';
import { statement } from '../../statements/statement.ts';
import { shortened } from '../../statements/wording.ts';
import { limits } from '../../template/document/limits.ts';
import type { Finding } from '../../template/document/problem.ts';
import { nearestName } from '../../template/document/suggestion.ts';
import { withInner } from '../../template/movie/inner-layers.ts';
import { shownSource } from '../../template/movie/layer-sources.ts';
import type { Layer, Movie, Scene } from '../../template/movie/movie.ts';
import { namedFamilies } from '../../template/movie/named-families.ts';
import { playedLength, startsOf } from '../../template/movie/scene-starts.ts';
import type { SoundLayer } from '../../template/movie/sound-layer.ts';
import { BUNDLED_FAMILIES, OPTIONAL_FAMILIES } from '../../template/tables/bundled-families.ts';
import { isFontFile } from '../../template/value-types/text-types.ts';
import type { CustomAnimation, EffectAnimation } from '../../template/values/animation.ts';
import { hasOpenLengths, lengthFindings } from '../lengths/content-length.ts';
import { customLength, framesOf } from '../motion/tracks.ts';
import type { Film } from '../scenes/film.ts';
import { ignoredTransitions, jointsOf, playedScenes } from '../scenes/joints.ts';
import { overlaidLayers } from '../scenes/overlaid.ts';
import { isPlainScene } from '../scenes/plain-scene.ts';
import { settle } from '../scenes/settle.ts';
import { layerTime } from '../time/layer-time.ts';
import { crowdedAt, crowdedFilm } from './crowded-scene.ts';
import { customFindings } from './custom-transitions.ts';

const OWN_FAMILIES: ReadonlySet<string> = new Set([...BUNDLED_FAMILIES, ...OPTIONAL_FAMILIES]);

/** What is wrong with a movie that only the whole of it tells: times that its scenes' lengths end, fonts that it lacks. */
export function filmFindings(movie: Movie): readonly Finding[] {
  const { scenes, fonts } = movie;
  const families = [...fonts.map(({ family }) => family), ...BUNDLED_FAMILIES, ...OPTIONAL_FAMILIES];
  return [
    ...scenes.flatMap((scene) => [
      ...sceneFindings(scene),
      ...videoFindings(scene, movie),
      ...fontFindings(scene, families),
    ]),
    ...transitionFindings(movie),
    ...lengthFindings(movie),
    ...tooLong(movie),
    ...movie.overlays.flatMap((overlay) => fontFindings(overlay, families)),
    ...movie.transitions.flatMap(({ look }) => (look.type === 'custom' ? fontFindings(look, families) : [])),
    ...customFindings(movie),
    ...(hasOpenLengths(movie) ? [] : wholeFindings(movie)),
  ];
}

/** Of what counts the film's frames, whose number is known. */
function wholeFindings(movie: Movie): readonly Finding[] {
  const film = settle(movie);
  const { length } = film.whole;
  // Without scenes there is no film yet that a layer could lie outside of.
  const overlays = length === 0 ? [] : movie.overlays;
  const over = overlays.flatMap(({ layers, sounds }) => [
    ...layerFindings(layers, { duration: length, isFilm: true }),
    ...soundFindings(sounds, { duration: length }),
  ]);
  const between = film.transitions.flatMap(({ transition: { look }, length: duration }) =>
    look.type === 'custom' && duration > 0
      ? [...layerFindings(look.layers, { duration }), ...soundFindings(look.sounds, { duration })]
      : [],
  );
  return [...soundFindings(movie.sounds, { duration: film.length }), ...over, ...between, ...overlaidFindings(film)];
}

/** Layers that lie over too much, or a video that would be one too many beside those of the scene beneath it. */
function overlaidFindings(film: Film): readonly Finding[] {
  const layers = overlaidLayers(film);
  const [overlay] = film.movie.overlays;
  if (overlay !== undefined && layers > limits.overlaidLayers) {
    const says = statement('template/overlaid-layers', { most: limits.overlaidLayers, layers });
    return [{ code: 'template/too-many-layers', at: { node: overlay.id, part: 'name' }, says }];
  }
  const crowded = crowdedFilm(film, limits.videosAtOnce);
  if (crowded === null) return [];
  const { video, frame, videos } = crowded;
  const says = statement('template/overlay-videos', { most: limits.videosAtOnce, videos, frame });
  return [{ code: 'template/too-many-layers', at: { node: video.id, part: 'name' }, says }];
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
  // Most scenes have fewer layers than there may be videos.
  if (withInner(scene.layers).length <= limits.videosAtOnce) return [];
  const crowded = crowdedIn(scene);
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
function fontFindings({ layers }: Pick<Scene, 'layers'>, families: readonly string[]): readonly Finding[] {
  if (layers.length === 0) return [];
  return foreignFamilies(layers)
    .filter(({ family }) => !families.includes(family))
    .map(({ family, node }) => {
      const says = statement('font/family', { family: shortened(family), meant: nearestName(family, families) });
      return { code: 'font/family', at: { node, attribute: 'font' }, says };
    });
}

/** Families that are asked for and do not come with the program, of layers that never change. */
const foreignFamilies = onceFor((layers: Scene['layers']) =>
  withInner(layers)
    .flatMap((layer) => ('style' in layer ? namedFamilies(layer) : []))
    .filter(({ family }) => !isFontFile(family) && !OWN_FAMILIES.has(family)),
);

/** Of a scene, which never changes: after an edit elsewhere nothing of it is judged again. */
const sceneFindings = onceFor((scene: Scene): readonly Finding[] => {
  // Until its length is known nothing lies outside of it.
  const isKnown = scene.fits === null || scene.fits.state === 'known';
  return isKnown ? [...layerFindings(scene.layers, scene), ...soundFindings(scene.sounds, scene)] : [];
});

const crowdedIn = onceFor((scene: Scene) => crowdedAt(scene, limits.videosAtOnce));

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

/** What a layer stands in. */
interface Within extends Pick<Scene, 'duration'> {
  /** Whether it is the film itself. */
  readonly isFilm?: boolean;
}

function outsideFindings(layer: Layer, { duration, isFilm = false }: Within): readonly Finding[] {
  const { kind, id, offset } = layer;
  if (offset < duration) return [];
  const says = statement(isFilm ? 'template/overlay-outside' : 'template/layer-outside', {
    element: kind,
    name: calledName(layer),
    offset,
    length: duration,
  });
  return [{ code: 'template/layer-outside', at: { node: id, attribute: 'offset' }, says }];
}

/** The name of a layer, else of its file, else its text; null for a layer that has none of them. */
function calledName(layer: Layer): string | null {
  const source = shownSource(layer);
  const file = source?.kind === 'asset' ? source.name : null;
  const text = layer.kind === 'text' ? layer.content.replaceAll(/\s+/gu, ' ').trim() : null;
  const name = [layer.name, file, text].find((each) => each !== null && each.trim() !== '');
  return name == null ? null : shortened(name);
}

function keyFindings(layer: Layer, scene: Within): readonly Finding[] {
  const customs = customsOf(layer);
  if (customs.length === 0) return [];
  const { start, end, length } = layerTime(layer, scene.duration);
  return start === end ? [] : customs.flatMap((animation) => findingsOf(animation, length));
}

type AnyKeys = CustomAnimation | EffectAnimation;

/** Those with keys, of the layer and of its effects, each once. One whose keys are both seen and heard has all of them on either side. */
function customsOf(layer: Layer): readonly AnyKeys[] {
  const seen = layer.animations.filter((animation) => animation.kind === 'custom');
  const heard = layer.kind === 'video' ? (layer.soundAnimations ?? []) : [];
  const ofEffects = layer.effects.flatMap(({ animations = [] }) => animations);
  return [...seen, ...heard.filter(({ id }) => seen.every((each) => each.id !== id)), ...ofEffects];
}

/** The keys of sounds, which end with what they stand in; where a source ends sooner is not known here. */
function soundFindings(sounds: readonly SoundLayer[], { duration: within }: Within): readonly Finding[] {
  return sounds.flatMap(({ soundAnimations = [], offset, duration }) => {
    const length = Math.min(within - offset, duration ?? within);
    return length <= 0 ? [] : soundAnimations.flatMap((animation) => findingsOf(animation, length));
  });
}

function findingsOf(animation: AnyKeys, layerLength: number): readonly Finding[] {
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
