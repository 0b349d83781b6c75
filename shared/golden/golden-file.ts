import { z } from 'zod';
import { err, ok, type Result } from '../lib/result.ts';

/** The version of the format. A file with another version is an error. */
const VERSION = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const values = z.record(z.string(), z.string());
const count = z.int().min(0);

/** A layer with the properties of its picture. Frames refer to it by its index. */
const goldenState = z.strictObject({ at: z.string(), name: z.string().nullable(), kind: z.string(), values });

const goldenFrame = z.strictObject({
  frame: count,
  scene: z.string(),
  /** The programs on which the pixels depend: none, a video decoder, or FFmpeg alone. */
  basis: z.enum(['composed', 'decoded', 'filtered']),
  /** The digest of the planes. */
  planes: digest,
  layers: z.array(z.tuple([count, values])),
});

const goldenSound = z.strictObject({ at: z.string(), name: z.string().nullable(), values });

const goldenFile = z
  .strictObject({
    golden: z.literal(VERSION),
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
    states: z.array(goldenState),
    frames: z.array(goldenFrame),
    sounds: z.array(goldenSound),
    /** The digest of the samples of each second; null for a film without sound. */
    sound: z.array(digest).nullable(),
  })
  .refine(({ states, frames }) => frames.every(({ layers }) => layers.every(([state]) => state < states.length)), {
    message: 'a frame refers to a missing layer',
  });

/**
 * The recorded state of a film: the digests of some frames and of each second of sound, and the layers of these frames.
 */
export type Golden = z.output<typeof goldenFile>;
export type GoldenFrame = Golden['frames'][number];
export type GoldenSound = Golden['sounds'][number];

/** The format version of new files. */
export const GOLDEN_VERSION = VERSION;

/** The lists with one entry per line, so that a diff of two files shows each changed layer as one line. */
const LISTS: ReadonlySet<string> = new Set(['states', 'frames', 'sounds', 'sound']);

/** Formats a golden file: one line per layer and frame, in a stable order. */
export function goldenText(golden: Golden): string {
  const fields = Object.entries(golden).map(([name, value]) => {
    const isList = LISTS.has(name) && Array.isArray(value) && value.length > 0;
    const text = isList
      ? `[\n${value.map((entry: unknown) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`
      : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
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
  if (version !== VERSION) return err(`has version ${version} of the format; this program reads version ${VERSION}`);
  const read = goldenFile.safeParse(json);
  if (read.success) return ok(read.data);
  const [first] = read.error.issues;
  return err(`is damaged: ${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`);
}
