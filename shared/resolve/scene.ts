import { message } from '../messages/message.ts';
import { attributeValue, childElements, type ElementNode, type NodeId } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import type { CustomStyle, Layer, Overlay, Scene, SoundLayer } from '../template/movie/movie.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import { isLayer, isSound, layerKindOf, roleOf } from '../template/tables/roles.ts';
import type { SceneLength } from '../template/value-types/time-types.ts';
import { decimalSecondsToFrames, type Frames, frames } from '../template/values/frame-rate.ts';
import type { ContentLength } from '../template/values/source-length.ts';
import { naturalFrames, UNKNOWN_SECONDS } from '../template/values/source-length.ts';
import { NO_ITEM, positionsOf } from '../template/variables/repeats.ts';
import { resolveAnimation, splitAnimations } from './animation.ts';
import { checkSource, knownChildren, layerSource, meetsCondition, readConditional } from './children.ts';
import { layerReaders } from './layer.ts';
import { checkCounts, readAttributes, warnOfUnknownAttributes } from './read-attributes.ts';
import { type ReadingContext, remembered, type Surroundings } from './reading-context.ts';

const { type, condition, case: cases, ...specs } = elementRegistry.scene.attributes;

/** Reads a scene of layers. Returns null if it is invalid. Does not evaluate its condition, which the caller does. */
export function resolveScene(context: ReadingContext, element: ElementNode, surroundings: Surroundings): Scene | null {
  const { complete } = readAttributes(context, element, specs);
  const children = knownChildren(context, 'scene', element);
  const within = { ...context, ignored: new Set<string>() };
  checkLayerCount(context, children);
  const layers = resolveLayers(within, children);
  const sounds = resolveSounds(within, children, 'scene');
  for (const variable of within.ignored) context.ignored.add(variable);
  if (complete === null || context.rate === null) return null;
  const { name } = complete;
  // The length of the content replaces a missing duration, but not an invalid one.
  const hasDuration = attributeValue(element, 'duration') !== undefined && !isPlaceholder(element.id);
  if (complete.duration === null && hasDuration) return null;
  const own = typeof complete.duration === 'number' ? complete.duration : null;
  const duration = own ?? naturalFrames(UNKNOWN_SECONDS, context.rate);
  const contentFrames = own === null ? contentLength(within, children, { layers, sounds }, complete) : null;
  const enabled = complete.enabled && surroundings.enabled;
  const background = complete.background ?? surroundings.background;
  const refs = refsOf(complete.id, surroundings);
  const { choices } = surroundings;
  const chapter = complete.chapter?.trim() ?? '';
  return {
    id: element.id,
    refs,
    ...(choices.length > 0 && { choices }),
    name,
    ...(chapter !== '' && { chapter }),
    enabled,
    duration,
    fits: contentFrames,
    background,
    layers,
    sounds,
  };
}

/**
 * Returns the ids to which references to a scene can point: its own id, and the ids of the sequences and choices around
 * it.
 */
export function refsOf(id: string | null, surroundings: Surroundings): readonly string[] {
  const own = id?.trim() ?? '';
  return own === '' ? surroundings.refs : [own, ...surroundings.refs];
}

/** Reads the scene of a custom transition. It is as long as the transition. */
export function resolveCustomScene(context: ReadingContext, element: ElementNode): CustomStyle {
  const { background, enabled } = elementRegistry.scene.attributes;
  const { values } = readAttributes(context, element, { background, enabled });
  warnOfUnknownAttributes(context, element, [elementRegistry.scene.attributes]);
  const isOn = meetsCondition(context, element) && values.enabled !== false;
  const children = knownChildren(context, 'scene', element);
  checkLayerCount(context, children);
  const sceneLayers = children.filter(({ name }) => name === 'layer');
  const surplus = sceneLayers[limits.shownScenes];
  if (surplus !== undefined)
    context.log.add('template/too-many-layers', { node: surplus.element.id }, () =>
      message('template/shown-scenes', { most: limits.shownScenes, layers: sceneLayers.length }),
    );
  const layers = resolveLayers(context, children, true);
  const sounds = resolveSounds(context, children, 'scene');
  const disabled = <Part extends { readonly enabled: boolean }>(part: Part): Part => ({ ...part, enabled: false });
  return {
    type: 'custom',
    background: values.background ?? null,
    layers: isOn ? layers : layers.map(disabled),
    sounds: isOn ? sounds : sounds.map(disabled),
  };
}

/** Reads the overlays of the film. Omits invalid ones. */
export function resolveOverlays(context: ReadingContext, elements: readonly ElementNode[]): readonly Overlay[] {
  const inside = elements.flatMap((element) => childElements(element));
  const layers = inside.filter((child) => isLayer(child)).flatMap(withLayersIn);
  const sounds = inside.filter((child) => isSound(child));
  const [layer, sound] = [layers[limits.layers], sounds[limits.soundsOfScene]];
  if (layer !== undefined)
    context.log.add('template/too-many-layers', { node: layer.id }, () =>
      message('template/overlay-layers', { most: limits.layers, layers: layers.length }),
    );
  if (sound !== undefined)
    context.log.add('template/too-many-layers', { node: sound.id }, () =>
      message('template/overlay-sounds', { most: limits.soundsOfScene, sounds: sounds.length }),
    );
  return elements.flatMap((element) => readConditional(context, element, resolveOverlay) ?? []);
}

function withLayersIn(element: ElementNode): readonly ElementNode[] {
  const inside = childElements(element).filter((child) => isLayer(child) || roleOf(child) === 'mask');
  const below = inside.flatMap(withLayersIn);
  return isLayer(element) ? [element, ...below] : below;
}

function resolveOverlay(context: ReadingContext, element: ElementNode): Overlay | null {
  const { overlay } = elementRegistry;
  const { complete } = readAttributes(context, element, overlay.attributes);
  warnOfUnknownAttributes(context, element, [overlay.attributes]);
  const children = knownChildren(context, 'overlay', element);
  const layers = resolveLayers(context, children);
  const sounds = resolveSounds(context, children, 'overlay');
  if (complete === null) return null;
  const { name, enabled } = complete;
  return { id: element.id, name, enabled, layers, sounds };
}

/**
 * Reads the layers among the children of a scene or an overlay.
 * @param showsScenes Whether the parent is a custom transition, which can contain scene layers.
 */
function resolveLayers(
  context: ReadingContext,
  children: readonly { readonly element: ElementNode }[],
  showsScenes = false,
): Layer[] {
  return children.flatMap(({ element }) => {
    const kind = layerKindOf(element);
    if (kind === null) return [];
    if (kind === 'layer' && !showsScenes) {
      context.log.add('template/mixed-scene', { node: element.id, part: 'name' }, () =>
        message('template/layer-elsewhere'),
      );
      return [];
    }
    const reader: (inner: ReadingContext, layerElement: ElementNode) => Layer | null = layerReaders[kind];
    const layer = remembered<Layer>(context.memory?.layers, context, element, (inner, layerElement) =>
      readConditional(inner, layerElement, reader),
    );
    return layer === null ? [] : [layer];
  });
}

/**
 * Returns how the content determines the length of a scene. `isWhole` is false if a layer or sound is invalid or a
 * variable has no value, because the content can still become longer.
 */
function contentLength(
  { missing, ignored }: ReadingContext,
  children: readonly { readonly element: ElementNode }[],
  { layers, sounds }: Pick<Scene, 'layers' | 'sounds'>,
  { duration, extra }: { readonly duration: SceneLength | null; readonly extra: Frames },
): ContentLength {
  const inside = [...layers, ...sounds].filter(({ id }) => !isPlaceholder(id));
  const isRead = (element: ElementNode) => isLayer(element) && layerKindOf(element) !== 'layer';
  const written = children.filter(
    ({ element }) => (isRead(element) || isSound(element)) && !isPlaceholder(element.id),
  ).length;
  const isKnown = missing === 'error' || (ignored.size === 0 && inside.every(({ enabled }) => enabled));
  const isWhole = inside.length === written && isKnown;
  return { of: duration === null ? 'all' : 'audio', extra, isWhole, state: 'open' };
}

/** Returns whether a scene, layer, or sound is in a placeholder. Its values need not be known. */
function isPlaceholder(id: NodeId): boolean {
  return positionsOf(id).at(-1) === NO_ITEM;
}

/**
 * Checks the number of layers except videos. Only the number of simultaneous videos is limited, because older templates
 * have many videos per scene.
 */
function checkLayerCount({ log }: ReadingContext, children: readonly { readonly element: ElementNode }[]): void {
  const drawn = drawnLayers(children.map(({ element }) => element));
  const surplus = drawn[limits.layers];
  if (surplus !== undefined)
    log.add('template/too-many-layers', { node: surplus.id }, () =>
      message('template/too-many-layers', { most: limits.layers, layers: drawn.length }),
    );
}

/** Returns the layers except videos, including nested layers in groups and masks. */
function drawnLayers(elements: readonly ElementNode[]): readonly ElementNode[] {
  return elements.flatMap((element) => {
    const isDrawn = isLayer(element) && element.name !== 'video';
    const within = isLayer(element) || roleOf(element) === 'mask' ? drawnLayers(childElements(element)) : [];
    return isDrawn ? [element, ...within] : within;
  });
}

/** The default of `duckfade`, in seconds. */
export const DEFAULT_DUCK_SECONDS = '0.3';

type SoundParent = 'movie' | 'scene' | 'overlay';

/**
 * Reads the sounds among the children of the movie, an overlay, or a scene. Sounds of the movie and of overlays can be
 * heard across scenes.
 */
export function resolveSounds(
  context: ReadingContext,
  children: readonly { readonly element: ElementNode }[],
  within: SoundParent,
): readonly SoundLayer[] {
  const soundChildren = children.filter(({ element }) => isSound(element));
  const most = within === 'movie' ? limits.soundsOfMovie : limits.soundsOfScene;
  const surplus = soundChildren[most];
  // For overlays, the caller checks the total number of sounds.
  if (surplus !== undefined && within !== 'overlay')
    context.log.add('template/too-many-layers', { node: surplus.element.id }, () =>
      message('template/too-many-sounds', { most, sounds: soundChildren.length, within }),
    );
  const read = (inner: ReadingContext, element: ElementNode) => resolveSound(inner, element, within);
  return soundChildren.map(({ element }) => readConditional(context, element, read)).filter((sound) => sound !== null);
}

/** Reads a sound. Returns null if it is invalid. */
function resolveSound(context: ReadingContext, element: ElementNode, within: SoundParent): SoundLayer | null {
  const specs = elementRegistry.audio.attributes;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  checkSource(context, element);
  const animations = knownChildren(context, 'audio', element).map((child) =>
    resolveAnimation(context, 'audio', child.element),
  );
  checkCounts(context, element);
  if (complete === null) return null;
  const { url, src, fadein, fadeout, ducks, duckfade, condition, ...others } = complete;
  const { each, as, where, sort, reverse, from, to, step, ...rest } = others;
  const source = layerSource(context, element, { url, src });
  if (source === null) return null;
  const { sound: soundAnimations } = splitAnimations(animations.filter((animation) => animation !== null));
  return {
    kind: 'audio',
    id: element.id,
    source,
    ...rest,
    ...{ fadeIn: fadein, fadeOut: fadeout, ducks: ducks ?? within !== 'movie' },
    duckFade:
      duckfade ?? (context.rate === null ? frames(0) : decimalSecondsToFrames(DEFAULT_DUCK_SECONDS, context.rate)),
    ...(soundAnimations.length > 0 && { soundAnimations }),
  };
}
