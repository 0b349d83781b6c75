import { z } from 'zod';
import { isTag, MOST_TAGS, TAG_CHARACTERS } from '../../names/tags.ts';
import { timestamp, told } from './shapes.ts';

/** What lacks of a file that is cut short. */
const sourceDamage = z.object({
  /** Seconds of its own time: where what can be read ends, and where the whole would, as far as that is known. */
  from: z.number(),
  until: z.number().nullable(),
  /** Pictures that can be read, null of sound; and those that lack, null where nothing says how many there were. */
  there: z.int().nullable(),
  lacking: z.int().nullable(),
});

/** Seconds of a source's own time. */
const timeSpan = z.object({ from: z.number(), until: z.number() });

const media = z.object({
  kind: z.enum(['video', 'audio', 'image', 'font', 'captions', 'other']),
  durationSeconds: z.number().nullable(),
  /** Where its picture ends; null where it has none. */
  pictureSeconds: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  frameRate: z.string().nullable(),
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  hasAudio: z.boolean(),
  damage: sourceDamage.nullable(),
  /** Of a font that says it. */
  fontFamily: z.string().nullable(),
  /** Why a film can neither show nor sound it, such as `is a text file, not a video`. */
  reason: z.string().nullable(),
  /** What `reason` is made of, as of an issue; absent without one. */
  why: z.object({ reason: z.string(), values: z.record(z.string(), z.unknown()) }).optional(),
});

export const asset = z.object({
  name: z.string(),
  size: z.int(),
  contentType: z.string(),
  etag: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Null until it was looked into; what is no media is of kind `other`. */
  media: media.nullable(),
  /** What people have put it in order by. */
  tags: z.array(z.string()),
});

const tag = z
  .string()
  .refine(isTag, `Write 1 to ${TAG_CHARACTERS} characters without commas, line breaks and spaces at the ends.`);

export const tagList = z.object({ tags: z.array(tag).max(MOST_TAGS) });

/** An asset in the trash: as it was when it was deleted. */
export const trashedAsset = asset.extend({
  /** Several may have had one name. */
  id: z.string(),
  deletedAt: timestamp,
  /** When it is deleted for good. */
  expiresAt: timestamp,
});

export const mediaFacts = z.object({
  /** Strong; the one of the asset, where it is one. */
  etag: z.string(),
  size: z.int(),
  /** FFmpeg's name of the container, such as `mov`, `matroska`, `wav`; `captions` of a file of those, which has neither picture nor sound. */
  container: z.string(),
  contentType: z.string(),
  /** All seconds are of the source's own time, which begins at 0 with its first stream. */
  durationSeconds: z.number(),
  video: z
    .object({
      codec: z.string(),
      profile: z.string().nullable(),
      /** A fraction, such as `30000/1001`, or whole; null where the container does not know. */
      frameRate: z.string().nullable(),
      variableRate: z.boolean(),
      /** Null where the container does not say. */
      frames: z.int().nullable(),
      startSeconds: z.number(),
      endSeconds: z.number(),
      codedWidth: z.int(),
      codedHeight: z.int(),
      /** In square pixels, turned upright. */
      displayWidth: z.int(),
      displayHeight: z.int(),
      /** Of a pixel, such as `64:45`. */
      sampleAspect: z.string(),
      /** Clockwise degrees that a player turns it by. */
      rotation: z.int(),
      pixelFormat: z.string(),
      bitDepth: z.int(),
      hasAlpha: z.boolean(),
      hdr: z.boolean(),
      matrix: z.enum(['bt709', 'bt601', 'bt2020', 'smpte240m', 'fcc', 'rgb']),
      range: z.enum(['limited', 'full']),
      transfer: z.enum(['sdr', 'pq', 'hlg']),
      /** Of an interlaced picture the field that is shown first; null of a progressive one. */
      fieldOrder: z.enum(['top', 'bottom']).nullable(),
      /** Stretches of more than a second without a picture. */
      gaps: z.array(timeSpan),
    })
    .nullable(),
  audio: z
    .object({
      codec: z.string(),
      sampleRate: z.int(),
      channels: z.int(),
      /** FFmpeg's name of their order, such as `5.1(side)`; null where the file does not say it. */
      channelLayout: z.string().nullable(),
      startSeconds: z.number(),
      endSeconds: z.number(),
      /** Samples before the first that an encoder added, and those behind the last; a player leaves them out. */
      priming: z.int(),
      padding: z.int(),
      /** Stretches without sound that the container leaves out. */
      gaps: z.array(timeSpan),
    })
    .nullable(),
  damage: sourceDamage.nullable(),
  /** Where a stream changes its form, or the clock jumps; such a source is played from a steady copy. */
  changes: z.array(z.object({ of: z.enum(['picture', 'sound', 'clock']), seconds: z.number() })),
  /** Whether a browser of the Chromium family decodes it. */
  playable: z.boolean(),
  /** Whether what it would show is not what is rendered, so that the stand-in is to be played. */
  needsProxy: z.boolean(),
  /** Why, where it does. */
  proxyReasons: z.array(
    z.enum(['container', 'video-codec', 'audio-codec', 'pixel-format', 'hdr', 'color', 'interlaced', 'changes']),
  ),
});

export const waveform = z.object({
  perSecond: z.int(),
  peaks: z.array(z.int()),
  /** As many as peaks. */
  levels: z.array(z.int()),
});

export const loudness = z.object({
  /** Integrated; null where all of it is below −70 LUFS, as silence is. */
  integratedLufs: z.number().nullable(),
  /** The highest true peak; null of silence. */
  truePeakDbtp: z.number().nullable(),
  /** Loudness range. */
  rangeLu: z.number(),
  durationSeconds: z.number(),
});

export const mediaProxy = z.object({
  state: z.enum(['queued', 'working', 'ready', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  /** Of the stand-in, once it is ready. */
  etag: z.string().nullable(),
  error: z.object({ code: z.string(), detail: z.string(), ...told }).nullable(),
});

export const storedAsset = asset.extend({ 'Resource-Name': z.string() });

export const restoredAsset = storedAsset.extend({
  /** The name that it was deleted under: another than `name` where that was taken meanwhile. */
  formerName: z.string(),
});
