import { transitionEasing } from '../../../../shared/film/motion/transition-progress.ts';
import type { SceneStretch, Stretch } from '../../../../shared/film/scenes/film.ts';
import { isPlainLayer } from '../../../../shared/film/scenes/plain-layer.ts';
import { required } from '../../../../shared/lib/assert.ts';
import type { Layer, Movie, Scene } from '../../../../shared/template/movie/movie.ts';
import type { Transition, TransitionLook } from '../../../../shared/template/movie/transition.ts';
import { type FrameRate, type Frames, frameRate, frames } from '../../../../shared/template/values/frame-rate.ts';
import type { Filter } from '../graph/filter-graph.ts';
import type {
  BytesInput,
  ComposedCanvas,
  ComposedPart,
  ComposedScene,
  ComposedTransition,
} from '../parts/composed-part.ts';
import { composedLayers, type LayersPlan } from './composed-layers.ts';
import type { FilmSources } from './film-sources.ts';
import { type Canvas, pixelFormat, SQUARE_PIXELS, TAGGED } from './picture-graph.ts';

/** Frames of a scene that one part shows. */
interface Piece {
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

/**
 * Plans the composed picture of a stretch: so many frames of the canvas.
 * @param after How many frames of the movie the first of them lies behind the stretch's beginning; need not be whole.
 */
export function composedPicture(
  stretch: Stretch,
  { after, length }: { readonly after: number; readonly length: number },
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
): ComposedPicture {
  if (stretch.kind === 'scene') {
    const { scene, layers, from } = stretch;
    const { picture, decoders, inputs } = sceneOf(
      { scene, layers, from: from + after, length },
      movie,
      sources,
      canvas,
    );
    return { kind: 'composed', scene: picture, decoders, inputs, filters: finishing(canvas), length };
  }
  const { transition, outgoing, incoming, from } = stretch;
  const sides = [outgoing, incoming].map(
    (side) =>
      side &&
      sceneOf(
        // A frame that is shown a little early shows the scene's first.
        { scene: side.scene, layers: side.layers, from: Math.max(0, side.from + after), length },
        movie,
        sources,
        canvas,
      ),
  );
  const look = namedLook(transition, sources);
  const { red, green, blue } = movie.background;
  const scene: ComposedTransition = {
    kind: 'transition',
    canvas: composedCanvas(canvas),
    background: { red, green, blue },
    look: look.named,
    easing: transitionEasing(transition),
    frames: stretch.length,
    from: from + after,
    step: stepOf(movie.frameRate, canvas.frameRate),
    outgoing: sides[0]?.picture ?? null,
    incoming: sides[1]?.picture ?? null,
  };
  return {
    kind: 'composed',
    scene,
    decoders: sides.flatMap((side) => side?.decoders ?? []),
    inputs: [...sides.flatMap((side) => side?.inputs ?? []), ...look.inputs],
    filters: finishing(canvas),
    length,
  };
}

/** What a transition does, an image of it named by its digest. */
function namedLook(
  { id, look }: Transition,
  { images }: FilmSources,
): { readonly named: TransitionLook; readonly inputs: readonly BytesInput[] } {
  if (look.type !== 'luma') return { named: look, inputs: [] };
  const sha256 = required(images.get(id), 'the image of a transition that is played');
  return { named: { ...look, source: { kind: 'asset', name: sha256 } }, inputs: [{ kind: 'bytes', sha256 }] };
}

interface SceneLayers extends LayersPlan {
  readonly picture: ComposedScene;
}

function sceneOf(
  { scene, layers, from, length }: Piece,
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
): SceneLayers {
  const frame = composedCanvas(canvas);
  const step = stepOf(movie.frameRate, canvas.frameRate);
  const planning: LayersPlan = { decoders: [], inputs: [] };
  const shown = composedLayers(
    layers,
    { frame, duration: scene.duration, from, notBefore: 0 },
    { movie, sources, canvas: { ...frame, toneMaps: canvas.toneMaps }, step, length },
    planning,
  );
  const { red, green, blue } = scene.background ?? movie.background;
  const picture: ComposedScene = {
    kind: 'scene',
    canvas: frame,
    background: { red, green, blue },
    frameRate: movie.frameRate,
    duration: scene.duration,
    layers: shown,
    from,
    step,
  };
  return { picture, ...planning };
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

/**
 * Whether FFmpeg makes a stretch alone: it has only videos whose attributes FFmpeg's graph can do, and only black is
 * seen beside them.
 */
export function isPlain(stretch: Stretch, movie: Pick<Movie, 'background'>): stretch is SceneStretch {
  if (stretch.kind === 'transition') return false;
  const { red, green, blue } = stretch.scene.background ?? movie.background;
  return red + green + blue === 0 && stretch.layers.every(isPlainLayer);
}

/** Layers of a plain scene as they are from its frame `from` on: their own frame 0 is that one. */
export function layersFrom(layers: readonly Layer[], from: Frames): readonly Layer[] {
  if (from === 0) return layers;
  return layers.map((layer) => (layer.kind === 'video' ? { ...layer, skip: frames(layer.skip + from) } : layer));
}
