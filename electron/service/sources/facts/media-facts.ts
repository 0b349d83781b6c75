import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import type { SourceDamage } from '#shared/timeline/damaged-source.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import type { Demuxer } from '../containers/demuxer.ts';

/** The facts about a source that rendering needs. They contain no path, so equal bytes have equal facts. */
export interface MediaFacts {
  /** The FFmpeg demuxer. It is chosen from the file's first bytes, never from its name. */
  readonly demuxer: Demuxer;
  /**
   * The length of the longest stream in seconds: the stated length, or the length of the existing part if the file is
   * cut short.
   */
  readonly durationSeconds: number;
  readonly video: VideoFacts | null;
  readonly audio: AudioFacts | null;
  /** The missing part of a file that is cut short or that a second file follows; null if the file is complete. */
  readonly damage: SourceDamage | null;
  /**
   * The changes of form within the file, in order. Films read a steady copy of a file with changes; see
   * `steady-copy.ts`.
   */
  readonly changes: readonly SourceChange[];
  /**
   * The jumps of a clock that FFmpeg would correct wrongly, in order; absent for all other files. FFmpeg corrects a
   * short jump wrongly if packets of one stream from before the jump follow packets of the other stream from after it.
   */
  readonly clockJumps?: readonly CommonJump[] | undefined;
  /**
   * The damaged places that are known so far, in order; absent without any. Reading the packets finds some, and decoding
   * finds all. In a steady copy, they are the places of the original.
   */
  readonly faults?: readonly FaultSpan[] | undefined;
  /**
   * The time of the first sync frame of a picture that does not begin with one; absent for other files. The frames
   * before it cannot be decoded, so films read a steady copy that begins at this time.
   */
  readonly lateStart?: number | undefined;
  /**
   * Whether an MP3 states a wrong number of frames, or consists of joined files; absent for other files. FFmpeg would
   * remove padding in the middle of the sound, and counts tags as time, so films read a steady copy.
   */
  readonly miscounted?: true | undefined;
  /**
   * The disorder of an MP4 file's fragments, which FFmpeg would not play completely; absent for other files. Films read
   * a copy with ordered fragments. `at` is the first affected place, in seconds.
   */
  readonly fragments?: { readonly of: 'order' | 'joined'; readonly at: number } | undefined;
  /** The numbers of tracks that films do not use; absent for a file without such tracks. */
  readonly otherTracks?: { readonly video: number; readonly audio: number } | undefined;
}

/** A clock jump with its first packet in each stream. */
export interface CommonJump {
  /** The size in seconds. */
  readonly by: number;
  /** The byte positions of the first packets after the jump, by stream index. */
  readonly positions: ReadonlyMap<number, number>;
}

/** A range of a stream, in seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

/** The order of the two fields of an interlaced picture. */
export interface FieldOrder {
  /** The field that is displayed first. */
  readonly first: 'top' | 'bottom';
  /** Whether each frame is marked as interlaced or progressive. */
  readonly marked: boolean;
}

/** A time at which the form of a stream changes, or the clock jumps. */
export interface SourceChange {
  readonly of: 'picture' | 'sound' | 'clock';
  /** The time in seconds on the file's own clock. */
  readonly at: number;
  /** The form from this time on, such as `640x360 yuv420p 1:1`; empty for a clock jump. */
  readonly form: string;
}

export interface VideoFacts {
  /** The index of the stream in the file. */
  readonly streamIndex: number;
  readonly codec: string;
  /** The decoder to use if FFmpeg's default loses the alpha of VP8 and VP9; otherwise null. */
  readonly decoder: string | null;
  /** The size of the stored picture, before rotation and pixel aspect. */
  readonly codedWidth: number;
  readonly codedHeight: number;
  /** The size in square pixels at which a player displays the picture, after pixel aspect and rotation, rounded. */
  readonly displayWidth: number;
  readonly displayHeight: number;
  /** The clockwise rotation in degrees that a player applies. FFmpeg applies it automatically. */
  readonly rotation: number;
  /**
   * The rotation that a steady copy already contains, if it is not a multiple of 90 degrees; otherwise absent. The
   * corners of the original are then missing in the film.
   */
  readonly appliedRotation?: number | undefined;
  readonly pixelFormat: string;
  readonly hasAlpha: boolean;
  /** The frame rate; null if the container does not state one. */
  readonly frameRate: FrameRate | null;
  /** The seconds between two ticks of the clock if they are more than 1/250 s; otherwise absent. */
  readonly tickSeconds?: number | undefined;
  /** The presentation time of the first frame in seconds. The file's own time starts at 0. */
  readonly startSeconds: number;
  /** The end of the last frame in seconds. */
  readonly endSeconds: number;
  /** The ranges of more than a second without a picture. The previous picture is held. */
  readonly gaps: readonly TimeSpan[];
  /** The field order; null for a progressive picture. */
  readonly fields: FieldOrder | null;
  /**
   * The presentation times of the sync frames in the file's own time, in order. Empty if they are so dense that
   * decoding does not need them, or unknown. They never affect the displayed picture.
   */
  readonly keyFrames: readonly number[];
  /**
   * The matrix of the YUV values; `rgb` has none. As in players, untagged high-definition video is BT.709, and other
   * untagged video is BT.601.
   */
  readonly matrix: 'bt709' | 'bt601' | 'bt2020' | 'smpte240m' | 'fcc' | 'rgb';
  readonly range: 'limited' | 'full';
  /**
   * The transfer function. Perceptual quantizer (`pq`) and hybrid log-gamma (`hlg`) are tone-mapped. All other pictures
   * are displayed unchanged.
   */
  readonly transfer: 'sdr' | 'pq' | 'hlg';
}

export interface AudioFacts {
  readonly streamIndex: number;
  readonly codec: string;
  readonly channels: number;
  /** FFmpeg's name of the channel layout, such as `5.1(side)`; null if the file does not state it. */
  readonly channelLayout: string | null;
  readonly sampleRate: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** The ranges without samples, which are silent. */
  readonly gaps: readonly TimeSpan[];
  /** The numbers of samples that an encoder added at the start and at the end. Decoders remove them. */
  readonly priming: number;
  readonly padding: number;
  /** The seconds by which FFmpeg's clock starts before the first sample of a file without a picture. */
  readonly leadSeconds: number;
}
