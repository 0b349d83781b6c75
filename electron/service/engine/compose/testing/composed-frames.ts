import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '#service/ffmpeg/run-tool.ts';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { movieOf } from '#service/testing/plan-film.ts';
import { locateIn, testTools } from '#service/testing/render-film.ts';
import { frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import { required } from '#shared/lib/assert.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { createStillFolder } from '../../cache/still-folder.ts';
import { type FormatName, formatOf } from '../../formats/formats.ts';
import { partArguments } from '../../make/job-arguments.ts';
import type { ComposedInput, ComposedPart } from '../../parts/composed-part.ts';
import type { Part } from '../../parts/part.ts';
import { composedPicture } from '../../plan/composed-scene.ts';
import { locateSources, pathsByDigest, sourcesOf } from '../../plan/locate-sources.ts';
import { canvasOf, pictureGraph } from '../../plan/picture-graph.ts';
import { filmSources } from '../../plan/planned-sources.ts';
import type { PartFrames } from '../cached-frames.ts';
import { composePart } from '../compose-part.ts';
import { drawingFrom } from '../drawing-queue.ts';

export interface ComposedOptions {
  /** The folder of the output files, and of the files that `src` names. */
  readonly folder: string;
  readonly format?: FormatName;
  readonly ffmpeg?: string;
  readonly signal?: AbortSignal;
  readonly cachedFrames?: PartFrames;
  /** The frames of the segment to compose; all by default. */
  readonly piece?: { readonly from: number; readonly length: number };
  /** The index of the segment; the first by default. */
  readonly segment?: number;
}

const never = new AbortController().signal;
/** A counter for file names, because parts that are composed in parallel need different files. */
let files = 0;

/**
 * Composes a segment of a template's timeline and returns its frames as raw bytes. Also works for a segment that FFmpeg
 * alone could make.
 */
export async function composedFrames(xml: string, options: ComposedOptions): Promise<readonly Buffer[]> {
  const { folder, format = 'mp4', signal = never } = options;
  const { movie, segment, canvas, sources, sourcePath, tools } = await located(xml, folder, format, options.segment);
  const { from, length } = options.piece ?? { from: 0, length: segment.end - segment.start };
  const picture = composedPicture(segment, { after: from, length }, movie, sources, canvas);
  // Encode as raw video, without the options that only a real encoder needs.
  const part: ComposedPart = { ...picture, encoding: ['-c:v', 'rawvideo', '-f', 'rawvideo'] };
  files += 1;
  const path = join(folder, `composed-${files}.raw`);
  const stills = await stillsOf(part.inputs, folder);
  await composePart(part, path, {
    ffmpeg: options.ffmpeg ?? (await withoutEncoder(tools.ffmpeg, folder)),
    sourcePath,
    stillPath: stills.pathOf,
    draw: drawingFrom(sourcePath).draw,
    decodingThreads: 1,
    encodingThreads: 1,
    limits: { stallSeconds: 60, totalSeconds: 300 },
    outputLimitBytes: 2 ** 30,
    ...(options.cachedFrames && { cachedFrames: options.cachedFrames }),
    signal,
  });
  return framesIn(path, picture.scene.canvas);
}

const written = new Map<string, Promise<string>>();

/**
 * Returns a script that runs the real FFmpeg except for encoders. Raw frames need no encoder, and starting FFmpeg takes
 * longer than composing these films. Returns FFmpeg itself on Windows, which cannot run the script.
 */
function withoutEncoder(ffmpeg: string, folder: string): Promise<string> {
  if (process.platform === 'win32') return Promise.resolve(ffmpeg);
  const script = `case "$*" in *pipe:0*) ;; *) exec ${realpathSync(ffmpeg)} "$@" ;; esac
for argument; do
  if [ "$last" = -frames:v ]; then frames="$argument"; fi
  last="$argument"
done
cat > "\${last#file:}" && printf 'frame=%s\\nprogress=end\\n' "$frames" >&3`;
  const tool = written.get(folder) ?? fakeTool(folder, 'decoding-ffmpeg', script);
  written.set(folder, tool);
  return tool;
}

/** Returns the frames of the same scene, made by FFmpeg alone. */
export async function plainFrames(xml: string, { folder }: ComposedOptions): Promise<readonly Buffer[]> {
  const { movie, segment, canvas, sources, sourcePath, tools } = await located(xml, folder, 'mp4');
  const length = frames(segment.end - segment.start);
  const graph = pictureGraph(segment.layers, length, movie, sources.media, canvas);
  const part: Part = { kind: 'picture', ...graph, encoding: ['-c:v', 'rawvideo', '-f', 'rawvideo'], length };
  files += 1;
  const path = join(folder, `plain-${files}.raw`);
  const stills = await stillsOf(part.inputs, folder);
  await runTool({
    program: tools.ffmpeg,
    arguments: partArguments([{ part, path }], {
      sourcePath,
      stillPath: stills.pathOf,
      decodingThreadsOf: () => 1,
      encodingThreadsOf: () => 1,
      toolsVersion: tools.version,
    }),
    signal: never,
  });
  return framesIn(path, { ...canvas, pixelFormat: 'yuv420p' });
}

async function located(xml: string, folder: string, format: FormatName, number = 0) {
  const tools = await testTools();
  const movie = movieOf(xml);
  const found = await locateSources(sourcesOf(movie), { locate: locateIn(folder) }, never);
  const sources = filmSources(movie, found);
  if (!sources.ok) throw new Error(JSON.stringify(sources.error));
  const segment = required(buildTimeline(movie).segments[number], 'a stretch');
  const canvas = canvasOf(movie, formatOf(format), tools.filters);
  return { movie, segment, canvas, sources: sources.value, sourcePath: pathsByDigest(found), tools };
}

async function stillsOf(inputs: readonly ComposedInput[], folder: string) {
  const stills = createStillFolder(folder);
  for (const input of inputs) if (input.kind === 'still') await stills.draw(input.still);
  return stills;
}

async function framesIn(path: string, picture: Parameters<typeof frameBytes>[0]): Promise<readonly Buffer[]> {
  const bytes = await readFile(path);
  const size = frameBytes(picture);
  return Array.from({ length: bytes.length / size }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}
