import { z } from 'zod';
import { isTag, MAX_TAGS, TAG_CHARACTERS } from '../../names/tags.ts';
import { messageFields, timestamp } from './shapes.ts';

/** The missing part of a truncated file. */
const sourceDamage = z.object({
  from: z
    .number()
    .describe(
      'End of the readable part, in seconds of the source; `until` is the end of the complete source, null if unknown',
    ),
  until: z.number().nullable(),
  there: z
    .int()
    .nullable()
    .describe('Number of readable frames, null for sound; `lacking` is the number of missing frames, null if unknown'),
  lacking: z.int().nullable(),
  several: z
    .literal(true)
    .optional()
    .describe('Present if the file contains another file after the first one; only the first file is read'),
  of: z
    .literal('sound')
    .optional()
    .describe('Present if only the sound ends too early; `until` is then the end of the picture'),
});

/** A time range in a source, in seconds. */
const timeSpan = z.object({ from: z.number(), until: z.number() });

const faults = z
  .array(
    timeSpan.extend({
      skipped: z
        .literal(true)
        .optional()
        .describe('Present for a range at the start that has no sync frame; films start after this range'),
    }),
  )
  .optional()
  .describe('Damaged ranges that are known so far, in seconds of the source; absent if there are none');

const media = z.object({
  kind: z.enum(['video', 'audio', 'image', 'font', 'captions', 'other']),
  durationSeconds: z.number().nullable(),
  pictureSeconds: z.number().nullable().describe('End of the picture; null without a picture'),
  width: z.int().nullable(),
  height: z.int().nullable(),
  frameRate: z.string().nullable(),
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  hasAudio: z.boolean(),
  damage: sourceDamage.nullable(),
  faults,
  fontFamily: z.string().nullable().describe('Family name of a font, if it has one'),
  reason: z
    .string()
    .nullable()
    .describe('Reason why films cannot use the asset, such as `is a text file, not a video`; null if they can'),
  why: z
    .object({ reason: z.string(), values: z.record(z.string(), z.unknown()) })
    .optional()
    .describe('Code and values of `reason`, as in an issue; absent without a reason'),
});

export const asset = z.object({
  name: z.string(),
  size: z.int(),
  contentType: z.string(),
  etag: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  media: media
    .nullable()
    .describe('Null until the file has been inspected; files that are not media have the kind `other`'),
  tags: z.array(z.string()).describe('Tags of the asset'),
});

const tag = z
  .string()
  .refine(isTag, `Write 1 to ${TAG_CHARACTERS} characters without commas, line breaks and spaces at the ends.`);

export const tagList = z.object({ tags: z.array(tag).max(MAX_TAGS) });

/** An asset in the trash, with its facts from the time of its deletion. */
export const trashedAsset = asset.extend({
  id: z.string().describe('Id in the trash; the names of deleted assets can be equal, but the ids differ'),
  deletedAt: timestamp,
  expiresAt: timestamp.describe('Time when the asset is deleted permanently'),
});

export const mediaFacts = z.object({
  etag: z.string().describe('Strong ETag; for an asset, the ETag of the asset'),
  size: z.int(),
  container: z
    .string()
    .describe('FFmpeg’s name of the container, such as `mov`, `matroska`, or `wav`; `captions` for a captions file'),
  contentType: z.string(),
  durationSeconds: z.number().describe('Duration; all times in seconds count from the start of the first stream'),
  video: z
    .object({
      codec: z.string(),
      profile: z.string().nullable(),
      frameRate: z.string().nullable().describe('A whole number or a fraction such as `30000/1001`; null if unknown'),
      variableRate: z.boolean(),
      frames: z.int().nullable().describe('Number of frames; null if unknown'),
      startSeconds: z.number(),
      endSeconds: z.number(),
      codedWidth: z.int(),
      codedHeight: z.int(),
      displayWidth: z.int().describe('Width in square pixels, after rotation'),
      displayHeight: z.int(),
      sampleAspect: z.string().describe('Pixel aspect ratio, such as `64:45`'),
      rotation: z.int().describe('Clockwise rotation in degrees that a player applies'),
      pixelFormat: z.string(),
      bitDepth: z.int(),
      hasAlpha: z.boolean(),
      hdr: z.boolean(),
      matrix: z.enum(['bt709', 'bt601', 'bt2020', 'smpte240m', 'fcc', 'rgb']),
      range: z.enum(['limited', 'full']),
      transfer: z.enum(['sdr', 'pq', 'hlg']),
      fieldOrder: z
        .enum(['top', 'bottom'])
        .nullable()
        .describe('First field of an interlaced picture; null for a progressive one'),
      gaps: z.array(timeSpan).describe('Periods of more than a second without a picture'),
    })
    .nullable(),
  audio: z
    .object({
      codec: z.string(),
      sampleRate: z.int(),
      channels: z.int(),
      channelLayout: z
        .string()
        .nullable()
        .describe('FFmpeg’s name of the channel layout, such as `5.1(side)`; null if the file does not specify it'),
      startSeconds: z.number(),
      endSeconds: z.number(),
      priming: z
        .int()
        .describe(
          'Samples that the encoder added at the start; players skip them. `padding` counts the samples at the end.',
        ),
      padding: z.int(),
      gaps: z.array(timeSpan).describe('Periods without sound data in the container'),
    })
    .nullable(),
  otherTracks: z
    .object({ video: z.int(), audio: z.int() })
    .optional()
    .describe('Numbers of further tracks, which films do not use; absent if there are none'),
  damage: sourceDamage.nullable(),
  faults,
  changes: z
    .array(z.object({ of: z.enum(['picture', 'sound', 'clock']), seconds: z.number() }))
    .describe(
      'Places where the format of a stream changes or the clock jumps; such a source is played from a converted copy',
    ),
  playable: z.boolean().describe('Whether browsers based on Chromium can decode the source'),
  needsProxy: z
    .boolean()
    .describe('Whether a browser shows different pictures from the engine; then a player needs the proxy'),
  /** The reasons why the source needs a proxy; empty if it does not need one. */
  proxyReasons: z.array(
    z.enum([
      'container',
      'video-codec',
      'audio-codec',
      'pixel-format',
      'hdr',
      'color',
      'interlaced',
      'changes',
      'transform',
    ]),
  ),
});

export const waveform = z.object({
  perSecond: z.int(),
  peaks: z.array(z.int()),
  levels: z.array(z.int()).describe('One level for each peak'),
});

export const loudness = z.object({
  integratedLufs: z
    .number()
    .nullable()
    .describe('Integrated loudness; null if everything is below −70 LUFS, such as silence'),
  truePeakDbtp: z.number().nullable().describe('Highest true peak; null for silence'),
  rangeLu: z.number().describe('Loudness range'),
  durationSeconds: z.number(),
  normalization: z
    .object({
      gain: z.number().describe('Factor of the amplitude'),
      integratedLufs: z.number().nullable().describe('Integrated loudness before the gain; null for silence'),
      truePeakDbtp: z.number().nullable().describe('Highest true peak before the gain; null for silence'),
    })
    .nullable()
    .describe(
      'Gain that the setting `loudness` causes; null for films without the setting. The other values are measured after the gain',
    ),
});

export const mediaProxy = z.object({
  state: z.enum(['queued', 'working', 'ready', 'failed']),
  progress: z.number().describe('Progress from 0 to 1'),
  etag: z.string().nullable().describe('ETag of the proxy; null until it is ready'),
  error: z.object({ code: z.string(), detail: z.string(), ...messageFields }).nullable(),
});

export const storedAsset = asset.extend({ 'Resource-Name': z.string() });

export const restoredAsset = storedAsset.extend({
  formerName: z.string().describe('Name before the deletion; it differs from `name` if another asset has this name'),
});
