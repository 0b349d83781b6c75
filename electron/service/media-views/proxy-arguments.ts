import type { MediaTools } from '../ffmpeg/tools.ts';
import { placedNames, printChains, printFilters } from '../render/graph/filter-graph.ts';
import { TAGGED } from '../render/plan/picture-graph.ts';
import { leadFilters, stereoFilters } from '../render/plan/sound-graph.ts';
import type { AudioFacts } from '../sources/facts/media-facts.ts';
import { clockOutput, clockStream, inputArguments } from '../sources/facts/media-input.ts';
import { shownChains, sizeWithin, withPicture } from './view-picture.ts';
import { toneMaps } from './view-run.ts';
import type { ViewSource } from './view-sources.ts';

const MOST_LINES = 720;
const MOST_COLUMNS = 2560;
/** A frame in the middle of such a group is there after decoding half of it. */
const GROUP_FRAMES = 10;
const MOST_BITS_A_SECOND = 16_000_000;
const SOUND_BITS_A_SECOND = 192_000;
const MARGIN_BYTES = 16 * 2 ** 20;

/** FFmpeg's arguments for the stand-in of a source at `path`. */
export function proxyArguments(source: ViewSource, path: string, tools: MediaTools): readonly string[] {
  const { facts } = source;
  const { video, audio } = facts;
  const decoder = video?.decoder ? [`-c:${video.streamIndex}`, video.decoder] : [];
  // With only one of them, FFmpeg would count time from where that one begins.
  const clock = video === null || audio === null ? clockStream(facts, (video ?? audio)?.streamIndex ?? 0) : null;
  return [
    ...decoder,
    ...['-threads', '1', ...inputArguments(source.path, facts.demuxer)],
    ...pictureArguments(source, tools),
    ...(audio === null ? [] : soundArguments(audio)),
    ...['-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-movflags', '+faststart', '-f', 'mp4', '-y', `file:${path}`],
    ...(clock === null ? [] : clockOutput(0, clock)),
  ];
}

function pictureArguments(source: ViewSource, tools: MediaTools): readonly string[] {
  if (source.facts.video === null) return [];
  const pictured = withPicture(source);
  const { video } = pictured.facts;
  const size = sizeWithin(video, MOST_COLUMNS, MOST_LINES);
  const ticks = String(source.details?.timeScale ?? 90_000);
  const chains = shownChains(pictured, size, toneMaps(tools), { before: [], after: [TAGGED] });
  return [
    ...['-filter_complex_threads', '1', '-filter_complex'],
    printChains(chains, placedNames([0], '')),
    ...['-map', '[out]', '-c:v', 'libx264', '-preset', 'superfast', '-crf', '23', '-pix_fmt', 'yuv420p'],
    ...['-maxrate', String(MOST_BITS_A_SECOND), '-bufsize', String(MOST_BITS_A_SECOND)],
    ...['-g', String(GROUP_FRAMES), '-bf', '0', '-threads', '1'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    // Each frame keeps its time: none is doubled or left out, and the clock is as fine as the source's.
    ...['-fps_mode', 'passthrough', '-enc_time_base', `1:${ticks}`],
    ...['-video_track_timescale', ticks, '-movie_timescale', ticks],
  ];
}

function soundArguments(audio: AudioFacts): readonly string[] {
  const filters = printFilters([...leadFilters(audio), ...stereoFilters(audio, null)]);
  return ['-map', `0:${audio.streamIndex}`, '-af', filters, '-c:a', 'aac', '-b:a', String(SOUND_BITS_A_SECOND)];
}

/** No stand-in can honestly get larger. */
export function proxyLimitBytes({ facts }: ViewSource): number {
  return (2 * facts.durationSeconds * (MOST_BITS_A_SECOND + SOUND_BITS_A_SECOND)) / 8 + MARGIN_BYTES;
}
