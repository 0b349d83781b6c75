import { transitionEasing } from '../../../../shared/film/motion/transition-progress.ts';
import type { SceneStretch, Stretch, StretchOverlay, TransitionStretch } from '../../../../shared/film/scenes/film.ts';
import { isPlainLayer } from '../../../../shared/film/scenes/plain-layer.ts';
import type { JoinedScenes } from '../../../../shared/film/scenes/shown-scene.ts';
import { required } from '../../../../shared/lib/assert.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { CustomLook, Layer, Movie, Scene } from '../../../../shared/template/movie/movie.ts';
import type { MixedLook } from '../../../../shared/template/movie/transition.ts';
import { type FrameRate, type Frames, frameRate, frames } from '../../../../shared/template/values/frame-rate.ts';
import type { Filter } from '../graph/filter-graph.ts';
import {
  type BytesInput,
  type ComposedCanvas,
  type ComposedOver,
  type ComposedPart,
  type ComposedScene,
  type ComposedTransition,
  SVG_RASTERISER,
} from '../parts/composed-part.ts';
import { composedLayers, type LayersPlan, type PieceIn } from './composed-layers.ts';
import type { FilmSources } from './film-sources.ts';
import { type Canvas, pixelFormat, SQUARE_PIXELS, TAGGED } from './picture-graph.ts';

/** Frames of a scene that one part shows. */
interface Piece {
  readonly scene: Pick<Scene, 'background' | 'duration'>;
  /** Those that are played, from the lowest to the topmost. */
  readonly layers: readonly Layer[];
  /** The scene's frame that the first one shows, perhaps between two of them. */
  readonly from: number;
  /** Frames of the canvas. */
  readonly length: number;
}

/** How a composed picture is made, its encoding left open. */
export type ComposedPicture = Omit<ComposedPart, 'encoding' | 'device'>;

/** So many frames of the canvas. */
interface FramesOfStretch {
  /** How many frames of the movie the first of them lies behind the stretch's beginning; need not be whole. */
  readonly after: number;
  /** The same by the film's own clock: scenes are shown from their beginning, even where a format of another rate is late. Is `after` unless given. */
  readonly moment?: number;
  readonly length: number;
}

/** Plans the composed picture of a stretch, or of some frames of it. */
export function composedPicture(
  stretch: Stretch,
  shown: FramesOfStretch,
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
): ComposedPicture {
  const beneath = beneathOverlays(stretch, shown, movie, sources, canvas);
  const over = stretch.over && overlaid(stretch.over, shown, movie, sources, canvas);
  return {
    kind: 'composed',
    scene: beneath.picture,
    ...(over !== null && { over: over.picture }),
    decoders: [...beneath.decoders, ...(over?.decoders ?? [])],
    inputs: [...beneath.inputs, ...(over?.inputs ?? [])],
    filters: finishing(canvas),
    length: shown.length,
  };
}

function beneathOverlays(
  stretch: Stretch,
  shown: FramesOfStretch,
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
): Planned<ComposedScene | ComposedTransition> {
  if (stretch.kind === 'scene') return sceneAlone(stretch, shown, movie, sources, canvas);
  const { look } = stretch.transition;
  return look.type === 'custom'
    ? sceneBetween(look, stretch, shown, movie, sources, canvas)
    : bothScenes(look, stretch, shown, movie, sources, canvas);
}

/** A custom transition: a scene as long as it, in which those beside it are shown. */
function sceneBetween(
  { background, layers }: CustomLook,
  { outgoing, incoming, from, length: duration }: TransitionStretch,
  { after, length }: FramesOfStretch,
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
): Planned<ComposedScene> {
  const sides = { outgoing: outgoing?.scene ?? null, incoming: incoming?.scene ?? null };
  // A frame that is shown a little early shows the first.
  const piece = { scene: { background, duration }, layers, from: Math.max(0, from + after), length };
  return sceneOf(piece, movie, sources, canvas, sides);
}

function sceneAlone(
  { scene, layers, from }: SceneStretch,
  { after, length }: FramesOfStretch,
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
): Planned<ComposedScene> {
  return sceneOf({ scene, layers, from: from + after, length }, movie, sources, canvas);
}

function bothScenes(
  look: MixedLook,
  { transition, outgoing, incoming, from, length: frameCount }: TransitionStretch,
  { after, length }: FramesOfStretch,
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
): Planned<ComposedTransition> {
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
  const named = namedLook(look, transition.id, sources);
  const { red, green, blue } = movie.background;
  const picture: ComposedTransition = {
    ...named.drawnBy,
    kind: 'transition',
    canvas: composedCanvas(canvas),
    background: { red, green, blue },
    look: named.look,
    easing: transitionEasing(transition),
    frames: frameCount,
    from: from + after,
    step: stepOf(movie.frameRate, canvas.frameRate),
    outgoing: sides[0]?.picture ?? null,
    incoming: sides[1]?.picture ?? null,
  };
  return {
    picture,
    decoders: sides.flatMap((side) => side?.decoders ?? []),
    inputs: [...sides.flatMap((side) => side?.inputs ?? []), ...named.inputs],
  };
}

function overlaid(
  { layers, from, length: duration, ranBefore }: StretchOverlay,
  { after, moment = after, length }: FramesOfStretch,
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
): Planned<ComposedOver> {
  return layersOf({ layers, duration, from: from + moment, length }, movie, sources, canvas, { ranBefore });
}

/** What a transition does, an image of it named by its digest. */
function namedLook(
  look: MixedLook,
  id: NodeId,
  { images, vectors }: FilmSources,
): {
  readonly look: MixedLook;
  readonly inputs: readonly BytesInput[];
  readonly drawnBy?: Pick<ComposedTransition, 'drawnBy'>;
} {
  if (look.type !== 'luma') return { look, inputs: [] };
  const sha256 = required(images.get(id), 'the image of a transition that is played');
  return {
    look: { ...look, source: { kind: 'asset', name: sha256 } },
    inputs: [{ kind: 'bytes', sha256 }],
    ...(vectors.has(sha256) && { drawnBy: { drawnBy: SVG_RASTERISER } }),
  };
}

interface Planned<Picture> extends LayersPlan {
  readonly picture: Picture;
}

function sceneOf(
  { scene, ...piece }: Piece,
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
  sides?: JoinedScenes,
): Planned<ComposedScene> {
  const { picture, ...rest } = layersOf(
    { ...piece, duration: scene.duration },
    movie,
    sources,
    canvas,
    sides && { sides },
  );
  const { red, green, blue } = scene.background ?? movie.background;
  const { canvas: frame, frameRate: rate, duration, layers, from, step } = picture;
  return {
    picture: {
      kind: 'scene',
      canvas: frame,
      background: { red, green, blue },
      frameRate: rate,
      duration,
      layers,
      from,
      step,
    },
    ...rest,
  };
}

/** Layers on a clock that runs so long, and the frames of it that are shown. */
function layersOf(
  { layers, duration, from, length }: Omit<Piece, 'scene'> & { readonly duration: Frames },
  movie: Movie,
  sources: FilmSources,
  canvas: Canvas,
  besides: Pick<PieceIn, 'sides' | 'ranBefore'> = {},
): Planned<ComposedOver> {
  const frame = composedCanvas(canvas);
  const step = stepOf(movie.frameRate, canvas.frameRate);
  const planning: LayersPlan = { decoders: [], inputs: [] };
  const shown = composedLayers(
    layers,
    { frame, duration, from, notBefore: 0 },
    { movie, sources, canvas: { ...frame, toneMaps: canvas.toneMaps }, step, length, ...besides },
    planning,
  );
  return { picture: { canvas: frame, frameRate: movie.frameRate, duration, layers: shown, from, step }, ...planning };
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
 * seen beside them and nothing over them.
 */
export function isPlain(stretch: Stretch, movie: Pick<Movie, 'background'>): stretch is SceneStretch {
  if (stretch.kind === 'transition' || stretch.over !== null) return false;
  const { red, green, blue } = stretch.scene.background ?? movie.background;
  return red + green + blue === 0 && stretch.layers.every(isPlainLayer);
}

/** Layers of a plain scene as they are from its frame `from` on: their own frame 0 is that one. */
export function layersFrom(layers: readonly Layer[], from: Frames): readonly Layer[] {
  if (from === 0) return layers;
  return layers.map((layer) => (layer.kind === 'video' ? { ...layer, skip: frames(layer.skip + from) } : layer));
}
