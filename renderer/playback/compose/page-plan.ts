import {
  type ComposeSources,
  fontChoice,
  fontsFor,
  type RunningSource,
} from '#shared/compositor/scene/compose-sources.ts';
import type { ShownVideo } from '#shared/compositor/scene/composed-layers.ts';
import { type ComposedCanvas, type DecodedFormat, workingFormat } from '#shared/compositor/scene/composed-scene.ts';
import { type PlannedPicture, planPicture } from '#shared/compositor/scene/planned-picture.ts';
import type { FontChoice } from '#shared/drawings/fonts/choose-fonts.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import type { NamedSource } from '#shared/template/movie/movie-kinds.ts';
import { playedWithNested, sourceKey } from '#shared/template/movie/used-sources.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { effectsAppliedWhileDecoding } from '#shared/timeline/effects.ts';
import { fitSource } from '#shared/timeline/placement.ts';
import { isPlacedByFit } from '#shared/timeline/plain-scenes.ts';
import { playedSources } from '#shared/timeline/played-sources.ts';
import { filmSize, type TimelineSegment } from '#shared/timeline/timeline.ts';
import type { MediaFacts } from '../decode/media-port.ts';
import type { AddedFonts } from './added-fonts.ts';
import type { StillStatus } from './still-sources.ts';
import type { VideoPlanes } from './video-planes.ts';

/** The functions that return the project's sources for planning. */
export interface PlanSources {
  /** Returns the facts of a source; null if unknown or missing. */
  readonly factsOf: (source: MediaSource) => MediaFacts | null;
  readonly stillOf: (requested: NamedSource) => StillStatus;
  /** Returns the added fonts that a text can use. */
  readonly addedFor: AddedFonts['forText'];
}

export interface PageVideo extends ShownVideo {
  readonly facts: MediaFacts;
  readonly region: VideoPlanes['region'];
  /** The pixel format, and the size that keeps all visible pixels of the source. */
  readonly format: DecodedFormat;
  /** The displayed size of the picture in movie pixels. */
  readonly size: Size;
}

/** A planned segment for the worker. */
export interface PagePlan extends PlannedPicture {
  readonly videos: readonly PageVideo[];
  readonly tables: ReadonlyMap<string, string>;
}

/**
 * Plans frames of a segment with the available sources. Missing sources are omitted.
 * @param piece The range of frames to plan, relative to the segment.
 * @param keepsAlpha Whether the frames of a transparent movie have opacity. If false, they are composited over the
 * matte.
 */
export function planSegment(
  movie: Movie,
  segment: TimelineSegment,
  piece: { readonly after: number; readonly length: number },
  sources: PlanSources,
  keepsAlpha: boolean,
): PagePlan {
  const canvas = canvasOf(movie, keepsAlpha);
  const videos: PageVideo[] = [];
  const resolvedSources = knownSources(sourcesIn(movie, segment), movie, sources);
  const planVideo = (video: ShownVideo): Size => {
    const placed = placedVideo(video, resolvedSources.factsOf(video.layer.id), canvas);
    videos.push({ ...video, ...placed });
    return placed.size;
  };
  const port = { planVideo, read: () => undefined };
  const picture = planPicture(segment, piece, { movie, sources: resolvedSources, canvas, port });
  return { ...picture, videos, tables: resolvedSources.texts };
}

function canvasOf({ matte, ...movie }: Movie, keepsAlpha: boolean): ComposedCanvas {
  const canvas = { ...filmSize(movie), frameRate: movie.frameRate };
  if (matte === undefined) return { ...canvas, pixelFormat: 'yuv420p' };
  return keepsAlpha
    ? { ...canvas, pixelFormat: 'yuva444p', alpha: { kind: 'kept' } }
    : { ...canvas, pixelFormat: 'yuv420p', alpha: { kind: 'over', matte } };
}

function placedVideo({ layer, within }: ShownVideo, facts: MediaFacts, canvas: ComposedCanvas) {
  const { video } = facts;
  const [width, height] = [video?.displayWidth ?? 2, video?.displayHeight ?? 2];
  const step = workingFormat(canvas) === 'yuv420p' && isPlacedByFit(layer) ? 2 : 1;
  const { used: usedPart, scaled, shown: visible } = fitSource({ width, height }, layer, within.frame, step);
  const usedArea = usedPart ?? { left: 0, top: 0, width, height };
  const [across, down] = [usedArea.width / scaled.width, usedArea.height / scaled.height];
  const region = {
    left: (usedArea.left + visible.left * across) / width,
    top: (usedArea.top + visible.top * down) / height,
    width: (visible.width * across) / width,
    height: (visible.height * down) / height,
  };
  const isRotated = video?.rotation === 90 || video?.rotation === 270;
  const [codedWidth, codedHeight] = [video?.codedWidth ?? 2, video?.codedHeight ?? 2];
  const sideLength = (pixels: number) => Math.max(2, Math.round(pixels));
  const format = {
    width: sideLength(region.width * (isRotated ? codedHeight : codedWidth)),
    height: sideLength(region.height * (isRotated ? codedWidth : codedHeight)),
  };
  return {
    facts,
    region,
    format: {
      ...format,
      pixelFormat: video?.hasAlpha === true ? ('yuva444p' as const) : formatOf(video?.pixelFormat ?? '', format),
    },
    size: { width: visible.width, height: visible.height },
  };
}

/**
 * Returns `yuv420p` if the source has 4:2:0 chroma subsampling, and width and height are even; otherwise `yuv444p`. A
 * crop can make width or height odd.
 */
function formatOf(pixelFormat: string, { width, height }: Size): 'yuv420p' | 'yuv444p' {
  const isEven = width % 2 === 0 && height % 2 === 0;
  return isEven && /420|nv12|p010/.test(pixelFormat) ? 'yuv420p' : 'yuv444p';
}

/** Returns the effects of a video that are applied while its pictures are decoded. */
export function effectsOf({ layer }: Pick<PageVideo, 'layer'>) {
  return effectsAppliedWhileDecoding(layer);
}

/**
 * Returns the format reduced by a power of two. In full size, each direction keeps at least two source pixels per
 * displayed pixel; during motion, about one to two.
 */
export function reducedFormat({ format, size }: Pick<PageVideo, 'format' | 'size'>, frameScale: number): DecodedFormat {
  const most = Math.max(format.width / (size.width * frameScale), format.height / (size.height * frameScale));
  const by =
    frameScale === 1
      ? 2 ** Math.max(0, Math.floor(Math.log2(most / 2)))
      : 2 ** Math.max(0, Math.floor(Math.log2(most) + 0.1));
  if (by === 1) return format;
  const step = format.pixelFormat === 'yuv420p' ? 2 : 1;
  const sideLength = (pixels: number) => Math.max(2, step * Math.round(pixels / by / step));
  return { ...format, width: sideLength(format.width), height: sideLength(format.height) };
}

/**
 * Returns the sources of a segment. The list contains all fonts, because the font of a text depends on all declared
 * fonts.
 */
export function sourcesIn(movie: Movie, segment: TimelineSegment): readonly NamedSource[] {
  const layers = playedWithNested([...segment.layers, ...(segment.over?.layers ?? [])]);
  const nodes = new Set<NodeId>(layers.flatMap(({ id, effects }) => [id, ...effects.map((effect) => effect.id)]));
  if (segment.kind === 'transition') nodes.add(segment.transition.id);
  return playedSources(movie).filter(({ at, kind }) => kind === 'font' || nodes.has(at.node));
}

/** Returns the available metadata of these sources, by their kind. */
function knownSources(
  named: readonly NamedSource[],
  movie: Movie,
  { factsOf, stillOf, addedFor }: PlanSources,
): ComposeSources & { readonly texts: ReadonlyMap<string, string>; readonly factsOf: (layer: NodeId) => MediaFacts } {
  const media = new Map<NodeId, RunningSource & { readonly facts: MediaFacts }>();
  const images = new Map<NodeId, string>();
  const moving = new Map<string, readonly number[]>();
  const vectors = new Map<string, string>();
  const tables = new Map<NodeId, string>();
  const texts = new Map<string, string>();
  const captions: Map<NodeId, Extract<StillOf, { kind: 'captions' }>['captions']> = new Map();
  const declared: FontChoice[] = [];
  const takeStill = (each: NamedSource, still: StillOf): void => {
    const { node } = each.at;
    switch (still.kind) {
      case 'image':
        images.set(node, still.digest);
        if (still.delays !== null) moving.set(still.digest, still.delays);
        if (still.drawnBy !== null) vectors.set(still.digest, still.drawnBy);
        return;
      case 'font':
        declared.push(fontChoice(movie, each, still.digest, still.font));
        return;
      case 'captions':
        captions.set(node, still.captions);
        return;
      case 'table':
        tables.set(node, still.digest);
        texts.set(still.digest, still.text);
    }
  };
  for (const each of named) {
    const { source, kind, at } = each;
    const facts = kind === 'media' ? factsOf(source) : null;
    if (facts !== null) media.set(at.node, { sha256: sourceKey(source), facts });
    const status = kind === 'media' ? null : stillOf(each);
    if (status?.kind === 'ready') takeStill(each, status.still);
  }
  return {
    ...{ media, images, moving, vectors, tables, captions, texts },
    fonts: (text) => fontsFor(text, declared, addedFor(text)),
    factsOf: (layer) => {
      const mediaOfLayer = media.get(layer);
      if (mediaOfLayer === undefined) throw new Error('a video that is shown has facts');
      return mediaOfLayer.facts;
    },
  };
}

type StillOf = Extract<StillStatus, { kind: 'ready' }>['still'];
