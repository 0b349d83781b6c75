import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { jumpFilter } from './facts/clock-jumps.ts';
import { hdrTags, SDR_TAGS, steadyPicture } from './facts/color-filters.ts';
import { BARE_SOUND } from './facts/facts-from-probe.ts';
import type { AudioFacts, MediaFacts, SourceChange, VideoFacts } from './facts/media-facts.ts';
import { clockOutput, clockStream, inputArguments } from './facts/media-input.ts';
import { FRAME_TIMES, LOGS_FRAMES } from './facts/source-faults.ts';
import { OTHER_RATE_FORM } from './facts/stream-forms.ts';

/** FFmpeg's runs that make steady copies. */

export type ConversionFiles = Readonly<Record<'path' | 'steadied' | 'picture' | 'sound', string>>;

/**
 * Returns FFmpeg's runs. If FFmpeg would correct the clock wrongly, the first run removes its jumps. The next run gives
 * every frame the same form without changing its time. The last run fills the gaps of the sound, in filters that no
 * change of form rebuilds.
 */
export function conversionSteps(
  source: string,
  facts: MediaFacts,
  files: ConversionFiles,
  tools: Pick<MediaTools, 'encoders'>,
): readonly (readonly string[])[] {
  const { demuxer, video, audio, clockJumps } = facts;
  const direct = inputArguments(source, demuxer);
  if (clockJumps === undefined || video === null || audio === null) return formSteps(direct, facts, files, tools);
  const copied = { ...facts, video: { ...video, streamIndex: 0 }, audio: { ...audio, streamIndex: 1 } };
  return [
    [
      ...['-copyts', ...direct, '-map', `0:${video.streamIndex}`, '-map', `0:${audio.streamIndex}`, '-c', 'copy'],
      ...['-bsf:v', jumpFilter(clockJumps, video.streamIndex)],
      ...['-bsf:a', jumpFilter(clockJumps, audio.streamIndex), '-f', 'mpegts', '-y', `file:${files.steadied}`],
    ],
    ...formSteps(inputArguments(files.steadied, 'mpegts'), copied, files, tools),
  ];
}

function formSteps(
  input: readonly string[],
  facts: MediaFacts,
  { path, picture, sound: soundPath }: ConversionFiles,
  tools: Pick<MediaTools, 'encoders'>,
): readonly (readonly string[])[] {
  const { video, audio, lateStart } = facts;
  const late = lateStart === undefined ? [] : ['-ss', String(lateStart)];
  // FFmpeg would remove the padding at the stated place. Keep the padding, and remove the priming with a filter.
  const manual = trimsByFilter(facts) ? ['-flags2', '+skip_manual'] : [];
  const decoder = video?.decoder ? [`-c:${video.streamIndex}`, video.decoder] : [];
  // Use one thread for Theora, because with several threads, the decoder rejects the headers of a chained file.
  const threads = video?.codec === 'theora' ? '1' : '2';
  const clock = video === null || audio === null ? clockStream(facts, (video ?? audio)?.streamIndex ?? 0) : null;
  const sound = audio && soundBetween(facts, audio, soundPath);
  const between = video === null ? [] : pictureBetween(video, tools);
  return [
    [
      ...[...LOGS_FRAMES, ...decoder, '-threads', threads, ...manual, ...input],
      ...(video === null
        ? []
        : [...pictureArguments(facts, video, tools), ...late, ...between, '-y', `file:${picture}`]),
      ...(audio === null || sound === null
        ? []
        : [...soundArguments(facts, audio), ...late, ...sound.format, '-y', `file:${sound.path}`]),
      ...(clock === null ? [] : clockOutput(0, clock)),
    ],
    [
      ...(video === null ? [] : ['-copyts', ...rawInput(between, picture)]),
      ...(sound === null ? [] : ['-copyts', ...rawInput(sound.input, sound.path)]),
      ...(video === null ? [] : ['-map', '0:v', '-c:v', 'copy']),
      ...(sound === null ? [] : ['-map', `${video === null ? 0 : 1}:a`, '-af', sound.filters, '-c:a', 'pcm_f32le']),
      ...copyOutput(path),
    ],
  ];
}

/**
 * Returns the run that converts a link of a chained film to the form of the first link. The picture begins at zero: the
 * first picture is held until the second. The sound has no gaps.
 * @param all The facts of the whole file.
 */
export function linkStep(
  input: string,
  all: MediaFacts & { readonly video: VideoFacts },
  { video, audio }: MediaFacts & { readonly video: VideoFacts },
  output: { readonly picture: string; readonly sound: string },
  tools: Pick<MediaTools, 'encoders'>,
): readonly string[] {
  const picture = { ...all.video, streamIndex: video.streamIndex };
  return [
    ...[...LOGS_FRAMES, '-threads', '1', ...inputArguments(input, 'ogg')],
    ...[
      ...pictureArguments(all, picture, tools, ["setpts='if(N,PTS,0)'"]),
      '-f',
      'mov',
      '-y',
      `file:${output.picture}`,
    ],
    ...(audio === null || all.audio === null
      ? []
      : [...soundArguments(all, audio, [WITHOUT_GAPS]), ...RAW_SOUND, '-y', `file:${output.sound}`]),
  ];
}

/** Returns the run that joins converted links. `list` is the list of FFmpeg's concat demuxer. */
export function joinStep(list: string, { path, sound }: ConversionFiles, hasSound: boolean): readonly string[] {
  return [
    ...['-protocol_whitelist', 'file', '-f', 'concat', '-i', `file:${list}`],
    ...(hasSound ? rawInput(RAW_SOUND, sound) : []),
    ...['-map', '0:v', '-c:v', 'copy', ...(hasSound ? ['-map', '1:a', '-c:a', 'pcm_f32le'] : []), ...copyOutput(path)],
  ];
}

export function copyOutput(path: string): readonly string[] {
  const ticks = String(STEADY_TICKS);
  return [...['-movie_timescale', ticks, '-video_track_timescale', ticks], ...['-f', 'mov', '-y', `file:${path}`]];
}

/**
 * The timescale of steady copies, in ticks per second. It is exact for 24, 25, 30, 50, 60, 30000/1001, and 120 fps. For
 * other rates, such as 24000/1001 and 60000/1001, times are rounded to 1/90000 s.
 */
export const STEADY_TICKS = 90_000;
/** The container that supports all codecs and times. */
const NUT = ['-f', 'nut'];
export const RAW_SOUND = ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2'];
/** The bytes per second of {@link RAW_SOUND}: two channels of four bytes per sample. */
export const RAW_BYTES_PER_SECOND = 8 * SAMPLE_RATE;

/** The filter that fills the gaps of a sound and starts it at zero. */
const WITHOUT_GAPS = `aresample=${SAMPLE_RATE}:async=1:min_hard_comp=0.02:first_pts=0`;

export function rawInput(format: readonly string[], path: string): readonly string[] {
  return ['-protocol_whitelist', 'file', ...format, '-i', `file:${path}`];
}

/**
 * Returns the format of the sound file between the two runs. The file stores times only if the sound has gaps or its
 * clock jumps. It never stores times for chained Vorbis with several rates, whose times are wrong, or for a bare stream
 * that changes its form: FFmpeg counts its first samples after a change at the earlier rate.
 */
function soundBetween(facts: MediaFacts, { gaps, startSeconds }: AudioFacts, path: string) {
  const { demuxer, changes, lateStart = 0 } = facts;
  const isUntimed = hasOtherRates(changes) || (BARE_SOUND.has(demuxer) && changes.length > 0);
  if (!isUntimed && (gaps.length > 0 || changes.some(({ of }) => of === 'clock')))
    return {
      path,
      format: ['-c:a', 'pcm_f32le', ...NUT],
      input: NUT,
      filters: WITHOUT_GAPS,
    };
  return {
    path,
    format: ['-c:a', 'pcm_f32le', ...RAW_SOUND],
    input: RAW_SOUND,
    filters: delayOf(startSeconds - lateStart),
  };
}

/** Returns the filter that delays a sound by a time in seconds. */
export function delayOf(seconds: number): string {
  const samples = Math.max(0, Math.round(seconds * SAMPLE_RATE));
  return samples > 0 ? `adelay=${samples}S:all=1` : 'anull';
}

/**
 * Returns the container of the picture between the two runs. In a QuickTime file whose first picture starts late,
 * FFmpeg shortens the last picture by that time, so the film would lose it. NUT has no tags for the color of FFV1.
 */
function pictureBetween(video: VideoFacts, tools: Pick<MediaTools, 'encoders'>): readonly string[] {
  return video.startSeconds > 0 && !isLossless(video, tools) ? NUT : ['-f', 'mov'];
}

function isLossless({ hasAlpha }: VideoFacts, { encoders }: Pick<MediaTools, 'encoders'>): boolean {
  return hasAlpha || !encoders.has('libx264');
}

export function soundArguments(
  facts: MediaFacts,
  { streamIndex, priming }: AudioFacts,
  more: readonly string[] = [],
): readonly string[] {
  const filters = [
    ...(trimsByFilter(facts) ? [`atrim=start_sample=${priming}`, 'asetpts=PTS-STARTPTS'] : []),
    `aresample=${SAMPLE_RATE}:rematrix_maxval=1`,
    'aformat=sample_fmts=flt:channel_layouts=stereo',
    ...more,
    ...(facts.video === null ? [FRAME_TIMES.sound] : []),
  ];
  return ['-map', `0:${streamIndex}`, '-af', filters.join(',')];
}

function pictureArguments(
  facts: MediaFacts,
  video: VideoFacts,
  tools: Pick<MediaTools, 'encoders'>,
  more: readonly string[] = [],
): readonly string[] {
  const { filters, pixels, isHdr, keepsFields } = steadyPicture(facts, video);
  return [
    ...['-map', `0:${video.streamIndex}`, '-vf', [...filters, ...more, FRAME_TIMES.picture].join(',')],
    ...[
      '-fps_mode',
      'passthrough',
      '-enc_time_base',
      `1:${STEADY_TICKS}`,
      '-video_track_timescale',
      String(STEADY_TICKS),
    ],
    ...['-movie_timescale', String(STEADY_TICKS), '-pix_fmt', pixels],
    ...(isLossless(video, tools) ? LOSSLESS : ENCODED),
    ...(keepsFields && !video.hasAlpha ? ['-flags', '+ilme+ildct'] : []),
    ...(isHdr ? hdrTags(video) : SDR_TAGS),
  ];
}

const LOSSLESS = ['-c:v', 'ffv1', '-level', '3', '-g', '1', '-threads', '2'];
/** Checks whether a filter removes the priming. A change of form would rebuild the filter, which would cut again. */
function trimsByFilter({ miscounted, changes }: MediaFacts): boolean {
  return miscounted === true && changes.length === 0;
}

/** The lossy encoder. CRF 12 causes no visible loss. With `-g 25`, a seek decodes at most 25 frames. */
const ENCODED = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '12', '-g', '25', '-bf', '0', '-threads', '2'];

/** Checks whether the sample rate of chained sound changes. */
export function hasOtherRates(changes: readonly SourceChange[]): boolean {
  return changes.some(({ form }) => form === OTHER_RATE_FORM);
}
