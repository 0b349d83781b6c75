import { z } from 'zod';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import type { FoundSource, FoundSources } from '../../engine/plan/locate-sources.ts';
import type { SourceFailure } from '../../errors/source-failure.ts';
import { DEMUXERS } from '../../sources/containers/demuxer.ts';
import type { MediaFacts } from '../../sources/facts/media-facts.ts';
import type { StillFacts } from '../../sources/facts/still-facts.ts';

/** The format version. Raise it if the fields or the meaning of the facts change. */
const VERSION = 2;

/** Serializes the facts about the sources of a film, so that another worker can plan it without the files. */
export function sourceManifestText(found: FoundSources<FoundSource>): string {
  const sources = [...found].map(([key, result]) =>
    result.ok
      ? [key, { sha256: result.value.sha256, facts: result.value.facts }]
      : [key, { code: result.error.code, reason: result.error.says.code, values: result.error.says.values }],
  );
  return JSON.stringify({ version: VERSION, found: sources });
}

/** Parses a source manifest; null for any other text, for example from another version. */
export function readSourceManifest(text: string): FoundSources<FoundSource> | null {
  const read = sourceManifest.safeParse(jsonIn(text));
  if (!read.success) return null;
  const found = new Map<string, Result<FoundSource, SourceFailure>>();
  for (const [key, source] of read.data.found) {
    if ('facts' in source) found.set(key, ok(source));
    else {
      const says = messageOf(source);
      if (says === null) return null;
      found.set(key, err({ code: source.code, says }));
    }
  }
  return found;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text is not JSON.
    return null;
  }
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const span = z.strictObject({ from: z.number(), until: z.number() });
const fault = span.extend({ skipped: z.literal(true).optional() });
const frameRate = z.strictObject({ numerator: z.int().positive(), denominator: z.int().positive() });
const video = z.strictObject({
  streamIndex: z.int().nonnegative(),
  codec: z.string(),
  decoder: z.string().nullable(),
  codedWidth: z.number(),
  codedHeight: z.number(),
  displayWidth: z.number(),
  displayHeight: z.number(),
  rotation: z.number(),
  appliedRotation: z.number().optional(),
  pixelFormat: z.string(),
  hasAlpha: z.boolean(),
  frameRate: frameRate.nullable(),
  tickSeconds: z.number().optional(),
  startSeconds: z.number(),
  endSeconds: z.number(),
  gaps: z.array(span),
  fields: z.strictObject({ first: z.enum(['top', 'bottom']), marked: z.boolean() }).nullable(),
  keyFrames: z.array(z.number()),
  matrix: z.enum(['bt709', 'bt601', 'bt2020', 'smpte240m', 'fcc', 'rgb']),
  range: z.enum(['limited', 'full']),
  transfer: z.enum(['sdr', 'pq', 'hlg']),
});
const audio = z.strictObject({
  streamIndex: z.int().nonnegative(),
  codec: z.string(),
  channels: z.number(),
  // Older services do not send this field.
  channelLayout: z.string().nullable().default(null),
  sampleRate: z.number(),
  startSeconds: z.number(),
  endSeconds: z.number(),
  gaps: z.array(span),
  priming: z.number(),
  padding: z.number(),
  leadSeconds: z.number(),
});
const damage = z.strictObject({
  from: z.number(),
  until: z.number().nullable(),
  there: z.number().nullable(),
  lacking: z.number().nullable(),
  several: z.literal(true).optional(),
  of: z.literal('sound').optional(),
});
const media: z.ZodType<MediaFacts> = z.strictObject({
  demuxer: z.enum(DEMUXERS),
  durationSeconds: z.number(),
  video: video.nullable(),
  audio: audio.nullable(),
  damage: damage.nullable(),
  changes: z.array(z.strictObject({ of: z.enum(['picture', 'sound', 'clock']), at: z.number(), form: z.string() })),
  faults: z.array(fault).optional(),
  otherTracks: z.strictObject({ video: z.int().nonnegative(), audio: z.int().nonnegative() }).optional(),
});

const noStreams = { video: z.null(), audio: z.null(), damage: z.null() };
const weights = z.strictObject({ least: z.number(), most: z.number() });
const font = z.strictObject({
  format: z.enum(['TrueType', 'OpenType', 'WOFF2']),
  family: z.string().nullable(),
  weights: weights.nullable(),
  style: z.enum(['normal', 'italic']).nullable(),
  isVariable: z.boolean(),
  hasOnlySvgColors: z.boolean(),
});
const cue = z.strictObject({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  runs: z.array(
    z.strictObject({
      start: z.number(),
      end: z.number(),
      isBold: z.boolean(),
      isItalic: z.boolean(),
      isUnderlined: z.boolean(),
    }),
  ),
  words: z.array(z.strictObject({ at: z.number(), from: z.number(), to: z.number().exactOptional() })),
});
const captions = z.strictObject({
  cues: z.array(cue),
  faults: z.array(
    z.strictObject({
      of: z.enum(['time', 'order', 'stray', 'long', 'crowd', 'tag', 'entry']),
      line: z.int().nonnegative(),
    }),
  ),
  faultCount: z.int().nonnegative(),
  ignored: z
    .array(
      z.strictObject({
        of: z.enum(['font', 'class', 'ruby', 'command', 'tag', 'settings', 'style', 'region', 'clock']),
        line: z.int().nonnegative(),
        count: z.int().positive(),
      }),
    )
    .exactOptional(),
});
const still: z.ZodType<StillFacts> = z.discriminatedUnion('still', [
  z.strictObject({
    ...noStreams,
    still: z.literal('image'),
    image: z.strictObject({ format: z.string(), width: z.number(), height: z.number() }),
    delays: z.array(z.number()).nullable(),
    drawnBy: z.string().max(255).optional(),
  }),
  z.strictObject({
    ...noStreams,
    still: z.literal('font'),
    font,
    bytes: z.number(),
    packedWeights: weights.exactOptional(),
  }),
  z.strictObject({ ...noStreams, still: z.literal('table') }),
  z.strictObject({ ...noStreams, still: z.literal('captions'), captions }),
]);

const failure = z.strictObject({
  code: z.enum([
    'source/not-found',
    'source/unreadable',
    'source/refused',
    'source/fetch-failed',
    'source/kind',
    'source/too-large',
    'font/not-found',
    'font/unreadable',
    'cube/unreadable',
    'captions/unreadable',
  ] satisfies SourceFailure['code'][]),
  reason: z.string(),
  values: z.record(z.string(), z.unknown()),
});

const sourceManifest = z.strictObject({
  version: z.literal(VERSION),
  found: z.array(z.tuple([z.string(), z.union([z.strictObject({ sha256, facts: z.union([media, still]) }), failure])])),
});
