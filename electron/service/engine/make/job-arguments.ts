import { hasThreadPerStage } from '../../ffmpeg/tools-version.ts';
import { clockOutput } from '../../sources/facts/media-input.ts';
import { filterThreadArguments, type InputPaths, openInput } from '../compose/open-input.ts';
import { numberedPadNames, printChains } from '../parts/filter-graph.ts';
import type { Part } from '../parts/part.ts';
import { inputKey, type PartInput } from '../parts/part-input.ts';

/** A part of a run, and the path of its file. */
export interface PartTarget {
  readonly part: Part;
  readonly path: string;
}

/** The settings of a run that depend on this machine. A part does not contain them. */
export interface RunSettings extends InputPaths {
  readonly decodingThreadsOf: (part: Part) => number;
  readonly encodingThreadsOf: (part: Part) => number;
  /** The number of threads of the filter graphs. The default is the number of cores. */
  readonly filterThreads?: number | null;
  /** The version of FFmpeg. */
  readonly toolsVersion: string;
}

/** Returns FFmpeg's arguments for making several parts in one process. Equal inputs are opened once. */
export function partArguments(targets: readonly PartTarget[], settings: RunSettings): readonly string[] {
  const inputs: PartInput[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (input: PartInput): number => {
    const name = inputKey(input);
    const existing = numbers.get(name);
    if (existing !== undefined) return existing;
    numbers.set(name, inputs.length);
    return inputs.push(input) - 1;
  };
  const graphs = targets.map(({ part }, index) =>
    printChains(part.chains, numberedPadNames(part.inputs.map(numberOf), prefixOf(index))),
  );
  const pictures = graphs.filter((_, index) => targets[index]?.part.kind === 'picture');
  // With a graph for each sound, FFmpeg 7.1 waits forever at some damaged places of a source that several sounds share.
  const sounds = graphs.filter((_, index) => targets[index]?.part.kind !== 'picture').join(';');
  // Open the device once, because all scenes of a film use the same device.
  const device = targets.find(({ part }) => part.device !== undefined)?.part.device ?? [];
  const threads = Math.max(...targets.map(({ part }) => settings.decodingThreadsOf(part)));
  return [
    ...device,
    ...inputs.flatMap((input) => openInput(input, threads, settings)),
    // Use FFmpeg's default number of filter threads, one per core, because the output of some filters depends on it.
    ...filterThreadArguments(settings.filterThreads),
    ...(hasThreadPerStage(settings.toolsVersion) ? [...pictures, sounds] : [graphs.join(';')]).flatMap((graph) =>
      graph === '' ? [] : ['-filter_complex', graph],
    ),
    ...targets.flatMap((target, index) => outputArguments(target, index, settings.encodingThreadsOf(target.part))),
    ...inputs.flatMap((input, number) =>
      input.kind === 'source' && input.clock !== null ? clockOutput(number, input.clock) : [],
    ),
  ];
}

function outputArguments({ part, path }: PartTarget, index: number, threads: number): readonly string[] {
  const map = ['-map', `[${prefixOf(index)}out]`, ...part.encoding];
  const output = ['-y', `file:${path}`];
  if (part.kind !== 'picture') return [...map, ...output];
  // Limit the frames, so that an endless graph stops.
  const limits = ['-threads', String(threads), '-frames:v', String(part.length)];
  // Remove the timecode of a source, such as an MXF file, because FFmpeg would write a second track with it.
  return [...map, ...limits, '-metadata', 'timecode=', ...output];
}

function prefixOf(index: number): string {
  return `p${index}`;
}
