import { layerTime } from '../../../../shared/film/layer-time.ts';
import { isPlainLayer } from '../../../../shared/film/plain-layer.ts';
import { assertNever } from '../../../../shared/lib/assert.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { MediaSource } from '../../../../shared/template/movie/media-source.ts';
import type { Layer, Movie, Scene } from '../../../../shared/template/movie/movie.ts';
import { type FrameRate, frameRate } from '../../../../shared/template/values/frame-rate.ts';
import type { Filter } from '../graph/filter-graph.ts';
import type { ComposedCanvas, ComposedInput, ComposedLayer, ComposedPart, Decoder } from '../parts/composed-part.ts';
import type { SceneSource } from '../parts/scene-source.ts';
import { planDecoder, type ShownFrames } from './decoder-graph.ts';
import type { FilmSources } from './film-sources.ts';
import { type Canvas, pixelFormat, SQUARE_PIXELS, TAGGED } from './picture-graph.ts';

/** Frames of a scene that one part shows. */
export interface Piece {
  readonly scene: Scene;
  /** Those that are played, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** The scene's frame that the first one shows, perhaps between two of them. */
  readonly from: number;
  /** Frames of the canvas. */
  readonly length: number;
}

/** How a composed picture is made, its encoding left open. */
export type ComposedPicture = Omit<ComposedPart, 'encoding' | 'device'>;

/** Plans the composed picture of a piece of a scene. */
export function composedPicture(
  { scene, layers, from, length }: Piece,
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
): ComposedPicture {
  const frame = composedCanvas(canvas);
  const step = stepOf(movie.frameRate, canvas.frameRate);
  const decoders: Decoder[] = [];
  const inputs: ComposedInput[] = [];
  const shown: ComposedLayer[] = [];
  for (const layer of layers) {
    const there = framesOf(layer, scene, from, step, length);
    if (there === null) continue;
    const named = withoutNames(layer, shown.length, sources);
    switch (layer.kind) {
      case 'video': {
        const source = sources.media.get(layer.id);
        if (!hasPicture(source)) continue;
        const planned = planDecoder(layer, there, source, scene, movie.frameRate, {
          ...frame,
          toneMaps: canvas.toneMaps,
        });
        shown.push({ layer: named, from: { kind: 'decoder', decoder: decoders.length, size: planned.size } });
        decoders.push(planned.decoder);
        inputs.push(...planned.decoder.inputs);
        break;
      }
      case 'image': {
        const image = sources.images.get(layer.id);
        if (image === undefined) continue;
        shown.push({ layer: named, from: { kind: 'image', sha256: image } });
        inputs.push({ kind: 'bytes', sha256: image });
        break;
      }
      case 'text': {
        const { fonts, files } = sources.fonts(layer);
        shown.push({ layer: named, from: { kind: 'text', fonts } });
        inputs.push(...files.map((sha256): ComposedInput => ({ kind: 'bytes', sha256 })));
        break;
      }
      case 'solid':
      case 'shape':
        shown.push({ layer: named, from: { kind: 'drawing' } });
        break;
      default:
        assertNever(layer);
    }
  }
  const { red, green, blue } = scene.background ?? movie.background;
  return {
    kind: 'composed',
    scene: {
      canvas: frame,
      background: { red, green, blue },
      frameRate: movie.frameRate,
      duration: scene.duration,
      layers: shown,
      from,
      step,
    },
    decoders,
    inputs,
    filters: finishing(canvas),
    length,
  };
}

/** Frames are composed with eight bits, and with all their colours where the format has more than those of 4:2:0. */
function composedCanvas({ width, height, pixelFormat: format, frameRate: rate }: Canvas): ComposedCanvas {
  return { width, height, pixelFormat: format === 'yuv420p' ? 'yuv420p' : 'yuv444p', frameRate: rate };
}

function finishing({ pixelFormat: format }: Canvas): readonly Filter[] {
  return [TAGGED, SQUARE_PIXELS, ...(format === 'yuv422p10le' ? [pixelFormat(format)] : [])];
}

/** How many frames of the movie lie from one frame of the format to the next. */
function stepOf(movie: FrameRate, canvas: FrameRate): FrameRate {
  return frameRate(movie.numerator * canvas.denominator, movie.denominator * canvas.numerator);
}

/** Which frames of a piece show a layer; null for none. */
function framesOf(
  layer: Layer,
  { duration }: Scene,
  from: number,
  { numerator, denominator }: FrameRate,
  length: number,
): ShownFrames | null {
  const { start, end, first: left } = layerTime(layer, duration);
  // Number of the first frame that does not lie before a frame of the scene.
  const numberAt = (frame: number): number =>
    Math.min(length, Math.max(0, Math.ceil(((frame - from) * denominator) / numerator - ALMOST)));
  const first = numberAt(start);
  const behind = numberAt(end);
  if (behind <= first) return null;
  return { from: from + (first * numerator) / denominator - start + left, first, length: behind - first };
}

/** Less than any rounding of a frame's number. */
const ALMOST = 1e-9;

function hasPicture(
  source: SceneSource | undefined,
): source is SceneSource & { readonly facts: { readonly video: NonNullable<SceneSource['facts']['video']> } } {
  return source !== undefined && source.facts.video !== null;
}

/**
 * A layer without what tells nothing of its picture: ids are its place in the scene, its source is its digest, and its
 * sound is not heard here. So equal pictures have equal data.
 */
function withoutNames(layer: Layer, index: number, sources: FilmSources): Layer {
  const id = `layer ${index}` as NodeId;
  const effects = layer.effects.map((effect, number) => ({ ...effect, id: `effect ${number}` as NodeId }));
  const animations = layer.animations.map((animation, number) => {
    const named = { ...animation, id: `animation ${number}` as NodeId };
    return named.kind === 'custom'
      ? { ...named, keys: named.keys.map((key, at) => ({ ...key, id: `key ${at}` as NodeId })) }
      : named;
  });
  const seen = { id, name: null, effects, animations };
  switch (layer.kind) {
    case 'video':
      return { ...layer, ...seen, audio: false, source: digestOf(sources.media.get(layer.id)?.sha256) };
    case 'image':
      return { ...layer, ...seen, source: digestOf(sources.images.get(layer.id)) };
    case 'text':
      return { ...layer, ...seen, style: { ...layer.style, families: [] } };
    case 'solid':
    case 'shape':
      return { ...layer, ...seen };
    default:
      return assertNever(layer);
  }
}

function digestOf(sha256 = ''): MediaSource {
  return { kind: 'asset', name: sha256 };
}

/**
 * Whether FFmpeg makes a scene alone: all that is there are videos that say nothing but what there was before there was a
 * compositor, and nothing but black is seen beside them. Of one that is shown in part the compositor makes that part.
 */
export function isPlain({ scene, layers }: Pick<Piece, 'scene' | 'layers'>, movie: Pick<Movie, 'background'>): boolean {
  const { red, green, blue } = scene.background ?? movie.background;
  return scene.shown === null && red + green + blue === 0 && layers.every(isPlainLayer);
}
