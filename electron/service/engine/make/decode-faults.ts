import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FaultSpan, UsedSource } from '#shared/timeline/decode-faults.ts';
import { runTool } from '../../ffmpeg/run-tool.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { hasThreadPerStage } from '../../ffmpeg/tools-version.ts';
import { sha256 as digestOf } from '../../files/digest-file.ts';
import type { MediaFacts } from '../../sources/facts/media-facts.ts';
import { inputArguments, withoutParser } from '../../sources/facts/media-input.ts';
import {
  createFaultReader,
  FRAME_TIMES,
  isDecodeError,
  LOGS_DECODED,
  LOGS_FRAMES,
  mergedFaults,
} from '../../sources/facts/source-faults.ts';
import { runPool } from '../../waiting/pool.ts';
import type { PartStore } from '../cache/part-store.ts';
import type { KeyedPart } from '../parts/part.ts';
import type { FoundSources } from '../plan/locate-sources.ts';
import type { RenderPlan } from '../plan/plan.ts';

/**
 * The damaged places that decoding finds inside sources. Only a decoder finds damaged packets, because the container
 * can still be complete. The places are cached by source, because a cached part is not decoded again.
 */
export interface DecodeFaults {
  /** Searches the sources of parts for damage if FFmpeg's log of the parts contains errors of a decoder. */
  examine(parts: readonly KeyedPart[], log: readonly string[], uses: RenderPlan['uses']): Promise<void>;
  /** Returns the known damaged places of these sources, by digest. */
  of(digests: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly FaultSpan[]>>;
}

interface FaultDependencies {
  readonly tools: MediaTools;
  readonly store: PartStore;
  /** The scratch folder of the render. */
  readonly folder: string;
  readonly found: FoundSources;
  readonly sourcePath: (sha256: string) => string;
  readonly signal: AbortSignal;
}

const CONCURRENT = 4;

/** Creates the search for damaged places in the sources of one render. */
export function createDecodeFaults(dependencies: FaultDependencies): DecodeFaults {
  const { tools, store, folder, found, signal } = dependencies;
  const examined = new Map<string, Promise<readonly FaultSpan[]>>();
  const known = new Map<string, readonly FaultSpan[]>();
  const keyOf = (sha256: string) => digestOf(`decode faults 2 ${sha256} ${tools.version}`);
  const stored = async (sha256: string): Promise<readonly FaultSpan[]> => {
    const path = join(folder, randomUUID());
    if ((await store.take(keyOf(sha256), path, signal)) === null) return [];
    const read = spans.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return read.success ? read.data : [];
  };
  const examineSource = async (sha256: string, uses: RenderPlan['uses']): Promise<readonly FaultSpan[]> => {
    const located = [...found.values()].find((each) => each.ok && each.value.sha256 === sha256);
    const facts = located?.ok === true ? located.value.facts : null;
    if (facts === null || !('demuxer' in facts)) return [];
    const range = wholeRange(uses.filter((use) => use.sha256 === sha256));
    const places = await locateFaults(dependencies.sourcePath(sha256), facts, range, tools, signal);
    if (places.length === 0) return [];
    const all = mergedFaults([...(await stored(sha256)), ...places]);
    const path = join(folder, randomUUID());
    await writeFile(path, JSON.stringify(all));
    await store.drop([keyOf(sha256)]);
    await store.keep(keyOf(sha256), path, signal);
    return all;
  };
  return {
    examine: async (parts, log, uses) => {
      if (!log.some(isDecodeError)) return;
      const used = new Set(uses.map(({ sha256 }) => sha256));
      for (const { part } of parts)
        for (const input of part.inputs) {
          if (input.kind === 'still' || !used.has(input.sha256)) continue;
          const { sha256 } = input;
          const search = examined.get(sha256) ?? examineSource(sha256, uses);
          examined.set(sha256, search);
          known.set(sha256, await search);
        }
    },
    of: async (digests) => {
      const places = new Map<string, readonly FaultSpan[]>();
      await runPool([...digests], CONCURRENT, signal, async (sha256) => {
        places.set(sha256, known.get(sha256) ?? (await stored(sha256)));
      });
      return places;
    },
  };
}

const spans: z.ZodType<readonly FaultSpan[]> = z.array(z.strictObject({ from: z.number(), until: z.number() }));

function wholeRange(uses: readonly UsedSource[]): FaultSpan {
  return {
    from: Math.min(...uses.map(({ from }) => from)),
    until: Math.max(...uses.map(({ until }) => until)),
  };
}

/** The seconds that are decoded before a range. Errors that follow the seek then lie outside of the range. */
const LEAD_SECONDS = 5;

/** Decodes a range of a source and returns the times of its damaged places, in seconds of the source. */
async function locateFaults(
  path: string,
  { demuxer, video, audio }: MediaFacts,
  { from, until }: FaultSpan,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<readonly FaultSpan[]> {
  const seek = Math.max(0, from - LEAD_SECONDS);
  const streams = [video, audio].flatMap((stream) => (stream === null ? [] : ['-map', `0:${stream.streamIndex}`]));
  const printsDecoded = video !== null && hasThreadPerStage(tools.version);
  const times = video === null ? ['-af', FRAME_TIMES.sound] : ['-vf', FRAME_TIMES.picture];
  const reader = createFaultReader(seek, from);
  await runTool({
    program: tools.ffmpeg,
    arguments: [
      ...[...LOGS_FRAMES, ...(printsDecoded ? [LOGS_DECODED] : [])],
      ...(seek > 0 ? ['-ss', String(seek)] : []),
      ...(Number.isFinite(until) ? ['-t', String(until - seek)] : []),
      ...withoutParser(demuxer, tools),
      ...['-threads', '1', ...inputArguments(path, demuxer), ...streams],
      ...(printsDecoded ? [] : times),
      ...['-fps_mode', 'passthrough', '-f', 'null', '-'],
    ],
    onLog: reader.push,
    signal,
  });
  return reader.places();
}
