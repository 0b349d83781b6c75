import { isPlain } from '#shared/compositor/scene/planned-picture.ts';
import { message } from '#shared/messages/message.ts';
import type { FilmGain } from '#shared/sound/film-gain.ts';
import type { SoundGain } from '#shared/sound/limiter.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Finding } from '#shared/template/document/problem.ts';
import { type Movie, type Scene, sourceLabel } from '#shared/template/movie/movie.ts';
import { formatColor } from '#shared/template/values/color.ts';
import {
  convertFrames,
  type Frames,
  formatFrameRate,
  frames,
  framesToSamples,
  sameFrameRate,
} from '#shared/template/values/frame-rate.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { damageFindings, playedRanges } from '#shared/timeline/damaged-source.ts';
import { faultFindings, type UsedSource } from '#shared/timeline/decode-faults.ts';
import { overlayLayers } from '#shared/timeline/overlays.ts';
import { hasPlainMix } from '#shared/timeline/plain-scenes.ts';
import { type SoundingSource, type TimelineSound, timelineSounds } from '#shared/timeline/sounds.ts';
import type { Timeline, TimelineSegment } from '#shared/timeline/timeline.ts';
import type { Format, Quality } from '../formats/format.ts';
import { type FormatName, formatOf } from '../formats/formats.ts';
import { formatWith, type HardwareName } from '../formats/hardware-encoders.ts';
import { appendFilters } from '../parts/filter-graph.ts';
import { type AnyPart, type KeyedPart, type Part, partKey } from '../parts/part.ts';
import type { SceneSource } from '../parts/scene-source.ts';
import { type ComposedPicture, composedPicture, layersFrom } from './composed-scene.ts';
import { type Canvas, type CanvasAlpha, canvasOf, frameGraph, pictureEncoding, pictureGraph } from './picture-graph.ts';
import type { FilmSources } from './planned-sources.ts';
import { type PlannedSound, planSounds, type SamplesOfFilm, soundPart } from './sound-graph.ts';

/** The complete plan of a film, as data. */
export interface RenderPlan {
  readonly format: Format;
  /** The hardware encoder; null for encoding on the CPU. */
  readonly hardware: HardwareName | null;
  readonly quality: Quality;
  /** Whether the film plays while it is made; absent for false. Its pictures are then encoded in pieces. */
  readonly isStreamed?: true;
  readonly canvas: Canvas;
  /** The plans of the segments. Each segment is a part of a scene or a transition between two scenes. */
  readonly scenes: readonly ScenePlan[];
  /** The sounds of the movie, which play across scenes. */
  readonly music: readonly PlannedSound[];
  /** The length of the whole film, at the canvas's rate. */
  readonly length: Frames;
  readonly samples: number;
  /** The gain of the whole sound; null leaves the sound unchanged. */
  readonly gain: SoundGain | null;
  readonly warnings: readonly Finding[];
  /** The ranges of the sources that the film plays, up to the end of a truncated source. */
  readonly uses: readonly UsedSource[];
}

export interface ScenePlan {
  readonly id: NodeId;
  /** The scenes that this segment displays. */
  readonly sceneIds: readonly NodeId[];
  /** The length at the canvas's rate. It is zero for a very short scene that gets no frame at a slower rate. */
  readonly length: Frames;
  /** The position in the film. */
  readonly startSample: number;
  readonly samples: number;
  /** The part of the picture; null if the format has only sound, or if the segment is empty. */
  readonly picture: KeyedPart | null;
  /** The sound that FFmpeg mixes in one part; null if the film has no such sound. */
  readonly sound: KeyedPart | null;
  /**
   * The sounds that are separate parts, each with its own level. If `sound` is null, this list contains all sounds of
   * the scene.
   */
  readonly sounds: readonly PlannedSound[];
}

/** Returns all parts of a segment. */
export function partsOf({ picture, sound, sounds }: ScenePlan): readonly KeyedPart[] {
  return [picture, sound, ...sounds.map(({ part }) => part)].filter((part) => part !== null);
}

/** Returns all parts of a film. A part that several scenes share occurs once for each of them. */
export function partsOfFilm(plan: Pick<RenderPlan, 'scenes' | 'music'>): readonly KeyedPart[] {
  return [...plan.scenes.flatMap(partsOf), ...plan.music.map(({ part }) => part)];
}

export interface PlanRequest {
  readonly movie: Movie;
  readonly format: FormatName;
  readonly quality: Quality;
  readonly sources: FilmSources;
  /** The names of FFmpeg's filters. */
  readonly filters: ReadonlySet<string>;
  /** The version of FFmpeg, which is part of the keys of the parts. */
  readonly toolsVersion: string;
  /** The hardware encoder; null, the default, for encoding on the CPU. */
  readonly hardware?: HardwareName | null;
  /** The measured gain of the whole sound; null, the default, leaves the sound unchanged. */
  readonly gain?: FilmGain | null;
  /** See {@link RenderPlan}; false by default. */
  readonly isStreamed?: boolean;
}

/** Plans a film. Omits disabled scenes and layers. */
export function planRender({ movie, format: name, quality, sources, ...rest }: PlanRequest): RenderPlan {
  const { filters, toolsVersion, hardware = null, gain = null, isStreamed = false } = rest;
  const film = buildTimeline(movie);
  const format = formatWith(name, hardware, movie.matte !== undefined);
  const canvas = canvasOf(movie, format, filters);
  const soundsByScene = Map.groupBy(
    timelineSounds(film, ({ id }) => soundingSource(sources.media.get(id))),
    ({ scene: timelineScene }) => timelineScene?.scene ?? null,
  );
  const planning = { film, format, quality, sources, canvas, toolsVersion, soundsByScene, isStreamed };
  return {
    format,
    hardware,
    quality,
    ...(isStreamed && { isStreamed }),
    canvas,
    scenes: planSegments(planning),
    music: format.sound === null ? [] : planSounds(soundsByScene.get(null) ?? [], movie, sources.media, planning),
    length: canvasBoundary(film.length, planning),
    samples: framesToSamples(film.length, movie.frameRate),
    gain: gain === null || format.sound === null ? null : { gain: gain.gain, ceiling: gain.ceiling },
    warnings: [...planWarnings(film, sources, canvas, format), ...loudnessFindings(movie, gain)],
    uses: usedSourcesOf(film, sources),
  };
}

/** Returns the ends of the sound and the picture of a source; null if it has no sound. */
export function soundingSource(source: SceneSource | undefined): SoundingSource | null {
  const { audio = null, video = null } = source?.facts ?? {};
  return audio === null ? null : { sound: audio.endSeconds, picture: video?.endSeconds ?? null };
}

/** The plan of one frame of a film, as a part without its encoding. */
export interface FramePlan {
  readonly part: Omit<Part, 'encoding'> | ComposedPicture;
  readonly canvas: Canvas;
}

/** A frame: its segment, its index there at the canvas's rate, and the number of earlier frames that are read first. */
export interface FrameOfSegment {
  readonly segment: TimelineSegment;
  readonly frame: Frames;
  readonly canvas: Canvas;
  readonly back?: number;
}

/** Returns the segment of a frame, counted at the canvas's rate; null after the end of the film. */
export function timelineSegmentAt(
  { movie, format, filters }: Pick<PlanRequest, 'movie' | 'format' | 'filters'>,
  frame: Frames,
): FrameOfSegment | null {
  const film = buildTimeline(movie);
  const canvas = canvasOf(movie, formatOf(format), filters);
  for (const segment of film.segments) {
    const first = canvasBoundary(segment.start, { film, canvas });
    if (frame >= first && frame < canvasBoundary(segment.end, { film, canvas }))
      return { segment, frame: frames(frame - first), canvas };
  }
  return null;
}

/** Plans one frame of a segment with the same steps as in the film. */
export function planFrame(place: FrameOfSegment, movie: Movie, sources: FilmSources): FramePlan {
  const { segment, frame, canvas, back = 0 } = place;
  if (!isPlain(segment, movie)) {
    const offset = movieFrames(frame, movie, canvas);
    const { after, moment } = firstFrameOffset(segment, movie, canvas);
    const range = { after: after + offset, moment: moment + offset, length: 1, alone: { back } } as const;
    return { part: composedPicture(segment, range, movie, sources, canvas), canvas };
  }
  const graph = frameGraph(layersFrom(segment.layers, segment.from), { frame, back }, movie, sources.media, canvas);
  return { part: { kind: 'picture', ...graph, length: 1 }, canvas };
}

/** Converts a number of canvas frames to movie frames. The result can be fractional. */
function movieFrames(count: number, { frameRate: { numerator, denominator } }: Movie, { frameRate }: Canvas): number {
  return (count * numerator * frameRate.denominator) / (denominator * frameRate.numerator);
}

/**
 * Returns the distances from a segment's start to its first frame on the canvas, in movie frames. They are less than
 * one frame, can be negative, and are zero if the canvas has the movie's rate. `moment` is the distance itself. `after`
 * equals `moment` for a transition, and is zero for a scene, which is displayed from its start.
 */
function firstFrameOffset(
  segment: TimelineSegment,
  movie: Movie,
  canvas: Canvas,
): { readonly after: number; readonly moment: number } {
  const first = convertFrames(segment.start, movie.frameRate, canvas.frameRate);
  const moment = movieFrames(first, movie, canvas) - segment.start;
  return { after: segment.kind === 'scene' ? 0 : moment, moment };
}

interface Planning {
  readonly film: Timeline;
  readonly format: Format;
  readonly quality: Quality;
  readonly sources: FilmSources;
  readonly canvas: Canvas;
  readonly toolsVersion: string;
  /** The sounds by the scene that contains them. The key null has the sounds of the movie. */
  readonly soundsByScene: ReadonlyMap<Scene | null, readonly TimelineSound[]>;
  readonly isStreamed: boolean;
}

/** Plans all segments. The separate sounds of a scene are assigned to the first segment that displays the scene. */
function planSegments(planning: Planning): readonly ScenePlan[] {
  const startedScenes = new Set<Scene>();
  return planning.film.segments.map((segment) => {
    const startingScenes = scenesIn(segment).filter((scene) => !startedScenes.has(scene));
    for (const scene of startingScenes) startedScenes.add(scene);
    return planSegment(segment, startingScenes, planning);
  });
}

function scenesIn(segment: TimelineSegment): readonly Scene[] {
  if (segment.kind === 'scene') return [segment.scene];
  return [segment.outgoing, segment.incoming].flatMap((side) => side?.scene ?? []);
}

/** Plans a segment. Boundaries are converted from the start of the film, so that rounding errors do not add up. */
function planSegment(segment: TimelineSegment, startingScenes: readonly Scene[], planning: Planning): ScenePlan {
  const { start, end } = segment;
  const { movie } = planning.film;
  const length = frames(canvasBoundary(end, planning) - canvasBoundary(start, planning));
  const startSample = framesToSamples(start, movie.frameRate);
  const samples = framesToSamples(end, movie.frameRate) - startSample;
  const picture = length === 0 ? null : picturePart(segment, length, planning);
  return {
    id: segment.kind === 'scene' ? segment.scene.id : segment.transition.id,
    sceneIds: scenesIn(segment).map(({ id }) => id),
    length,
    startSample,
    samples,
    picture: picture && keyed(picture, planning),
    ...soundsOfSegment(segment, startingScenes, { startSample, samples }, planning),
  };
}

function keyed(part: AnyPart, { toolsVersion }: Pick<Planning, 'toolsVersion'>): KeyedPart {
  return { key: partKey(part, toolsVersion), part };
}

/**
 * Returns the sounds of a segment. If a scene has only unchanged sounds and no transitions, FFmpeg mixes them in one
 * part. Otherwise each sound is a separate part. In a film with a requested loudness, each sound is also a separate
 * part, because the sounds are mixed without clipping.
 */
function soundsOfSegment(
  segment: TimelineSegment,
  startingScenes: readonly Scene[],
  samples: SamplesOfFilm,
  planning: Planning,
): Pick<ScenePlan, 'sound' | 'sounds'> {
  const { film, sources, format } = planning;
  if (format.sound === null) return { sound: null, sounds: [] };
  const isMixedHere = film.movie.loudness === undefined && segment.kind === 'scene';
  if (isMixedHere && hasPlainMix(segment.scene) && !segment.isJoined) {
    const mixture = soundPart(segment.sounds, samples, film.movie, sources.media);
    return { sound: mixture && keyed(mixture, planning), sounds: [] };
  }
  const separate = startingScenes.flatMap((scene) => planning.soundsByScene.get(scene) ?? []);
  return { sound: null, sounds: planSounds(separate, film.movie, sources.media, planning) };
}

/** Converts a boundary to the canvas's rate. Even the shortest film has at least one frame. */
function canvasBoundary(boundary: Frames, { film, canvas }: Pick<Planning, 'film' | 'canvas'>): Frames {
  const converted = convertFrames(boundary, film.movie.frameRate, canvas.frameRate);
  return boundary === film.length && film.length > 0 ? frames(Math.max(1, converted)) : converted;
}

function picturePart(
  segment: TimelineSegment,
  length: Frames,
  { film, format, quality, sources, canvas, isStreamed }: Planning,
): AnyPart | null {
  if (format.picture === null) return null;
  const { hardware } = format.picture;
  const upload = hardware?.upload ?? [];
  const encoding = pictureEncoding(
    format.picture,
    format.picture.arguments[quality],
    canvas,
    isStreamed ? length : null,
  );
  const device = hardware !== undefined && hardware.device.length > 0 && { device: hardware.device };
  if (!isPlain(segment, film.movie)) {
    const range = { ...firstFrameOffset(segment, film.movie, canvas), length };
    const part = composedPicture(segment, range, film.movie, sources, canvas);
    return { ...part, filters: [...part.filters, ...upload], encoding, ...device };
  }
  const layers = layersFrom(segment.layers, segment.from);
  const graph = pictureGraph(layers, length, film.movie, sources.media, canvas);
  const chains = hardware === undefined ? graph.chains : appendFilters(graph.chains, upload);
  return { kind: 'picture', ...graph, chains, encoding, length, ...device };
}

/** The seconds before the end of a truncated source in which its last packet may be incomplete. */
const CUT_SECONDS = 1;

function usedSourcesOf(film: Timeline, { media }: Pick<FilmSources, 'media'>): readonly UsedSource[] {
  return playedRanges(film).flatMap(({ layer, from, until }) => {
    const source = media.get(layer.id);
    if (source === undefined) return [];
    const { sha256, facts } = source;
    const end = facts.damage === null ? until : Math.min(until, facts.damage.from - CUT_SECONDS);
    const faults = facts.faults === undefined ? {} : { faults: facts.faults };
    const used = { node: layer.id, sha256, source: sourceLabel(layer.source), from, until: end, ...faults };
    return from < end ? [used] : [];
  });
}

/** Returns warnings about deviations of the format from the template, and about the sources. */
function planWarnings(film: Timeline, sources: FilmSources, canvas: Canvas, format: Format): readonly Finding[] {
  return [...adaptations(film, canvas, format), ...sourceWarnings(film, sources, canvas)];
}

function adaptations(
  { movie, sounds }: Timeline,
  canvas: Canvas,
  { label, sound, picture }: Format,
): readonly Finding[] {
  const findings: Finding[] = [];
  if (canvas.width !== movie.width || canvas.height !== movie.height)
    findings.push({
      code: 'format/size',
      says: message('format/size', {
        format: label,
        width: movie.width,
        height: movie.height,
        renderedWidth: canvas.width,
        renderedHeight: canvas.height,
      }),
      at: { node: movie.id, attribute: canvas.width !== movie.width ? 'width' : 'height' },
    });
  if (!sameFrameRate(canvas.frameRate, movie.frameRate))
    findings.push({
      code: 'format/frame-rate',
      says: message('format/frame-rate', {
        format: label,
        rate: formatFrameRate(movie.frameRate),
        renderedRate: formatFrameRate(canvas.frameRate),
      }),
      at: { node: movie.id, attribute: 'framerate' },
    });
  if (canvas.alpha !== undefined && picture !== null) findings.push(...alphaFindings(movie, canvas.alpha, label));
  if (sound === null && sounds.length > 0)
    findings.push({ code: 'format/no-sound', says: message('format/no-sound', { format: label }), at: null });
  return findings;
}

/** Returns a warning if the format draws a transparent film over its matte. */
function alphaFindings({ id, background }: Movie, { output }: CanvasAlpha, format: string): readonly Finding[] {
  if (output.kind === 'kept') return [];
  const code = output.kind === 'over' ? 'format/no-alpha' : 'format/alpha-threshold';
  const says = message(code, { format, matte: formatColor(background) });
  return [{ code, says, at: { node: id, attribute: 'matte' } }];
}

/** The difference from the requested loudness, in LU, that is reported. */
const REPORTED_DIFFERENCE = 0.5;

function loudnessFindings({ id, loudness }: Movie, gain: FilmGain | null): readonly Finding[] {
  if (gain === null || loudness === undefined) return [];
  const at = { node: id };
  if (gain.reached === null) return [{ code: 'sound/silent', says: message('sound/silent'), at }];
  if (Math.abs(gain.reached - loudness.integrated) <= REPORTED_DIFFERENCE) return [];
  const values = { target: loudness.integrated, reached: Math.round(gain.reached * 10) / 10 };
  return [{ code: 'sound/loudness', says: message('sound/loudness', values), at }];
}

function sourceWarnings(film: Timeline, { media }: FilmSources, canvas: Canvas): readonly Finding[] {
  const damaged = damageFindings(film, ({ id }) => media.get(id)?.facts.damage ?? null);
  const faulty = faultFindings(usedSourcesOf(film, { media }));
  return [...damaged, ...faulty, ...rotatedSources(film, media), ...(canvas.toneMaps ? [] : hdrSources(film, media))];
}

/** Returns one warning for each source that FFmpeg rotates by an angle that is not a multiple of 90 degrees. */
function rotatedSources(film: Timeline, sources: FilmSources['media']): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const layer of displayedLayers(film)) {
    const video = sources.get(layer.id)?.facts.video;
    const degrees = video?.appliedRotation ?? video?.rotation ?? 0;
    if (degrees % 90 === 0 || layer.kind !== 'video') continue;
    const source = sourceLabel(layer.source);
    if (findings.has(source)) continue;
    findings.set(source, {
      code: 'source/rotated',
      says: message('source/rotated', { source, degrees }),
      at: { node: layer.id },
    });
  }
  return [...findings.values()];
}

function displayedLayers({ movie, segments }: Timeline) {
  return [...segments.flatMap(({ layers }) => layers), ...overlayLayers(movie)];
}

function hdrSources(film: Timeline, sources: FilmSources['media']): readonly Finding[] {
  return displayedLayers(film)
    .filter((layer) => (sources.get(layer.id)?.facts.video?.transfer ?? 'sdr') !== 'sdr')
    .map((layer) => ({
      code: 'source/hdr' as const,
      says: message('source/hdr'),
      at: { node: layer.id },
    }));
}
