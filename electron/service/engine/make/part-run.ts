import { clockOutput } from '../../sources/facts/media-input.ts';
import { filterThreadArguments, type InputPaths, openInput } from '../compose/open-input.ts';
import { placedNames, printChains } from '../parts/filter-graph.ts';
import type { Part } from '../parts/part.ts';
import { openedAs, type PartInput } from '../parts/part-input.ts';

/** One part of a run and the file that it is to become. */
export interface PartTarget {
  readonly part: Part;
  readonly path: string;
}

/** What a run needs to know of this machine: everything that a part leaves out. */
export interface RunSettings extends InputPaths {
  /** Threads for the decoders of a part. */
  readonly decodingThreadsOf: (part: Part) => number;
  /** Threads for its encoder. */
  readonly encodingThreadsOf: (part: Part) => number;
  /** Threads of the filter graphs; FFmpeg's own number, which is that of the cores, unless given. */
  readonly filterThreads?: number | null;
}

/** FFmpeg's arguments for making several parts in one process. Inputs that are the same are opened once. */
export function partArguments(targets: readonly PartTarget[], settings: RunSettings): readonly string[] {
  const inputs: PartInput[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (input: PartInput): number => {
    const name = openedAs(input);
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, inputs.length);
    return inputs.push(input) - 1;
  };
  const graphs = targets.map(({ part }, index) =>
    printChains(part.chains, placedNames(part.inputs.map(numberOf), prefixOf(index))),
  );
  // Scenes of one film are made by one device.
  const device = targets.find(({ part }) => part.device !== undefined)?.part.device ?? [];
  const threads = Math.max(...targets.map(({ part }) => settings.decodingThreadsOf(part)));
  return [
    ...device,
    ...inputs.flatMap((input) => openInput(input, threads, settings)),
    // What filters make depends on how many threads they have, so FFmpeg's own number is kept: that of the cores.
    ...filterThreadArguments(settings.filterThreads),
    ...['-filter_complex', graphs.join(';')],
    ...targets.flatMap((target, index) => outputArguments(target, index, settings.encodingThreadsOf(target.part))),
    ...inputs.flatMap((input, number) =>
      input.kind === 'source' && input.clock !== null ? clockOutput(number, input.clock) : [],
    ),
  ];
}

function outputArguments({ part, path }: PartTarget, index: number, threads: number): readonly string[] {
  const map = ['-map', `[${prefixOf(index)}out]`, ...part.encoding];
  // The bound on frames holds even if a graph were to run on.
  if (part.kind === 'picture')
    return [...map, '-threads', String(threads), '-frames:v', String(part.length), '-y', `file:${path}`];
  return [...map, '-y', `file:${path}`];
}

function prefixOf(index: number): string {
  return `p${index}`;
}
