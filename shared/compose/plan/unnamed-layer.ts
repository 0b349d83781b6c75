import { assertNever } from '../../lib/assert.ts';
import type { NodeId } from '../../template/document/document.ts';
import type { Effect } from '../../template/effects/effects.ts';
import type { MediaSource } from '../../template/movie/media-source.ts';
import type { ImageLayer, Layer, TextLayer, VideoLayer } from '../../template/movie/movie.ts';
import type { CustomAnimation } from '../../template/values/animation.ts';
import { frames } from '../../template/values/frame-rate.ts';
import type { ComposeSources } from './compose-sources.ts';

/**
 * A layer without what tells nothing of its picture: ids are its place in the scene, its source is its digest, and its
 * sound is not heard here. So equal pictures have equal data.
 */
export function withoutNames(layer: Layer, index: number, sources: ComposeSources): Layer {
  const id = `layer ${index}` as NodeId;
  const effects = layer.effects.map((effect, number) => effectNamed(effect, number, sources));
  const animations = layer.animations.map((animation, number) =>
    animation.kind === 'custom' ? withoutIds(animation, number) : { ...animation, id: `animation ${number}` as NodeId },
  );
  // What stands in it is composed data of its own.
  const seen = { id, name: null, effects, animations, masks: [] };
  switch (layer.kind) {
    case 'video':
      return { ...withoutSound(layer), ...seen, ...NOT_SEEN, source: digestOf(sources.media.get(layer.id)?.sha256) };
    case 'image':
      return { ...withoutEnd(layer), ...seen, source: digestOf(sources.images.get(layer.id)) };
    case 'text':
      return { ...withoutFamilies(layer), ...seen };
    case 'captions': {
      // Which cues are seen when, the layer's origin says.
      const style = { ...layer.style, families: [] };
      return { ...layer, ...seen, source: digestOf(), skip: frames(0), mode: 'cue', style };
    }
    case 'group':
      return { ...layer, ...seen, layers: [] };
    case 'layer':
      return { ...layer, ...seen, ref: '', first: null };
    case 'solid':
    case 'shape':
      return { ...layer, ...seen };
    default:
      return assertNever(layer);
  }
}

/** An effect whose id is its place, and whose table is named by its digest. */
function effectNamed(effect: Effect, number: number, { tables }: ComposeSources): Effect {
  const id = `effect ${number}` as NodeId;
  const named = { id, ...(effect.animations && { animations: effect.animations.map(withoutIds) }) };
  if (effect.type !== 'cube') return { ...effect, ...named };
  return { ...effect, ...named, parameters: { ...effect.parameters, src: tables.get(effect.id) ?? null, url: null } };
}

/** Which fonts they are, their digests say. */
function withoutFamilies({ spans, style, ...layer }: TextLayer): TextLayer {
  const looks = spans?.map(({ families: _, namedBy: __, ...span }) => span);
  return { ...layer, style: { ...style, families: [] }, ...(looks && { spans: looks }) };
}

function withoutSound({ soundAnimations: _, ...layer }: VideoLayer): VideoLayer {
  return layer;
}

/** What an image that moves shows at its end stands with its delays; of another it says nothing. */
function withoutEnd({ end: _, ...layer }: ImageLayer): ImageLayer {
  return layer;
}

/** An animation whose id, and those of its keys, are their places. */
function withoutIds<Values>(animation: CustomAnimation<Values>, number: number): CustomAnimation<Values> {
  const keys = animation.keys.map((key, at) => ({ ...key, id: `key ${at}` as NodeId }));
  return { ...animation, id: `animation ${number}` as NodeId, keys };
}

/** What of a video its decoder says, and what is heard of it. */
const NOT_SEEN = {
  audio: false,
  volume: 1,
  pan: 0,
  fadeIn: frames(0),
  fadeOut: frames(0),
  ducks: false,
  speed: 1,
  end: 'hold',
  freeze: null,
} satisfies Partial<VideoLayer>;

function digestOf(sha256 = ''): MediaSource {
  return { kind: 'asset', name: sha256 };
}
