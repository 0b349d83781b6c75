import { frameBytes } from '../../../../shared/compose/raw-frame.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import { clockOutput } from '../../sources/facts/media-input.ts';
import { type FilterGraph, placedNames, printChains } from '../graph/filter-graph.ts';
import type { Decoder } from '../parts/composed-part.ts';
import type { PartInput } from '../parts/part-input.ts';
import type { ComposeSurroundings } from './compose-surroundings.ts';
import type { DecodedFrames } from './decoded-frames.ts';
import type { Keeping } from './kept-decodings.ts';
import { filterThreadArguments, openInput } from './open-input.ts';

/**
 * A decoder takes and lets go the memory of a raw frame for every frame. The GNU library would give it back to the system
 * each time, which hands it out page by page and cleared: a tenth of all that a decoder of 720p does, and of 2160p more.
 * Encoders have frames of their own, which large pages serve better. Other libraries do not know these names.
 */
const KEEPING_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: String(2 ** 25),
  MALLOC_TRIM_THRESHOLD_: String(2 ** 28),
  MALLOC_TOP_PAD_: String(2 ** 24),
} as const;

/** Has a decoder write all of its frames, or gives those that it wrote for a film before. */
export async function runDecoder(
  decoder: Decoder,
  frames: DecodedFrames,
  surroundings: ComposeSurroundings,
  signal: AbortSignal,
): Promise<void> {
  const { kept } = surroundings;
  if (kept === undefined) return frames.end(await decode(decoder, frames.push, surroundings, signal));
  const key = keyOf(decoder, surroundings);
  const bytes = frameBytes(decoder.picture);
  const before = kept.decodings.take(key);
  if (before !== null) {
    for (let at = 0; at < before.length; at += bytes) await frames.push(before.subarray(at, at + bytes));
    return frames.end([]);
  }
  const keeping = kept.decodings.begin(key, decoder.length * bytes);
  try {
    frames.end(await decode(decoder, keeping === null ? frames.push : both(keeping, frames), surroundings, signal));
    if (keeping === null) return;
    await kept.requireUnchanged();
    keeping.keep();
  } finally {
    keeping?.end();
  }
}

function both(keeping: Keeping, frames: DecodedFrames): DecodedFrames['push'] {
  return (chunk) => {
    keeping.add(chunk);
    return frames.push(chunk);
  };
}

/** What its frames depend on, and what they might. */
function keyOf(
  { inputs, chains, picture, length, again }: Decoder,
  { ffmpeg, decodingThreads, filterThreads = null }: ComposeSurroundings,
): string {
  return JSON.stringify({ inputs, chains, picture, length, again, ffmpeg, decodingThreads, filterThreads });
}

/** @returns What its last process printed. */
async function decode(
  decoder: Decoder,
  take: DecodedFrames['push'],
  surroundings: ComposeSurroundings,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { ffmpeg, limits, memoryLimitBytes } = surroundings;
  const show = async (graph: FilterGraph<PartInput>): Promise<readonly string[]> => {
    const { log } = await runTool({
      program: ffmpeg,
      arguments: decoderArguments({ ...decoder, ...graph }, surroundings),
      limits,
      environment: KEEPING_MEMORY,
      onStdout: take,
      ...(memoryLimitBytes === undefined ? {} : { memoryLimitBytes }),
      signal,
    });
    return log;
  };
  let log = await show(decoder);
  for (const turn of decoder.again ?? [])
    for (let count = 0; count < turn.times; count++) log = await show({ inputs: turn.inputs, chains: turn.chains });
  return log;
}

/** FFmpeg's arguments for a decoder: raw frames on its standard output. */
function decoderArguments(decoder: Decoder, surroundings: ComposeSurroundings): readonly string[] {
  const { inputs, chains, picture, length } = decoder;
  return [
    ...inputs.flatMap((input) => openInput(input, surroundings.decodingThreads, surroundings)),
    ...filterThreadArguments(surroundings.filterThreads),
    ...['-filter_complex', printChains(chains, placedNames([...inputs.keys()], ''))],
    ...['-map', '[out]', '-c:v', 'rawvideo', '-pix_fmt', picture.pixelFormat, '-fps_mode', 'passthrough'],
    ...['-frames:v', String(length), '-f', 'rawvideo', 'pipe:1'],
    ...inputs.flatMap((input, number) =>
      input.kind === 'source' && input.clock !== null ? clockOutput(number, input.clock) : [],
    ),
  ];
}
