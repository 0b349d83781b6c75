import { framesToSeconds } from '#shared/template/values/frame-rate.ts';
import { soundFilters } from '../formats/sound-track.ts';
import {
  type Chain,
  filter,
  inputPad,
  link,
  OUT,
  placedFilter,
  placedNames,
  printChains,
  printFilters,
} from '../graph/filter-graph.ts';
import type { RenderPlan } from './plan.ts';
import { SOUND_FORMAT } from './sound-graph.ts';
import type { TrackSegment } from './track-segments.ts';

/** Names of what lies in the folder in which films are joined. */
export const PICTURE_LIST = 'pictures.ffconcat';
export const SOUND_TRACK = 'track.sound';
const PALETTE = 'palette.png';

/** One run of FFmpeg, in the folder of the parts. */
export interface JoinStep {
  readonly arguments: readonly string[];
  /** Whether the film's raw sound goes to its standard input. */
  readonly takesSound: boolean;
}

/**
 * What is run, in this order, to make one film at `output` of its parts: pictures are copied as they are, the sound is
 * copied too or encoded in one go. Without a path of this machine but `output`.
 */
export function joinSteps(plan: RenderPlan, toolsVersion: string, output: string): readonly JoinStep[] {
  const { format } = plan;
  if (format.palette) return paletteSteps(plan, output);
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

/** How the film's sound is encoded, whatever a container does with it. Empty where it has none. */
export function trackEncoding({ format: { sound }, quality }: RenderPlan): readonly string[] {
  return sound === null ? [] : ['-c:a', sound.encoder, ...sound.arguments[quality]];
}

/** A segment of the film's sound and the file beside the parts that it is encoded to. */
export interface SegmentTarget {
  readonly segment: TrackSegment;
  readonly name: string;
}

/** Encodes segments of the film's sound, whose raw samples come in one after another. */
export function segmentsStep(targets: readonly SegmentTarget[], plan: RenderPlan): JoinStep {
  let start = 0;
  const count = targets.length;
  const copies = targets.map((_, index) => link(index));
  const cuts = targets.map(({ segment: { from, to } }, index): Chain => {
    const end = start + to - from;
    const filters = [
      filter('atrim', { start_sample: start, end_sample: end }),
      placedFilter('asetpts', ['PTS-STARTPTS']),
    ];
    start = end;
    return { from: [link(index)], filters, to: [link(count + index)] };
  });
  const chains: readonly Chain[] = [
    { from: [inputPad(0, 'a')], filters: [placedFilter('asplit', [count])], to: copies },
    ...cuts,
  ];
  const graph = printChains(chains, placedNames([0], ''));
  const outputs = targets.flatMap(({ name }, index) => [
    ...['-map', `[t${count + index}]`, ...trackEncoding(plan), ...PLAIN],
    ...['-f', 'adts', '-y', `file:${name}`],
  ]);
  return { arguments: [...RAW_SOUND_INPUT, '-filter_complex', graph, ...outputs], takesSound: true };
}

/**
 * The list that FFmpeg's concat demuxer reads. Lengths are given, because a container's own are rounded. Names are
 * bare and stand beside the list, so nothing has to be escaped and nothing outside can be named.
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

/** The same input gives the same file: no date, no name of the program, no random identifiers. */
const PLAIN = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];

function muxing({ format }: RenderPlan, output: string): readonly string[] {
  return [...PLAIN, ...format.muxerArguments, '-f', format.muxer, '-y', `file:${output}`];
}

/** A palette is chosen from the whole film, then every frame is drawn with it. */
function paletteSteps(plan: RenderPlan, output: string): readonly JoinStep[] {
  // Nothing comes out of `palettegen` before its end; that packets go through shows that it is at work.
  const signOfWork = ['-map', '0:v:0', '-c', 'copy', '-f', 'null', '-'];
  const generate = filter('palettegen', { stats_mode: 'diff' });
  const palette = ['-map', '0:v:0', '-vf', printFilters([generate]), '-frames:v', '1', '-f', 'image2', '-y'];
  const dither = plan.quality === 'high' ? { dither: 'sierra2_4a' } : { dither: 'bayer', bayer_scale: 4 };
  const drawn = filter('paletteuse', { ...dither, diff_mode: 'rectangle' });
  const chain: Chain = { from: [inputPad(0, 'v'), inputPad(1, 'v')], filters: [drawn], to: [OUT] };
  return [
    { arguments: [...PICTURE_INPUT, ...signOfWork, ...palette, `file:${PALETTE}`], takesSound: false },
    {
      arguments: [
        ...PICTURE_INPUT,
        ...['-f', 'png_pipe', '-i', `file:${PALETTE}`],
        ...['-filter_complex', printChains([chain], placedNames([0, 1], '')), '-map', '[out]', '-c:v', 'gif'],
        ...muxing(plan, output),
      ],
      takesSound: false,
    },
  ];
}
