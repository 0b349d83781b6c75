import { framesToSeconds } from '#shared/template/values/frame-rate.ts';
import { hasThreadPerStage } from '../../ffmpeg/tools-version.ts';
import type { WholePicture } from '../formats/format.ts';
import { soundFilters } from '../formats/sound-formats.ts';
import {
  type Chain,
  filter,
  inputPad,
  link,
  numberedPadNames,
  OUT,
  placedFilter,
  printChains,
  printFilters,
} from '../parts/filter-graph.ts';
import type { RenderPlan } from './plan.ts';
import { SOUND_FORMAT } from './sound-graph.ts';
import type { TrackSegment } from './track-segments.ts';

/** File names in the folder in which films are joined. */
export const PICTURE_LIST = 'pictures.ffconcat';
export const SOUND_TRACK = 'track.sound';
const PALETTE = 'palette.png';

/** One run of FFmpeg in the folder of the parts. */
export interface JoinStep {
  readonly arguments: readonly string[];
  /**
   * Whether the step reads the film's raw sound from standard input. Do not rename this field, because the film's key
   * is a digest of it.
   */
  readonly takesSound: boolean;
}

/**
 * Returns the FFmpeg runs that join a film, in order. They write to `output`, or to standard output if it is null.
 * Pictures are copied. Sound is copied, or encoded in one run. The arguments contain no path of this machine except
 * `output`.
 */
export function joinSteps(plan: RenderPlan, toolsVersion: string, output: string | null): readonly JoinStep[] {
  const { format } = plan;
  if (format.palette) return paletteSteps(plan, output);
  if (format.wholePicture !== undefined) return [wholeStep(plan, format.wholePicture, output)];
  const picture = format.picture === null ? [] : PICTURE_INPUT;
  const soundInput = format.picture === null ? 0 : 1;
  const copiesPicture = format.picture === null ? [] : ['-map', '0:v:0', '-c:v', 'copy'];
  const sound = soundArguments(plan, soundInput, toolsVersion);
  return [
    {
      arguments: [...picture, ...sound.input, ...copiesPicture, ...sound.output, ...muxing(plan, output)],
      takesSound: sound.isRaw,
    },
  ];
}

/** Returns the arguments that encode the film's sound in any container; an empty list for a silent format. */
export function trackEncoding({ format: { sound }, quality }: RenderPlan): readonly string[] {
  return sound === null ? [] : ['-c:a', sound.encoder, ...sound.arguments[quality]];
}

/** A segment of the film's sound, and its file name in the folder of the parts. */
export interface SegmentTarget {
  readonly segment: TrackSegment;
  readonly name: string;
}

/**
 * Returns the step that encodes segments of the film's sound. The caller pipes the raw samples of all segments in
 * order.
 */
export function segmentsStep(targets: readonly SegmentTarget[], plan: RenderPlan, toolsVersion: string): JoinStep {
  let start = 0;
  const count = targets.length;
  const hasThreads = hasThreadPerStage(toolsVersion);
  const input = inputPad(0, 'a');
  const copies = targets.map((_, index) => link(index));
  const cuts = targets.map(({ segment: { from, to } }, index): Chain => {
    const end = start + to - from;
    const filters = [
      filter('atrim', { start_sample: start, end_sample: end }),
      placedFilter('asetpts', ['PTS-STARTPTS']),
    ];
    start = end;
    return { from: [hasThreads ? input : link(index)], filters, to: [link(count + index)] };
  });
  const split: Chain = { from: [input], filters: [placedFilter('asplit', [count])], to: copies };
  const graphs = hasThreads ? cuts.map((cut) => [cut]) : [[split, ...cuts]];
  const outputs = targets.flatMap(({ name }, index) => [
    ...['-map', `[t${count + index}]`, ...trackEncoding(plan), ...BITEXACT],
    ...['-f', 'adts', '-y', `file:${name}`],
  ]);
  const filters = graphs.flatMap((chains) => ['-filter_complex', printChains(chains, numberedPadNames([0], ''))]);
  return { arguments: [...RAW_SOUND_INPUT, ...filters, ...outputs], takesSound: true };
}

/**
 * Returns the list for FFmpeg's concat demuxer. The list contains the lengths, because containers round them. The files
 * are in the folder of the list, and their names need no escaping.
 */
export function pictureList({ scenes, canvas }: Pick<RenderPlan, 'scenes' | 'canvas'>): string {
  const lines = scenes.flatMap(({ picture, length }) =>
    picture === null ? [] : [`file ${picture.key}`, `duration ${framesToSeconds(length, canvas.frameRate).toFixed(6)}`],
  );
  return ['ffconcat version 1.0', ...lines, ''].join('\n');
}

const PICTURE_INPUT = ['-protocol_whitelist', 'file', '-f', 'concat', '-i', `file:${PICTURE_LIST}`];
const RAW_SOUND_INPUT = [...SOUND_FORMAT, '-i', 'pipe:0'];

function soundArguments(plan: RenderPlan, input: number, toolsVersion: string) {
  const { sound } = plan.format;
  const map = ['-map', `${input}:a:0`];
  if (sound === null) return { input: [], output: [], isRaw: false };
  if (sound.segmented) {
    const track = ['-protocol_whitelist', 'file', '-f', 'mp4', '-i', `file:${SOUND_TRACK}`];
    return { input: track, output: [...map, '-c:a', 'copy'], isRaw: false };
  }
  const filters = soundFilters(sound.priming, toolsVersion, plan.samples);
  const output = [...map, ...(filters.length === 0 ? [] : ['-af', printFilters(filters)]), ...trackEncoding(plan)];
  return { input: RAW_SOUND_INPUT, output, isRaw: true };
}

/** Omit the date, the program name, and random identifiers, so that equal input gives equal files. */
const BITEXACT = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];

function muxing({ format }: RenderPlan, output: string | null): readonly string[] {
  return [
    ...BITEXACT,
    ...format.muxerArguments,
    '-f',
    format.muxer,
    '-y',
    output === null ? 'pipe:1' : `file:${output}`,
  ];
}

/** Returns the step that encodes the picture of the whole film from its lossless segments. */
function wholeStep(
  plan: RenderPlan,
  { encoder, arguments: perQuality, filters, writesAtEnd }: WholePicture,
  output: string | null,
): JoinStep {
  const progress = writesAtEnd ? PROGRESS_OUTPUT : [];
  const encoding = ['-vf', printFilters(filters), '-c:v', encoder, ...perQuality[plan.quality]];
  return {
    arguments: [...PICTURE_INPUT, ...progress, '-map', '0:v:0', ...encoding, ...muxing(plan, output)],
    takesSound: false,
  };
}

/**
 * The arguments that also copy the packets to a null output. FFmpeg then reports progress although the encoder writes
 * its file only at the end.
 */
const PROGRESS_OUTPUT = ['-map', '0:v:0', '-c', 'copy', '-f', 'null', '-'];

/**
 * Returns whether the film is a GIF with empty pixels. FFmpeg lets opaque frames stay below their successors, so
 * `joinParts` makes each frame of such a film replace the preceding frame.
 */
export function hasEmptyPixels({ format, canvas }: Pick<RenderPlan, 'format' | 'canvas'>): boolean {
  return format.palette && canvas.alpha?.output.kind === 'threshold';
}

/**
 * Makes each frame of a GIF complete. FFmpeg omits the pixels of an opaque frame that its predecessor has too, although
 * a predecessor with empty pixels was cleared, and it crops other frames without regard to their lowest row.
 */
const WHOLE_FRAMES = ['-gifflags', '0'];

/** Returns two steps: one chooses a palette from the whole film, and the other draws every frame with it. */
function paletteSteps(plan: RenderPlan, output: string | null): readonly JoinStep[] {
  const generate = filter('palettegen', { stats_mode: 'diff' });
  const palette = ['-map', '0:v:0', '-vf', printFilters([generate]), '-frames:v', '1', '-f', 'image2', '-y'];
  const dither = plan.quality === 'high' ? { dither: 'sierra2_4a' } : { dither: 'bayer', bayer_scale: 4 };
  const applyPalette = filter('paletteuse', { ...dither, diff_mode: 'rectangle' });
  const chain: Chain = { from: [inputPad(0, 'v'), inputPad(1, 'v')], filters: [applyPalette], to: [OUT] };
  return [
    { arguments: [...PICTURE_INPUT, ...PROGRESS_OUTPUT, ...palette, `file:${PALETTE}`], takesSound: false },
    {
      arguments: [
        ...PICTURE_INPUT,
        ...['-f', 'png_pipe', '-i', `file:${PALETTE}`],
        ...['-filter_complex', printChains([chain], numberedPadNames([0, 1], '')), '-map', '[out]', '-c:v', 'gif'],
        ...(hasEmptyPixels(plan) ? WHOLE_FRAMES : []),
        ...muxing(plan, output),
      ],
      takesSound: false,
    },
  ];
}
