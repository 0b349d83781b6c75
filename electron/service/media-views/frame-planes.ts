import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { composedSize, frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import { invariant, required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { createStillFolder } from '../engine/cache/still-folder.ts';
import { type Draw, startComposeThread } from '../engine/compose/compose-threads.ts';
import { reducedDecoder, tablesOf } from '../engine/compose/part-frames.ts';
import { stillFrames, stillName } from '../engine/compose/still-frames.ts';
import { partArguments } from '../engine/make/job-arguments.ts';
import type { Decoder } from '../engine/parts/composed-part.ts';
import { appendFilters, placedFilter } from '../engine/parts/filter-graph.ts';
import { inputKey } from '../engine/parts/part-input.ts';
import { reserveViewMemory } from '../engine/plan/memory-queue.ts';
import { pixelFormat } from '../engine/plan/picture-graph.ts';
import type { FrameOfSegment, FramePlan } from '../engine/plan/plan.ts';
import { ServiceError } from '../errors/service-error.ts';
import { thisMachine } from '../ffmpeg/machine.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { runPool } from '../waiting/pool.ts';
import { copyNeededPackets } from './needed-packets.ts';

/** The environment of frames as planes. */
export interface PlanesRun {
  /** The pixels per pixel of the film; at most 1. */
  readonly scale: number;
  /** The folder of temporary files. */
  readonly folder: string;
  readonly sourcePath: (sha256: string) => string;
  readonly draw: Draw;
  readonly tools: MediaTools;
  /** The number of decoders that run at the same time; by default, the number of cores. */
  readonly processes?: number;
  readonly signal: AbortSignal;
}

/**
 * Makes frames as planes of YUV 4:2:0, in the order of the plans. Frames that are read from the same position of a source
 * share a decoder, and decoded frames are cached for later requests. At a scale of 1, the planes are the frames that an
 * encoder of the film receives. Throws the errors of `runTool` and `UndrawableError`.
 */
export async function makePlanes(plans: readonly FramePlan[], run: PlanesRun): Promise<readonly Uint8Array[]> {
  const decodersOfPlans = plans.map(({ part, canvas }) =>
    part.kind === 'composed'
      ? part.decoders.map((decoder) => reducedDecoder(decoder, run.scale))
      : [wholeFrame(part, canvas, run.scale)],
  );
  const pictures = await decodeFrames(decodersOfPlans.flat(), run);
  const planes: Uint8Array[] = [];
  for (const [index, plan] of plans.entries()) {
    const decoders = decodersOfPlans[index] ?? [];
    const decoded = decoders.map((decoder) => required(pictures.get(decoder), 'a decoded frame'));
    planes.push(plan.part.kind === 'composed' ? await composed(plan, decoders, decoded, run) : copyOf(decoded[0]));
  }
  return planes;
}

/**
 * The maximum distance in seconds between frames that share a decoder. If frames are further apart, separate decoders
 * read less, because each starts at the sync frame before its frame.
 */
const MAX_DISTANCE_SECONDS = 1.25;

/**
 * Returns for each frame the number of earlier frames from which its decoder reads, so that near frames of a segment share
 * a decoder. Each processor gets about the same number of frames.
 */
export function framesBack(places: readonly FrameOfSegment[], processes = thisMachine().cores): readonly number[] {
  const backs = new Map<FrameOfSegment, number>();
  for (const ofSegment of Map.groupBy(places, ({ segment }) => segment.start).values()) {
    const runs: FrameOfSegment[][] = [];
    for (const place of ofSegment.toSorted((one, other) => one.frame - other.frame)) {
      const { numerator, denominator } = place.canvas.frameRate;
      const run = runs.at(-1);
      const distance = place.frame - (run?.at(-1)?.frame ?? Number.NEGATIVE_INFINITY);
      if ((distance * denominator) / numerator <= MAX_DISTANCE_SECONDS) run?.push(place);
      else runs.push([place]);
    }
    for (const run of runs) {
      const each = Math.ceil(run.length / processes);
      for (const [index, place] of run.entries())
        backs.set(place, place.frame - (run[index - (index % each)]?.frame ?? place.frame));
    }
  }
  return places.map((place) => backs.get(place) ?? 0);
}

/** Returns the decoder of a frame that FFmpeg makes alone. */
function wholeFrame({ inputs, chains }: Pick<Decoder, 'inputs' | 'chains'>, canvas: Size, scale: number): Decoder {
  const { width, height } = composedSize(canvas, scale);
  const scaled = scale === 1 ? [] : [placedFilter('scale', [width, height], { flags: 'area' })];
  const filters = [pixelFormat('yuv420p'), ...scaled];
  const picture = { width, height, pixelFormat: 'yuv420p' } as const;
  return { inputs, chains: appendFilters(chains, filters), picture, first: 0, length: 1 };
}

function copyOf(bytes: Uint8Array | undefined): Uint8Array {
  return required(bytes, 'the frame of a part without the compositor').slice();
}

/** Returns the frame of each decoder: from the cache, or from new processes. */
async function decodeFrames(decoders: readonly Decoder[], run: PlanesRun): Promise<ReadonlyMap<Decoder, Uint8Array>> {
  const cache = stillFrames();
  const named = decoders.map((decoder) => ({ decoder, name: stillName(decoder, run.tools) }));
  const frames = new Map<string, Uint8Array>();
  const missing = new Map<string, Decoder>();
  for (const { decoder, name } of named) {
    const cached = cache.find(name);
    if (cached === null) missing.set(name, decoder);
    else frames.set(name, cached);
  }
  const { processes = thisMachine().cores } = run;
  const inputs = [...missing.values()].flatMap((decoder) => decoder.inputs);
  const stills = createStillFolder(run.folder);
  for (const input of inputs) if (input.kind === 'still') await stills.draw(input.still);
  const shortPath = await copyNeededPackets(inputs, run);
  const groups = inProcesses(missing, processes);
  const threads = Math.max(1, Math.floor(processes / Math.max(1, groups.length)));
  await runPool(groups, processes, run.signal, async (group, signal) => {
    for (const [name, bytes] of await decodeTogether(group, {
      ...run,
      threads,
      signal,
      shortPath,
      stillPath: stills.pathOf,
    })) {
      frames.set(name, bytes);
      cache.add(name, bytes);
    }
  });
  return new Map(named.map(({ decoder, name }) => [decoder, required(frames.get(name), 'a decoded frame')]));
}

type NamedDecoder = readonly [name: string, decoder: Decoder];

/** The maximum number of sources that a process opens, because each one takes the memory of its reference frames. */
const MAX_OPEN_SOURCES = 3;

/** Divides decoders among processes. Decoders with equal inputs share a process, which opens these inputs once. */
function inProcesses(decoders: ReadonlyMap<string, Decoder>, processes: number): readonly (readonly NamedDecoder[])[] {
  const groups = [...Map.groupBy(decoders, ([, { inputs }]) => inputs.map(inputKey).join()).values()];
  const most = Math.max(1, Math.min(MAX_OPEN_SOURCES, Math.ceil(groups.length / processes)));
  return Array.from({ length: Math.ceil(groups.length / most) }, (_, index) =>
    groups.slice(index * most, (index + 1) * most).flat(),
  );
}

interface DecodingRun extends PlanesRun {
  readonly stillPath: ReturnType<typeof createStillFolder>['pathOf'];
  readonly shortPath: Awaited<ReturnType<typeof copyNeededPackets>>;
  /** The number of threads that decode each source. */
  readonly threads: number;
}

/** The time limit in seconds. The sync frame before a frame may be far away. */
const MAX_SECONDS = 300;

async function decodeTogether(
  decoders: readonly NamedDecoder[],
  { folder, sourcePath, shortPath, stillPath, tools, threads, signal }: DecodingRun,
): Promise<ReadonlyMap<string, Uint8Array>> {
  using _memory = reserveViewMemory();
  const targets = decoders.map(([name, decoder]) => {
    invariant(decoder.length === 1 && decoder.again === undefined, 'a decoder of one frame');
    const { inputs, chains, picture } = decoder;
    const encoding = [
      '-c:v',
      'rawvideo',
      '-pix_fmt',
      picture.pixelFormat,
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
    ];
    const part = { kind: 'picture', inputs, chains, encoding, length: 1 } as const;
    return { name, part, path: join(folder, `${randomUUID()}.planes`), bytes: frameBytes(picture) };
  });
  const decode = async (some: typeof targets, fromStart: boolean): Promise<void> => {
    await runTool({
      program: tools.ffmpeg,
      arguments: partArguments(some, {
        ...{ sourcePath, shortPath, stillPath, fromStart },
        toolsVersion: tools.version,
        decodingThreadsOf: () => threads,
        encodingThreadsOf: () => 1,
      }),
      limits: { totalSeconds: MAX_SECONDS },
      outputLimitBytes: Math.max(...some.map(({ bytes }) => bytes)),
      signal,
    });
  };
  await decode(targets, false);
  const frames = new Map<string, Uint8Array>();
  for (const target of targets) {
    const { name, path, bytes } = target;
    let frame = await readFile(path);
    // A seek before the first sync frame of some files finds no frame.
    if (frame.length === 0) {
      await decode([target], true);
      frame = await readFile(path);
    }
    await rm(path);
    if (frame.length !== bytes) {
      const values = { there: 0, wanted: 1, endsWithin: frame.length > 0 };
      throw new ServiceError('render/wrong-output', message('film/video-frames', values));
    }
    frames.set(name, frame);
  }
  return frames;
}

/** Composes the only frame of a part. */
async function composed(
  { part }: FramePlan,
  decoders: readonly Decoder[],
  decoded: readonly Uint8Array[],
  { scale, draw, sourcePath, signal }: PlanesRun,
): Promise<Uint8Array> {
  invariant(part.kind === 'composed', 'a composed part');
  const { scene, over } = part;
  const canvas = new SharedArrayBuffer(frameBytes({ ...scene.canvas, ...composedSize(scene.canvas, scale) }));
  // Copy the decoded frames, because the compositor can draw over them.
  const slots = decoded.map((bytes) => {
    const slot = new SharedArrayBuffer(bytes.length);
    new Uint8Array(slot).set(bytes);
    return slot;
  });
  const task = {
    ...{ scene, over: over ?? null, canvases: [canvas], tables: await tablesOf(part, { sourcePath, signal }) },
    decoded: decoders.map(({ picture }, index) => ({ picture, slots: [required(slots[index], 'a slot')] })),
    ...(scale !== 1 && { frameScale: scale }),
  };
  using thread = startComposeThread(task, draw, signal);
  const location = await thread.compose({ number: 0, decoded: decoders.map(() => 0), canvas: 0 });
  return new Uint8Array(location.kind === 'decoded' ? required(slots[location.decoder], 'a slot') : canvas);
}
