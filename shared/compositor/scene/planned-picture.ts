import { required } from '../../lib/assert.ts';
import type { NodeId } from '../../template/document/document.ts';
import type { CustomStyle, Layer, MixedStyle, Movie, Scene } from '../../template/movie/movie.ts';
import { type FrameRate, type Frames, frameRate } from '../../template/values/frame-rate.ts';
import { backgroundOf, isOnBlack, isPlainLayer } from '../../timeline/plain-scenes.ts';
import type { SceneSegment, SegmentOverlay, TimelineSegment, TransitionSegment } from '../../timeline/timeline.ts';
import { type JoinedScenes, transitionEasing } from '../../timeline/transitions.ts';
import type { ComposeSources } from './compose-sources.ts';
import { composedLayers, type LayersPort } from './composed-layers.ts';
import type { ComposedCanvas, ComposedOver, ComposedScene, ComposedTransition } from './composed-scene.ts';
import type { PieceIn } from './piece-frames.ts';

/** The frames of a scene in one part. */
interface Piece {
  readonly scene: Pick<Scene, 'background' | 'duration'>;
  /** The layers from bottom to top. Excludes hidden layers. */
  readonly layers: readonly Layer[];
  /** The frame of the scene at the first frame of the part; it can be fractional. */
  readonly from: number;
  /** The number of frames of the canvas. */
  readonly length: number;
}

/** A range of canvas frames within a segment. */
export interface FramesOfSegment {
  /** The position of the first frame, in frames of the movie after the start of the segment; it can be fractional. */
  readonly after: number;
  /**
   * The same position on the clock of the film, which overlays use. It differs from `after` if an output format with
   * another frame rate starts a scene late, because a scene always begins with its first frame. Defaults to `after`.
   */
  readonly moment?: number;
  readonly length: number;
}

/** The composed picture of a segment, and its overlays. */
export interface PlannedPicture {
  readonly scene: ComposedScene | ComposedTransition;
  /** The overlays; null if there are none. */
  readonly over: ComposedOver | null;
}

/** The inputs for planning a film. */
export interface PlannedFrom {
  readonly movie: Movie;
  readonly sources: ComposeSources;
  readonly canvas: ComposedCanvas;
  readonly port: LayersPort;
}

/** Plans the composed picture of a segment or of a range of its frames. The decoders of overlays come last. */
export function planPicture(
  segment: TimelineSegment,
  segmentFrames: FramesOfSegment,
  from: PlannedFrom,
): PlannedPicture {
  const scene = planBelowOverlays(segment, segmentFrames, from);
  const over = segment.over && planOverlay(segment.over, segmentFrames, from);
  return { scene, over };
}

function planBelowOverlays(
  segment: TimelineSegment,
  segmentFrames: FramesOfSegment,
  planned: PlannedFrom,
): ComposedScene | ComposedTransition {
  if (segment.kind === 'scene') return singleScene(segment, segmentFrames, planned);
  const { look } = segment.transition;
  return look.type === 'custom'
    ? sceneBetween(look, segment, segmentFrames, planned)
    : bothScenes(look, segment, segmentFrames, planned);
}

/**
 * Plans a custom transition as a scene of the same duration. The layers of this scene can contain the adjacent scenes.
 */
function sceneBetween(
  { background, layers }: CustomStyle,
  { outgoing, incoming, from, length: duration }: TransitionSegment,
  { after, length }: FramesOfSegment,
  planned: PlannedFrom,
): ComposedScene {
  const sides = { outgoing: outgoing?.scene ?? null, incoming: incoming?.scene ?? null };
  // Clamp to the first frame, because a rounded position can be slightly before the beginning.
  const piece = { scene: { background, duration }, layers, from: Math.max(0, from + after), length };
  return sceneOf(piece, planned, sides);
}

function singleScene(
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
        // Clamp to the first frame, because a rounded position can be slightly before the beginning.
        { scene: side.scene, layers: side.layers, from: Math.max(0, side.from + after), length },
        planned,
      ),
  );
  const { movie, canvas } = planned;
  const named = withImageDigest(look, transition.id, planned);
  return {
    ...named.drawnBy,
    kind: 'transition',
    canvas,
    background: backgroundOf({ background: null }, movie),
    look: named.look,
    easing: transitionEasing(transition),
    frames: frameCount,
    from: from + after,
    step: stepOf(movie.frameRate, canvas.frameRate),
    outgoing: sides[0] ?? null,
    incoming: sides[1] ?? null,
  };
}

function planOverlay(
  { layers, from, length: duration, earlierFrames }: SegmentOverlay,
  { after, moment = after, length }: FramesOfSegment,
  planned: PlannedFrom,
): ComposedOver {
  return layersOf({ layers, duration, from: from + moment, length }, planned, { earlierFrames });
}

/** Replaces the image of a transition by its digest. */
function withImageDigest(
  look: MixedStyle,
  id: NodeId,
  { sources: { images, vectors }, port }: PlannedFrom,
): { readonly look: MixedStyle; readonly drawnBy?: Pick<ComposedTransition, 'drawnBy'> } {
  if (look.type !== 'luma') return { look };
  const sha256 = required(images.get(id), 'the image of a transition that is played');
  port.read('bytes', sha256);
  const drawnBy = vectors.get(sha256);
  return {
    look: { ...look, source: { kind: 'asset', name: sha256 } },
    ...(drawnBy !== undefined && { drawnBy: { drawnBy } }),
  };
}

function sceneOf({ scene, ...piece }: Piece, planned: PlannedFrom, sides?: JoinedScenes): ComposedScene {
  const composed = layersOf({ ...piece, duration: scene.duration }, planned, sides && { sides });
  const background = backgroundOf(scene, planned.movie);
  const { canvas, frameRate: rate, duration, layers, from, step } = composed;
  return { kind: 'scene', canvas, background, frameRate: rate, duration, layers, from, step };
}

/** Plans the layers for a range of frames. `duration` is the duration of their clock. */
function layersOf(
  { layers, duration, from, length }: Omit<Piece, 'scene'> & { readonly duration: Frames },
  planned: PlannedFrom,
  extra: Pick<PieceIn, 'sides' | 'earlierFrames'> = {},
): ComposedOver {
  const { movie, sources, canvas, port } = planned;
  const step = stepOf(movie.frameRate, canvas.frameRate);
  const composed = composedLayers(
    layers,
    { frame: canvas, duration, from, notBefore: 0 },
    { movie, sources, canvas, step, length, ...extra },
    { decoders: 0, port },
  );
  return { canvas, frameRate: movie.frameRate, duration, layers: composed, from, step };
}

/** Returns the number of movie frames per frame of the format. */
function stepOf(movie: FrameRate, canvas: FrameRate): FrameRate {
  return frameRate(movie.numerator * canvas.denominator, movie.denominator * canvas.numerator);
}

/**
 * Returns whether FFmpeg alone can render a segment: a scene on black without overlays, whose layers are videos that
 * use only attributes with FFmpeg filters.
 */
export function isPlain(segment: TimelineSegment, movie: Pick<Movie, 'background' | 'matte'>): segment is SceneSegment {
  if (segment.kind === 'transition' || segment.over !== null) return false;
  return isOnBlack(segment.scene, movie) && segment.layers.every(isPlainLayer);
}
