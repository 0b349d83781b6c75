import { z } from 'zod';
import { required } from '../lib/assert.ts';
import { err, ok, type Result } from '../lib/result.ts';

/** The version of the format of new files, and the versions that are read. Other versions are an error. */
const VERSION = 2;
const READ_VERSIONS: readonly number[] = [1, VERSION];

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const values = z.record(z.string(), z.string());
/** The changes of values; null removes one. */
const changes = z.record(z.string(), z.string().nullable());
const count = z.int().min(0);

/**
 * A layer with the properties of its picture. Frames refer to it by its index. With `like`, the values are the changes
 * from an earlier state, whose kind is the same.
 */
const writtenState = z.union([
  z.strictObject({ at: z.string(), name: z.string().nullable().default(null), kind: z.string(), values }),
  z.strictObject({ at: z.string(), name: z.string().nullable().default(null), like: count, values: changes }),
]);

const frameFacts = {
  frame: count,
  scene: z.string(),
  /** The programs on which the pixels depend: none, a video decoder, or FFmpeg alone. */
  basis: z.enum(['composed', 'decoded', 'filtered']),
  /** The digest of the planes. */
  planes: digest,
};
const goldenFrame = z.strictObject({ ...frameFacts, layers: z.array(z.tuple([count, values])) });
/**
 * A layer is the index of its state and its numbers. The index alone repeats the numbers of the last layer with the same
 * place. A third item contains changes of these numbers in place of the numbers.
 */
const writtenLayer = z.union([count, z.tuple([count, values]), z.tuple([count, z.null(), changes])]);
const writtenFrame = z.strictObject({ ...frameFacts, layers: z.array(writtenLayer) });

const goldenState = z.strictObject({ at: z.string(), name: z.string().nullable(), kind: z.string(), values });

const goldenSound = z.strictObject({ at: z.string(), name: z.string().nullable(), values });

const writtenFile = z.strictObject({
  golden: z.number(),
  scenewright: z.string(),
  /** The version of the engine, on which pixels depend. */
  engine: z.string(),
  ffmpeg: z.string(),
  film: z.strictObject({ width: count, height: count, rate: z.string(), frames: count }),
  inputs: z.strictObject({
    template: digest,
    values: digest,
    assets: z.record(z.string(), digest),
    fonts: z.array(z.string()),
  }),
  states: z.array(writtenState),
  frames: z.array(writtenFrame),
  sounds: z.array(goldenSound),
  /** The digest of the samples of each second; null for a film without sound. */
  sound: z.array(digest).nullable(),
});
type WrittenFile = z.output<typeof writtenFile>;
type WrittenState = z.input<typeof writtenState>;
type WrittenLayer = z.output<typeof writtenLayer>;

/**
 * The recorded state of a film: the digests of some frames and of each second of sound, and the layers of these frames.
 */
export interface Golden extends Omit<WrittenFile, 'states' | 'frames'> {
  readonly states: z.output<typeof goldenState>[];
  readonly frames: z.output<typeof goldenFrame>[];
}
export type GoldenFrame = Golden['frames'][number];
export type GoldenSound = Golden['sounds'][number];

/** The format version of new files. */
export const GOLDEN_VERSION = VERSION;

/** The lists with one entry per line, so that a diff of two files shows each changed layer as one line. */
const LISTS: ReadonlySet<string> = new Set(['states', 'frames', 'sounds', 'sound']);

/** Formats a golden file: one line per layer and frame, in a stable order. Writes only changes of repeated values. */
export function goldenText(golden: Golden): string {
  const written = { ...golden, states: writtenStates(golden), frames: writtenFrames(golden) };
  const fields = Object.entries(written).map(([name, value]) => {
    const isList = LISTS.has(name) && Array.isArray(value) && value.length > 0;
    const text = isList
      ? `[\n${value.map((entry: unknown) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`
      : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

type Values = Readonly<Record<string, string>>;
type Changes = Readonly<Record<string, string | null>>;

/** Writes each state as the changes from the most similar earlier state of its kind, if that is shorter. */
function writtenStates({ states }: Golden): readonly WrittenState[] {
  return states.map(({ at, name, kind, values: own }, index): WrittenState => {
    const named = { at, ...(name !== null && { name }) };
    const candidates: WrittenState[] = [{ ...named, kind, values: own }];
    for (const [like, earlier] of states.slice(0, index).entries())
      if (earlier.kind === kind) candidates.push({ ...named, like, values: changesOf(earlier.values, own) });
    return shortest(candidates);
  });
}

function writtenFrames({ states, frames }: Golden): readonly object[] {
  const last = new Map<string, Values>();
  return frames.map(({ layers, ...facts }) => ({
    ...facts,
    layers: layers.map(([index, numbers]): WrittenLayer => {
      const at = states[index]?.at ?? '';
      const before = last.get(at);
      last.set(at, numbers);
      if (before === undefined) return [index, numbers];
      const changed = changesOf(before, numbers);
      return Object.keys(changed).length === 0
        ? index
        : shortest<WrittenLayer>([
            [index, numbers],
            [index, null, changed],
          ]);
    }),
  }));
}

function shortest<Written>(candidates: readonly Written[]): Written {
  const [first] = candidates.map((each) => ({ each, length: JSON.stringify(each).length })).toSorted(byLength);
  return required(first, 'a candidate').each;
}

function byLength(one: { readonly length: number }, other: { readonly length: number }): number {
  return one.length - other.length;
}

function changesOf(before: Values, after: Values): Changes {
  const changed = Object.entries(after).filter(([name, value]) => before[name] !== value);
  const removed = Object.keys(before).filter((name) => !(name in after));
  return Object.fromEntries([...changed, ...removed.map((name) => [name, null] as const)]);
}

function withChanges(before: Values, changed: Changes): Record<string, string> {
  return Object.fromEntries(
    Object.entries<string | null>({ ...before, ...changed }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    ),
  );
}

/** Returns the states with all their values. Returns null if one refers to a missing state. */
function completeStates(written: WrittenFile['states']): Golden['states'] | null {
  const states: Golden['states'] = [];
  for (const state of written) {
    const { at, name } = state;
    const base = 'like' in state ? states[state.like] : { kind: state.kind, values: {} };
    if (base === undefined) return null;
    states.push({ at, name, kind: base.kind, values: withChanges(base.values, state.values) });
  }
  return states;
}

/** Returns the frames with all numbers of their layers. Returns null if one refers to a missing state. */
function completeFrames(written: WrittenFile['frames'], states: Golden['states']): Golden['frames'] | null {
  const last = new Map<string, Values>();
  const frames: Golden['frames'] = [];
  for (const { layers, ...facts } of written) {
    const all: Golden['frames'][number]['layers'] = [];
    for (const layer of layers) {
      const [index, numbers, changed] = typeof layer === 'number' ? [layer, null, {}] : layer;
      const state = states[index];
      if (state === undefined) return null;
      const own = numbers ?? withChanges(last.get(state.at) ?? {}, changed ?? {});
      last.set(state.at, own);
      all.push([index, own]);
    }
    frames.push({ ...facts, layers: all });
  }
  return frames;
}

/** Parses a golden file. The error is a text that continues a sentence after the name of the file. */
export function parseGolden(text: string): Result<Golden, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return err('is damaged: it isn’t JSON');
  }
  const version = typeof json === 'object' && json !== null && 'golden' in json ? json.golden : undefined;
  if (typeof version !== 'number') return err('isn’t a golden file');
  if (!READ_VERSIONS.includes(version))
    return err(`has version ${version} of the format; this program reads up to version ${VERSION}`);
  const read = writtenFile.safeParse(json);
  if (read.success) {
    const states = completeStates(read.data.states);
    const frames = states && completeFrames(read.data.frames, states);
    return states === null || frames === null
      ? err('is damaged: it refers to a missing layer')
      : ok({ ...read.data, states, frames });
  }
  const [first] = read.error.issues;
  return err(`is damaged: ${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`);
}
