import { writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { framesToSeconds, SAMPLE_RATE } from '../../../shared/template/frame-rate.ts';
import { runTool } from '../media/run-tool.ts';
import type { MediaTools } from '../media/tools.ts';
import type { MadeParts } from './make-parts.ts';
import type { RenderPlan } from './plan.ts';
import { SOUND_FORMAT } from './sound-graph.ts';
import { soundStream } from './sound-stream.ts';
import { soundFilters } from './sound-track.ts';

export interface JoinContext {
  readonly tools: MediaTools;
  /** Scratch folder in which the parts lie. */
  readonly folder: string;
  readonly cores: number;
  readonly signal: AbortSignal;
}

/**
 * Joins a film's parts into one file at `output`: pictures are copied as they are, the sound is encoded in one go.
 * @param onSeconds Told how many seconds of the film are written.
 */
export async function joinParts(
  plan: RenderPlan,
  parts: MadeParts,
  output: string,
  context: JoinContext,
  onSeconds: (seconds: number) => void,
): Promise<void> {
  const { format } = plan;
  const picture = format.picture === null ? null : await pictureList(plan, parts, context.folder);
  if (format.palette && picture !== null) return joinWithPalette(plan, picture, output, context, onSeconds);
  const pictureArguments = picture === null ? [] : [...LIST_INPUT, picture];
  const soundInput = format.sound === null ? [] : [...SOUND_FORMAT, '-i', 'pipe:0'];
  const maps = [
    picture === null ? [] : ['-map', '0:v:0', '-c:v', 'copy'],
    soundOutput(plan, picture === null ? 0 : 1, context),
  ];
  await run(
    [...pictureArguments, ...soundInput, ...maps.flat(), ...muxing(plan, output)],
    plan,
    context,
    onSeconds,
    format.sound === null
      ? undefined
      : soundStream(plan.scenes.map(({ sound, samples }) => ({ path: sound && parts.pathOf(sound), samples }))),
  );
}

const LIST_INPUT = ['-protocol_whitelist', 'file', '-f', 'concat', '-i'];

function soundOutput({ format, quality }: RenderPlan, input: number, { tools }: JoinContext): readonly string[] {
  if (format.sound === null) return [];
  const { encoder, arguments: perQuality, priming } = format.sound;
  const filters = soundFilters(priming, tools.version);
  return [
    '-map',
    `${input}:a:0`,
    ...(filters === null ? [] : ['-af', filters]),
    '-c:a',
    encoder,
    ...perQuality[quality],
  ];
}

/** The same input gives the same file: no date, no name of the program, no random identifiers. */
function muxing({ format }: RenderPlan, output: string): readonly string[] {
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
  return [...plain, ...format.muxerArguments, '-f', format.muxer, '-y', `file:${output}`];
}

/**
 * The list that FFmpeg's concat demuxer reads. Lengths are given, because a container's own are rounded. Names are
 * bare and stand beside the list, so nothing has to be escaped and nothing outside can be named.
 */
async function pictureList(plan: RenderPlan, parts: MadeParts, folder: string): Promise<string> {
  const lines = plan.scenes.flatMap(({ picture, length }) =>
    picture === null
      ? []
      : [
          `file ${basename(parts.pathOf(picture))}`,
          `duration ${framesToSeconds(length, plan.canvas.frameRate).toFixed(6)}`,
        ],
  );
  const path = join(folder, 'pictures.ffconcat');
  await writeFile(path, ['ffconcat version 1.0', ...lines, ''].join('\n'));
  return path;
}

/** A palette is chosen from the whole film, then every frame is drawn with it. */
async function joinWithPalette(
  plan: RenderPlan,
  list: string,
  output: string,
  context: JoinContext,
  onSeconds: (seconds: number) => void,
): Promise<void> {
  const palette = join(dirname(list), 'palette.png');
  await run(
    [
      ...LIST_INPUT,
      list,
      '-vf',
      'palettegen=stats_mode=diff',
      '-frames:v',
      '1',
      '-f',
      'image2',
      '-y',
      `file:${palette}`,
    ],
    plan,
    context,
    null,
  );
  const dither = plan.quality === 'high' ? 'sierra2_4a' : 'bayer:bayer_scale=4';
  const graph = `[0:v][1:v]paletteuse=dither=${dither}:diff_mode=rectangle[out]`;
  await run(
    [
      ...LIST_INPUT,
      list,
      ...['-f', 'png_pipe', '-i', `file:${palette}`],
      ...['-filter_complex', graph, '-map', '[out]', '-c:v', 'gif'],
      ...muxing(plan, output),
    ],
    plan,
    context,
    onSeconds,
  );
}

async function run(
  toolArguments: readonly string[],
  plan: RenderPlan,
  { tools, signal, folder }: JoinContext,
  onSeconds: ((seconds: number) => void) | null,
  stdin?: AsyncIterable<Uint8Array>,
): Promise<void> {
  await runTool({
    program: tools.ffmpeg,
    arguments: toolArguments,
    durationSeconds: plan.samples / SAMPLE_RATE,
    signal,
    cwd: folder,
    ...(stdin === undefined ? {} : { stdin }),
    onProgress: ({ outSeconds }) => onSeconds?.(outSeconds ?? 0),
  });
}
