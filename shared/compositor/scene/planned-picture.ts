import { SVG_DRAWER } from '../../drawings/svg-drawer.ts';
import { required } from '../../lib/assert.ts';
import type { NodeId } from '../../template/document/document.ts';
import type { CustomStyle, Layer, MixedStyle, Movie, Scene } from '../../template/movie/movie.ts';
import { type FrameRate, type Frames, frameRate } from '../../template/values/frame-rate.ts';
import { isPlainLayer } from '../../timeline/plain-scenes.ts';
import type { SceneSegment, SegmentOverlay, TimelineSegment, TransitionSegment } from '../../timeline/timeline.ts';
import { type JoinedScenes, transitionEasing } from '../../timeline/transitions.ts';
import type { ComposeSources } from './compose-sources.ts';
import { composedLayers, type LayersPort, type PieceIn } from './composed-layers.ts';
import type { ComposedCanvas, ComposedOver, ComposedScene, ComposedTransition } from './composed-scene.ts';

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

/** So many frames of the canvas. */
export interface FramesOfSegment {
  /** How many frames of the movie the first of them lies behind the stretch's beginning; need not be whole. */
  readonly after: number;
  /** The same by the film's own clock: scenes are shown from their beginning, even where a format of another rate is late. Is `after` unless given. */
  readonly moment?: number;
  readonly length: number;
}

/** What is composed of a stretch, and what lies over it. */
export interface PlannedPicture {
  readonly scene: ComposedScene | ComposedTransition;
  /** Null where nothing lies over it. */
  readonly over: ComposedOver | null;
}

/** What a film is planned of. */
export interface PlannedFrom {
  readonly movie: Movie;
  readonly sources: ComposeSources;
  readonly canvas: ComposedCanvas;
  readonly port: LayersPort;
}

/** Plans the composed picture of a stretch, or of some frames of it. Videos of overlays come last. */
export function planPicture(segment: TimelineSegment, shown: FramesOfSegment, from: PlannedFrom): PlannedPicture {
  const scene = beneathOverlays(segment, shown, from);
  const over = segment.over && overlaid(segment.over, shown, from);
  return { scene, over };
}

function beneathOverlays(
  segment: TimelineSegment,
  shown: FramesOfSegment,
  planned: PlannedFrom,
): ComposedScene | ComposedTransition {
  if (segment.kind === 'scene') return sceneAlone(segment, shown, planned);
  const { look } = segment.transition;
  return look.type === 'custom'
    ? sceneBetween(look, segment, shown, planned)
    : bothScenes(look, segment, shown, planned);
}

/** A custom transition: a scene as long as it, in which those beside it are shown. */
function sceneBetween(
  { background, layers }: CustomStyle,
  { outgoing, incoming, from, length: duration }: TransitionSegment,
  { after, length }: FramesOfSegment,
  planned: PlannedFrom,
): ComposedScene {
  const sides = { outgoing: outgoing?.scene ?? null, incoming: incoming?.scene ?? null };
  // A frame that is shown a little early shows the first.
  const piece = { scene: { background, duration }, layers, from: Math.max(0, from + after), length };
  return sceneOf(piece, planned, sides);
}

function sceneAlone(
  { scene, layers, from }: SceneSegment,
  { after, length }: FramesOfSegment,
  planned: PlannedFrom,
): ComposedScene {
  return sceneOf({ scene, layers, from: from + after, length }, planned);
}

function bothScenes(
  look: MixedStyle,
  { transition, outgoing, incoming, from, length: frameCount }: TransitionSegment,
  { after, length }: FramesOfSegment,
  planned: PlannedFrom,
): ComposedTransition {
  const sides = [outgoing, incoming].map(
    (side) =>
      side &&
      sceneOf(
        // A frame that is shown a little early shows the scene's first.
        { scene: side.scene, layers: side.layers, from: Math.max(0, side.from + after), length },
        planned,
      ),
  );
  const { movie, canvas } = planned;
  const named = namedLook(look, transition.id, planned);
  const { red, green, blue } = movie.background;
  return {
    ...named.drawnBy,
    kind: 'transition',
    canvas,
    background: { red, green, blue },
    look: named.look,
    easing: transitionEasing(transition),
    frames: frameCount,
    from: from + after,
    step: stepOf(movie.frameRate, canvas.frameRate),
    outgoing: sides[0] ?? null,
    incoming: sides[1] ?? null,
  };
}

function overlaid(
  { layers, from, length: duration, ranBefore }: SegmentOverlay,
  { after, moment = after, length }: FramesOfSegment,
  planned: PlannedFrom,
): ComposedOver {
  return layersOf({ layers, duration, from: from + moment, length }, planned, { ranBefore });
}

/** What a transition does, an image of it named by its digest. */
function namedLook(
  look: MixedStyle,
  id: NodeId,
  { sources: { images, vectors }, port }: PlannedFrom,
): { readonly look: MixedStyle; readonly drawnBy?: Pick<ComposedTransition, 'drawnBy'> } {
  if (look.type !== 'luma') return { look };
  const sha256 = required(images.get(id), 'the image of a transition that is played');
  port.read('bytes', sha256);
  return {
    look: { ...look, source: { kind: 'asset', name: sha256 } },
    ...(vectors.has(sha256) && { drawnBy: { drawnBy: SVG_DRAWER.name } }),
  };
}

function sceneOf({ scene, ...piece }: Piece, planned: PlannedFrom, sides?: JoinedScenes): ComposedScene {
  const composed = layersOf({ ...piece, duration: scene.duration }, planned, sides && { sides });
  const { red, green, blue } = scene.background ?? planned.movie.background;
  const { canvas, frameRate: rate, duration, layers, from, step } = composed;
  return { kind: 'scene', canvas, background: { red, green, blue }, frameRate: rate, duration, layers, from, step };
}

/** Layers on a clock that runs so long, and the frames of it that are shown. */
function layersOf(
  { layers, duration, from, length }: Omit<Piece, 'scene'> & { readonly duration: Frames },
  planned: PlannedFrom,
  besides: Pick<PieceIn, 'sides' | 'ranBefore'> = {},
): ComposedOver {
  const { movie, sources, canvas, port } = planned;
  const step = stepOf(movie.frameRate, canvas.frameRate);
  const shown = composedLayers(
    layers,
    { frame: canvas, duration, from, notBefore: 0 },
    { movie, sources, canvas, step, length, ...besides },
    { decoders: 0, port },
  );
  return { canvas, frameRate: movie.frameRate, duration, layers: shown, from, step };
}

/** How many frames of the movie lie from one frame of the format to the next. */
function stepOf(movie: FrameRate, canvas: FrameRate): FrameRate {
  return frameRate(movie.numerator * canvas.denominator, movie.denominator * canvas.numerator);
}

/**
 * Whether FFmpeg makes a stretch alone: it has only videos whose attributes FFmpeg's graph can do, and only black is
 * seen beside them and nothing over them.
 */
export function isPlain(segment: TimelineSegment, movie: Pick<Movie, 'background'>): segment is SceneSegment {
  if (segment.kind === 'transition' || segment.over !== null) return false;
  const { red, green, blue } = segment.scene.background ?? movie.background;
  return red + green + blue === 0 && segment.layers.every(isPlainLayer);
}
