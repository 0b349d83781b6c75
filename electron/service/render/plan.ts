import type { NodeId } from '../../../shared/template/document.ts';
import {
  convertFrames,
  type FrameRate,
  type Frames,
  formatFrameRate,
  frames,
  framesToSamples,
  sameFrameRate,
} from '../../../shared/template/frame-rate.ts';
import { enabledParts, type Movie, type Scene } from '../../../shared/template/movie.ts';
import type { Finding } from '../../../shared/template/problem.ts';
import { type Format, type FormatName, formatOf, type Quality } from './formats.ts';
import { formatWith, type HardwareName } from './hardware-encoders.ts';
import type { Part } from './part.ts';
import { type Canvas, frameGraph, pictureGraph } from './picture-graph.ts';
import type { SceneSources } from './scene-source.ts';
import { soundPart } from './sound-graph.ts';

/** All that will be done for a film, before any of it is: a value that tests can read. */
export interface RenderPlan {
  readonly format: Format;
  /** What encodes the pictures; null for the processor. */
  readonly hardware: HardwareName | null;
  readonly quality: Quality;
  readonly canvas: Canvas;
  readonly scenes: readonly ScenePlan[];
  /** Of the whole film, at the canvas's rate. */
  readonly length: Frames;
  readonly samples: number;
  readonly warnings: readonly Finding[];
}

export interface ScenePlan {
  readonly id: NodeId;
  /** At the canvas's rate. Zero where a slower rate leaves no frame for a very short scene. */
  readonly length: Frames;
  readonly samples: number;
  /** Null where the format has no picture or the scene no frame. */
  readonly picture: Part | null;
  /** Null where nothing is heard. */
  readonly sound: Part | null;
}

export interface PlanRequest {
  readonly movie: Movie;
  readonly format: FormatName;
  readonly quality: Quality;
  readonly sources: SceneSources;
  /** FFmpeg's filters. */
  readonly filters: ReadonlySet<string>;
  /** What encodes the pictures; the processor unless given. */
  readonly hardware?: HardwareName | null;
}

/** Plans a film. Scenes and layers that are switched off are left out. */
export function planRender({ movie: template, format: name, quality, sources, ...rest }: PlanRequest): RenderPlan {
  const { filters, hardware = null } = rest;
  const movie = enabledParts(template);
  const format = formatWith(name, hardware);
  const canvas = canvasOf(movie, format, filters);
  const total = frames(movie.scenes.reduce((sum, scene) => sum + scene.duration, 0));
  const scenes: ScenePlan[] = [];
  let start = frames(0);
  for (const scene of movie.scenes) {
    const end = frames(start + scene.duration);
    scenes.push(planScene(scene, start, end, { movie, total, format, quality, sources, canvas }));
    start = end;
  }
  return {
    format,
    hardware,
    quality,
    canvas,
    scenes,
    length: canvasBoundary(total, { movie, total, canvas }),
    samples: framesToSamples(total, movie.frameRate),
    warnings: [...adaptations(movie, canvas, format), ...sourceWarnings(movie, sources, canvas)],
  };
}

/** One frame of a film as a part of its own, its encoding left open. */
export interface FramePlan {
  readonly part: Omit<Part, 'encoding'>;
  readonly canvas: Canvas;
}

/** The scene that a frame of a film belongs to, as far as it is rendered; null past the film's end. */
export function sceneAt(
  { movie: template, format: name, filters }: Omit<PlanRequest, 'sources' | 'quality'>,
  frame: Frames,
): { readonly scene: Scene; readonly frame: Frames; readonly canvas: Canvas } | null {
  const movie = enabledParts(template);
  const canvas = canvasOf(movie, formatOf(name), filters);
  const total = frames(movie.scenes.reduce((sum, scene) => sum + scene.duration, 0));
  let start = frames(0);
  for (const scene of movie.scenes) {
    const end = frames(start + scene.duration);
    const [first, last] = [start, end].map((each) => canvasBoundary(each, { movie, total, canvas }));
    if (first !== undefined && last !== undefined && frame >= first && frame < last)
      return { scene, frame: frames(frame - first), canvas };
    start = end;
  }
  return null;
}

/** Plans one frame of a scene, made as in the film. */
export function planFrame(
  { scene, frame, canvas }: NonNullable<ReturnType<typeof sceneAt>>,
  movie: Movie,
  sources: SceneSources,
): FramePlan {
  return { part: { kind: 'picture', ...frameGraph(scene, frame, movie, sources, canvas), length: 1 }, canvas };
}

interface ScenePlanning {
  readonly movie: Movie;
  /** Of the whole film, at its own rate. */
  readonly total: Frames;
  readonly format: Format;
  readonly quality: Quality;
  readonly sources: SceneSources;
  readonly canvas: Canvas;
}

/** Boundaries are converted from the start of the film, so that no rounding adds up. */
function planScene(scene: Scene, start: Frames, end: Frames, planning: ScenePlanning): ScenePlan {
  const { movie, format, sources } = planning;
  const length = frames(canvasBoundary(end, planning) - canvasBoundary(start, planning));
  const samples = framesToSamples(end, movie.frameRate) - framesToSamples(start, movie.frameRate);
  return {
    id: scene.id,
    length,
    samples,
    picture: length === 0 ? null : picturePart(scene, length, planning),
    sound: format.sound === null ? null : soundPart(scene, samples, movie, sources),
  };
}

/** Where a boundary falls at the canvas's rate. A film has at least one frame, however short it is. */
function canvasBoundary(boundary: Frames, { movie, total, canvas }: Pick<ScenePlanning, 'movie' | 'total' | 'canvas'>) {
  const converted = convertFrames(boundary, movie.frameRate, canvas.frameRate);
  return boundary === total && total > 0 ? frames(Math.max(1, converted)) : converted;
}

function picturePart(
  scene: Scene,
  length: Frames,
  { movie, format, quality, sources, canvas }: ScenePlanning,
): Part | null {
  if (format.picture === null) return null;
  const { encoder, arguments: perQuality, segmentMuxer, hardware } = format.picture;
  const pixelFormat = hardware?.pixelFormat ?? format.picture.pixelFormat;
  const { inputs, graph } = pictureGraph(scene, length, movie, sources, canvas);
  const upload = hardware?.upload ?? null;
  return {
    kind: 'picture',
    inputs,
    graph: upload === null ? graph : graph.replace(/\[out\]$/, `,${upload}[out]`),
    encoding: ['-c:v', encoder, ...perQuality[quality], '-pix_fmt', pixelFormat, ...COLOR_TAGS, '-f', segmentMuxer],
    length,
    ...(hardware !== undefined && hardware.device.length > 0 && { device: hardware.device }),
  };
}

const COLOR_TAGS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];

function canvasOf(movie: Movie, { picture }: Format, filters: ReadonlySet<string>): Canvas {
  return {
    width: picture?.allowedSide(movie.width) ?? movie.width,
    height: picture?.allowedSide(movie.height) ?? movie.height,
    frameRate: picture?.allowedRate(movie.frameRate) ?? movie.frameRate,
    pixelFormat: picture?.pixelFormat ?? 'yuv420p',
    toneMaps: filters.has('zscale') && filters.has('tonemap'),
  };
}

function adaptations(movie: Movie, canvas: Canvas, { label, sound }: Format): readonly Finding[] {
  const findings: Finding[] = [];
  if (canvas.width !== movie.width || canvas.height !== movie.height)
    findings.push({
      code: 'format/size',
      message: `${label} cannot hold ${movie.width}×${movie.height}; the film is rendered at ${canvas.width}×${canvas.height}.`,
      at: { node: movie.id, attribute: canvas.width !== movie.width ? 'width' : 'height' },
    });
  if (!sameFrameRate(canvas.frameRate, movie.frameRate))
    findings.push({
      code: 'format/frame-rate',
      message: `${label} cannot hold ${fps(movie.frameRate)}; the film is rendered at ${fps(canvas.frameRate)}, as long as before.`,
      at: { node: movie.id, attribute: 'framerate' },
    });
  if (sound === null && movie.scenes.some((scene) => scene.layers.some((layer) => layer.audio)))
    findings.push({ code: 'format/no-sound', message: `${label} holds no sound; the film is silent.`, at: null });
  return findings;
}

function sourceWarnings(movie: Movie, sources: SceneSources, canvas: Canvas): readonly Finding[] {
  if (canvas.toneMaps) return [];
  return movie.scenes
    .flatMap((scene) => scene.layers)
    .filter((layer) => (sources.get(layer.id)?.facts.video?.transfer ?? 'sdr') !== 'sdr')
    .map((layer) => ({
      code: 'source/hdr' as const,
      message: 'the source has a high dynamic range, and this FFmpeg lacks `zscale`: it will look flat.',
      at: { node: layer.id },
    }));
}

function fps(rate: FrameRate): string {
  return `${formatFrameRate(rate)} frames a second`;
}
