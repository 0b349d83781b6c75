import { onceFor } from '../lib/once-for.ts';
import { message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { limits } from '../template/document/limits.ts';
import { nearestName } from '../template/document/names.ts';
import type { Finding } from '../template/document/problem.ts';
import type { Layer, Movie, Scene, SceneLayer, SoundLayer } from '../template/movie/movie.ts';
import { namedFamilies } from '../template/movie/movie-kinds.ts';
import { playedLength, startsOf } from '../template/movie/scene-starts.ts';
import { displayedSource, playedWithNested, videosIn, withNestedLayers } from '../template/movie/used-sources.ts';
import { BUNDLED_FAMILIES, OPTIONAL_FAMILIES } from '../template/tables/bundled-families.ts';
import { SIDE_REFS } from '../template/tables/transition-attributes.ts';
import { isFontFile } from '../template/value-types/text-types.ts';
import type { CustomAnimation, EffectAnimation } from '../template/values/animation.ts';
import { frames } from '../template/values/frame-rate.ts';
import { customLength, framesOf } from './animation.ts';
import { buildTimeline, ignoredTransitions, jointsOf, layersOf, playedScenes } from './build-timeline.ts';
import { codeFindings } from './codes.ts';
import { hasOpenLengths, lengthFindings } from './content-length.ts';
import { countedFindings } from './counted-text.ts';
import { posterFindings } from './film-package.ts';
import { overlaidLayers, overlayLayers } from './overlays.ts';
import { isPlainScene } from './plain-scenes.ts';
import { layerTime } from './time.ts';
import type { PlacedTransition, Timeline } from './timeline.ts';
import { sceneNamed } from './transitions.ts';

/**
 * Returns the findings about the whole movie: times outside of scenes, missing fonts, transitions, lengths, and limits.
 * @param spentSteps The number of steps that the expressions of the template have spent.
 */
export function timelineFindings(movie: Movie, spentSteps = 0): readonly Finding[] {
  const { scenes, fonts } = movie;
  const timeline = hasOpenLengths(movie) ? null : buildTimeline(movie);
  const families = [...fonts.map(({ family }) => family), ...BUNDLED_FAMILIES, ...OPTIONAL_FAMILIES];
  return [
    ...scenes.flatMap((scene) => [
      ...sceneFindings(scene),
      ...videoFindings(scene, movie),
      ...fontFindings(scene, families),
      ...codesOfScene(scene, movie),
    ]),
    ...transitionFindings(movie),
    ...lengthFindings(movie),
    ...tooLong(movie),
    ...movie.overlays.flatMap((overlay) => fontFindings(overlay, families)),
    ...movie.transitions.flatMap(({ look }) => (look.type === 'custom' ? fontFindings(look, families) : [])),
    ...customFindings(movie),
    ...countedFindings(scenes.filter(hasKnownLength), timeline, spentSteps),
    ...(timeline === null ? [] : wholeFindings(timeline)),
  ];
}

/** Returns the findings that depend on the number of frames of the whole timeline. */
function wholeFindings(timeline: Timeline): readonly Finding[] {
  const { movie } = timeline;
  const { length } = timeline.whole;
  // Overlays are not checked in an empty timeline, because every layer would be outside of it.
  const overlays = length === 0 ? [] : movie.overlays;
  const over = overlays.flatMap(({ layers, sounds }) => [
    ...layerFindings(layers, { duration: length, isMovie: true }),
    ...codeFindings(layers, { ...placedIn(movie), duration: length }),
    ...soundFindings(sounds, { duration: length }),
  ]);
  const between = timeline.transitions.flatMap(({ transition: { look }, length: duration }) =>
    look.type === 'custom' && duration > 0
      ? [...layerFindings(look.layers, { duration }), ...soundFindings(look.sounds, { duration })]
      : [],
  );
  return [
    ...soundFindings(movie.sounds, { duration: timeline.length }),
    ...over,
    ...between,
    ...overlaidFindings(timeline),
    ...posterFindings(movie, length),
  ];
}

/**
 * Returns a finding if the overlays have too many layers, or if the overlays and the scene below them together have too
 * many videos.
 */
function overlaidFindings(timeline: Timeline): readonly Finding[] {
  const layers = overlaidLayers(timeline);
  const [overlay] = timeline.movie.overlays;
  if (overlay !== undefined && layers > limits.overlaidLayers) {
    const says = message('template/overlaid-layers', { most: limits.overlaidLayers, layers });
    return [{ code: 'template/too-many-layers', at: { node: overlay.id, part: 'name' }, says }];
  }
  const crowded = firstCrowdedTimelineFrame(timeline, limits.videosAtOnce);
  if (crowded === null) return [];
  const { video, frame, videos } = crowded;
  const says = message('template/overlay-videos', { most: limits.videosAtOnce, videos, frame });
  return [{ code: 'template/too-many-layers', at: { node: video.id, part: 'name' }, says }];
}

function codesOfScene(scene: Scene, movie: Movie): readonly Finding[] {
  return hasKnownLength(scene) ? codeFindings(scene.layers, { ...placedIn(movie), duration: scene.duration }) : [];
}

/** Returns the size and the frame rate of the container of a scene’s layers. */
function placedIn({ width, height, frameRate: rate }: Movie) {
  return { frame: { width, height }, rate };
}

function tooLong({ id, scenes, frameRate }: Movie): readonly Finding[] {
  const total = startsOf(scenes.map(playedLength)).at(-1) ?? 0;
  // Use big integers, because the product can exceed the safe integers.
  if (BigInt(total) * BigInt(frameRate.denominator) <= BigInt(limits.seconds) * BigInt(frameRate.numerator)) return [];
  const says = message('template/too-long', { frames: total, hours: limits.seconds / 3600 });
  return [{ code: 'template/too-long', at: { node: id }, says }];
}

/**
 * Reports the first video beyond the limit in a composed scene. The limit exists because all decoders run at the same
 * time.
 */
function videoFindings(scene: Scene, movie: Pick<Movie, 'background' | 'matte'>): readonly Finding[] {
  // Most scenes have too few layers to exceed the limit.
  if (withNestedLayers(scene.layers).length <= limits.videosAtOnce) return [];
  const crowded = crowdedIn(scene);
  if (crowded === null || isPlainScene(scene, movie)) return [];
  const { video, frame, videos } = crowded;
  const says = message('template/too-many-videos', { most: limits.videosAtOnce, videos, frame });
  return [{ code: 'template/too-many-layers', at: { node: video.id, part: 'name' }, says }];
}

/** Reports transitions that directly follow another transition, and transitions that are shorter than requested. */
function transitionFindings(movie: Pick<Movie, 'scenes' | 'transitions'>): readonly Finding[] {
  if (movie.transitions.length === 0) return [];
  const ignored = ignoredTransitions(movie).map(({ id }): Finding => {
    return { code: 'template/transition-place', at: { node: id }, says: message('template/transition-place') };
  });
  if (hasOpenLengths(movie)) return ignored;
  const shortened = jointsOf(movie, playedScenes(movie.scenes)).flatMap(
    ({ transition, length }): readonly Finding[] => {
      if (transition === null || transition.duration === length) return [];
      const says = message('template/transition-shortened', { wanted: transition.duration, got: length });
      return [{ code: 'template/transition-shortened', at: { node: transition.id, attribute: 'duration' }, says }];
    },
  );
  return [...ignored, ...shortened];
}

/** Reports font families of texts, unless they are declared, bundled, or optional. */
function fontFindings({ layers }: Pick<Scene, 'layers'>, families: readonly string[]): readonly Finding[] {
  if (layers.length === 0) return [];
  return foreignFamilies(layers)
    .filter(({ family }) => !families.includes(family))
    .map(({ family, node }) => {
      const says = message('font/family', { family: shortened(family), meant: nearestName(family, families) });
      return { code: 'font/family', at: { node, attribute: 'font' }, says };
    });
}

const OWN_FAMILIES: ReadonlySet<string> = new Set([...BUNDLED_FAMILIES, ...OPTIONAL_FAMILIES]);

/**
 * Returns the font families of layers, without bundled families, optional families, and font files. Cached, because
 * layers are immutable.
 */
const foreignFamilies = onceFor((layers: Scene['layers']) =>
  withNestedLayers(layers)
    .flatMap((layer) => ('style' in layer ? namedFamilies(layer) : []))
    .filter(({ family }) => !isFontFile(family) && !OWN_FAMILIES.has(family)),
);

/** Returns the findings in a scene. Cached, because scenes are immutable, and an edit usually changes one scene. */
const sceneFindings = onceFor((scene: Scene): readonly Finding[] => {
  // Before the length of the scene is known, the end of the scene is unknown, too.
  return hasKnownLength(scene) ? [...layerFindings(scene.layers, scene), ...soundFindings(scene.sounds, scene)] : [];
});

function hasKnownLength({ fits }: Scene): boolean {
  return fits === null || fits.state === 'known';
}

const crowdedIn = onceFor((scene: Scene) => firstCrowdedFrame(scene, limits.videosAtOnce));

/**
 * Reports layers that start after the end of their container. Reports keyframes that are out of order, or after the end
 * of their animation or layer. Includes nested layers, whose container ends with the outer layer.
 */
function layerFindings(layers: readonly Layer[], within: Container): readonly Finding[] {
  return layers.flatMap((layer) => {
    const inner = { duration: layerTime(layer, within.duration).length };
    const masking = layer.masks.flatMap((mask) => mask.layers);
    const inside = layer.kind === 'group' ? [...layer.layers, ...masking] : masking;
    const own = [...outsideFindings(layer, within), ...keyFindings(layer, within)];
    return inner.duration === 0 ? own : [...own, ...layerFindings(inside, inner)];
  });
}

/** The container of a layer. */
interface Container extends Pick<Scene, 'duration'> {
  /** Whether the container is the whole movie. */
  readonly isMovie?: boolean;
}

function outsideFindings(layer: Layer, { duration, isMovie = false }: Container): readonly Finding[] {
  const { kind, id, offset } = layer;
  if (offset < duration) return [];
  const says = message(isMovie ? 'template/overlay-outside' : 'template/layer-outside', {
    element: kind,
    name: layerLabel(layer),
    offset,
    length: duration,
  });
  return [{ code: 'template/layer-outside', at: { node: id, attribute: 'offset' }, says }];
}

/** Returns the label of a layer: its name, its file, or its text; null for any other layer without a name. */
function layerLabel(layer: Layer): string | null {
  const source = displayedSource(layer);
  const file = source?.kind === 'asset' ? source.name : null;
  const text = 'content' in layer ? layer.content.replaceAll(/\s+/gu, ' ').trim() : null;
  const name = [layer.name, file, text].find((label) => label !== null && label.trim() !== '');
  return name == null ? null : shortened(name);
}

function keyFindings(layer: Layer, scene: Container): readonly Finding[] {
  const customs = customsOf(layer);
  if (customs.length === 0) return [];
  const { start, end, length } = layerTime(layer, scene.duration);
  return start === end ? [] : customs.flatMap((animation) => findingsOf(animation, length));
}

type AnyKeys = CustomAnimation | EffectAnimation;

/**
 * Returns the keyframed animations of a layer and its effects, without duplicates. Picture and sound have separate
 * lists, and an animation of both is in both lists, with all its keyframes.
 */
function customsOf(layer: Layer): readonly AnyKeys[] {
  const ofLayer = layer.animations.filter((animation) => animation.kind === 'custom');
  const ofSound = layer.kind === 'video' ? (layer.soundAnimations ?? []) : [];
  const ofEffects = layer.effects.flatMap(({ animations = [] }) => animations);
  return [...ofLayer, ...ofSound.filter(({ id }) => ofLayer.every((animation) => animation.id !== id)), ...ofEffects];
}

/**
 * Reports keyframes of sounds that are out of order, or after the end of their animation, sound, or container. The end
 * of the source is not known here.
 */
function soundFindings(sounds: readonly SoundLayer[], { duration: within }: Container): readonly Finding[] {
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
    if (!rises) return [{ code: 'template/key-order', at: place, says: message('template/key-order') }];
    if (at <= end) return [];
    const of = length <= untilEnd ? 'animation' : 'layer';
    const says = message('template/key-outside', { time: rounded(at), end: rounded(end), of });
    return [{ code: 'template/key-outside', at: place, says }];
  });
}

function rounded(frames: number): number {
  return Math.round(frames * 100) / 100;
}

/** Reports custom transitions with references to missing scenes, or with too many videos. */
function customFindings(movie: Movie): readonly Finding[] {
  const customs = movie.transitions.filter(({ look }) => look.type === 'custom');
  if (customs.length === 0) return [];
  const placed = new Map(buildTimeline(movie).transitions.map((transition) => [transition.transition, transition]));
  const sceneRefs = new Set(movie.scenes.flatMap(({ refs }) => refs));
  return customs.flatMap((transition): readonly Finding[] => {
    const { look } = transition;
    const joint = placed.get(transition);
    const sceneLayers = look.type === 'custom' ? look.layers.filter((layer) => layer.kind === 'layer') : [];
    return [
      ...sceneLayers.flatMap((layer) => refFindings(layer, joint, movie, sceneRefs)),
      ...(joint === undefined ? [] : transitionVideoFindings(joint, movie)),
    ];
  });
}

function refFindings(
  { id, ref }: SceneLayer,
  joint: PlacedTransition | undefined,
  { scenes }: Movie,
  sceneNames: ReadonlySet<string>,
): readonly Finding[] {
  const at = { node: id, attribute: 'ref' };
  const name = shortened(ref);
  if (!sceneNames.has(ref)) {
    const besides: readonly string[] = Object.values(SIDE_REFS);
    if (besides.includes(ref)) return [];
    const says = message('template/unknown-ref', { ref: name, meant: nearestName(ref, [...sceneNames, ...besides]) });
    return [{ code: 'template/unknown-ref', at, says }];
  }
  // Do not report a reference to a disabled scene, because other values of variables can enable the scene.
  const isPlayed = scenes.some(({ refs, enabled }) => enabled && refs.includes(ref));
  if (joint === undefined || !isPlayed || sceneNamed(ref, sidesOf(joint, scenes)) !== null) return [];
  return [{ code: 'template/unknown-ref', at, says: message('template/ref-not-beside', { ref: name }) }];
}

function sidesOf({ outgoing, incoming }: PlacedTransition, scenes: readonly Scene[]) {
  return { outgoing: scenes[outgoing ?? -1] ?? null, incoming: scenes[incoming ?? -1] ?? null };
}

/**
 * Reports a custom transition with too many videos. Each video has its own decoder. A scene that is displayed twice is
 * decoded twice.
 */
function transitionVideoFindings(joint: PlacedTransition, { scenes }: Movie): readonly Finding[] {
  const { transition, length } = joint;
  const { look, id } = transition;
  if (look.type !== 'custom' || length === 0) return [];
  const sides = sidesOf(joint, scenes);
  const played = playedWithNested(look.layers);
  const displayedLayers = played.flatMap((layer) => {
    const side = layer.kind === 'layer' ? sceneNamed(layer.ref, sides) : null;
    return side === null ? [] : playedWithNested(layersOf(side));
  });
  const videos = videosIn([...played, ...displayedLayers]).length;
  const most = 2 * limits.videosAtOnce;
  if (videos <= most) return [];
  const says = message('template/shown-videos', { most, videos });
  return [{ code: 'template/too-many-layers', at: { node: id, part: 'name' }, says }];
}

/** The frames of a scene in which a video is visible. */
interface VideoTime {
  readonly video: Layer;
  readonly start: number;
  readonly end: number;
}

/** The first frame of a scene with too many simultaneous videos. Videos in groups and masks count. */
export interface TooManyVideos {
  /** The first video beyond the limit. */
  readonly video: Layer;
  /** The frame of the scene. */
  readonly frame: number;
  /** The number of videos in this frame. */
  readonly videos: number;
}

/** Returns the first frame with more than `most` videos, or null. */
function firstCrowdedFrame(
  { layers, duration }: Pick<Scene, 'layers' | 'duration'>,
  most: number,
): TooManyVideos | null {
  return firstCrowdedTime(videoTimes(layers, 0, duration), most);
}

/**
 * Returns the first frame of the timeline in which a scene and the overlays together have too many simultaneous videos,
 * or null. Scenes with too many videos of their own are skipped, because they have a separate finding.
 */
function firstCrowdedTimelineFrame({ movie, scenes, whole }: Timeline, most: number): TooManyVideos | null {
  const layers = overlayLayers(movie);
  if (layers.length === 0) return null;
  const spans = layers.map((layer) => layerTime(layer, whole.length));
  const overlayTimes = videoTimes(layers, whole.origin, whole.length);
  for (const { scene, start, end, origin } of scenes) {
    const isOverlaid = spans.some((span) => whole.origin + span.start < end && whole.origin + span.end > start);
    if (!isOverlaid || (!isPlainScene(scene, movie) && firstCrowdedFrame(scene, most) !== null)) continue;
    const times = [...videoTimes(scene.layers, origin, scene.duration), ...overlayTimes]
      .map(({ video, ...time }) => ({ video, start: Math.max(time.start, start), end: Math.min(time.end, end) }))
      .filter((span) => span.start < span.end);
    const crowded = firstCrowdedTime(times, most);
    if (crowded !== null) return crowded;
  }
  return null;
}

function firstCrowdedTime(times: readonly VideoTime[], most: number): TooManyVideos | null {
  if (times.length <= most) return null;
  const byStart = times.toSorted((one, other) => one.start - other.start);
  const ends = times.map(({ end }) => end).sort((one, other) => one - other);
  let ended = 0;
  for (const [begun, { start }] of byStart.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= start) ended += 1;
    if (begun + 1 - ended <= most) continue;
    const visible = times.filter((time) => time.start <= start && time.end > start);
    const surplus = visible[most];
    if (surplus !== undefined) return { video: surplus.video, frame: start, videos: visible.length };
  }
  return null;
}

/**
 * Returns the times of all videos in layers.
 * @param from The frame of the scene at frame 0 of the container.
 * @param length The length of the container in frames.
 */
function videoTimes(layers: readonly Layer[], from: number, length: number): readonly VideoTime[] {
  return layers.flatMap((layer): readonly VideoTime[] => {
    if (!layer.enabled) return [];
    const { start, end, first } = layerTime(layer, frames(length));
    if (start === end) return [];
    const own: readonly VideoTime[] =
      layer.kind === 'video' ? [{ video: layer, start: from + start, end: from + end }] : [];
    const inside = layer.masks.filter(({ enabled }) => enabled).flatMap((mask) => mask.layers);
    const inner = layer.kind === 'group' ? [...layer.layers, ...inside] : inside;
    if (inner.length === 0) return own;
    const clock = from + start - first;
    const nested = videoTimes(inner, clock, first + end - start);
    // Cut the times of nested videos at the first visible frame of this layer.
    const visible = nested.filter((time) => time.end > from + start);
    return [...own, ...visible.map((time) => ({ ...time, start: Math.max(time.start, from + start) }))];
  });
}
