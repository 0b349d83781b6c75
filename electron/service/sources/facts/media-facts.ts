import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import type { SourceDamage } from '#shared/timeline/damaged-source.ts';
import type { Demuxer } from '../containers/demuxer.ts';

/** The facts about a source that rendering needs. They contain no path, so equal bytes have equal facts. */
export interface MediaFacts {
  /** The FFmpeg demuxer, chosen from the file's first bytes and never from its name. */
  readonly demuxer: Demuxer;
  /** The length of the longest stream: as the container states it, or the present part of a file that is cut short. */
  readonly durationSeconds: number;
  readonly video: VideoFacts | null;
  readonly audio: AudioFacts | null;
  /** The missing part of a file that is cut short; null if the file is complete. */
  readonly damage: SourceDamage | null;
  /**
   * Changes of form within the file, in order. A file with changes is played from a steady copy; see `steady-copy.ts`.
   */
  readonly changes: readonly SourceChange[];
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
  /** Whether each frame is marked, so that progressive frames among them are recognized. */
  readonly marked: boolean;
}

/** A time at which a stream takes another form, or the clock jumps. */
export interface SourceChange {
  readonly of: 'picture' | 'sound' | 'clock';
  /** Seconds of the file's own time. */
  readonly at: number;
  /** The form from this time on, such as `640x360 yuv420p 1:1`; empty for a clock jump. */
  readonly form: string;
}

export interface VideoFacts {
  /** Index of the stream in the file. */
  readonly streamIndex: number;
  readonly codec: string;
  /** The decoder to pass to FFmpeg if its default loses the alpha of VP8 and VP9; else null. */
  readonly decoder: string | null;
  /** The size of the stored picture, before rotation and pixel aspect. */
  readonly codedWidth: number;
  readonly codedHeight: number;
  /** The size in square pixels as a player displays it: pixel aspect and rotation applied, rounded. */
  readonly displayWidth: number;
  readonly displayHeight: number;
  /** The clockwise rotation in degrees that a player applies. FFmpeg applies it automatically. */
  readonly rotation: number;
  readonly pixelFormat: string;
  readonly hasAlpha: boolean;
  /** The frame rate; null if the container does not state one. */
  readonly frameRate: FrameRate | null;
  /**
   * The presentation time of the first frame and the end of the last, in seconds of the file's own time, which starts
   * at 0.
   */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Ranges of more than a second without a picture: the previous picture is held. */
  readonly gaps: readonly TimeSpan[];
  /** The field order; null for a progressive picture. */
  readonly fields: FieldOrder | null;
  /**
   * Presentation times of the sync frames in the file's own time, in order, if they are far enough apart to matter for
   * decoding. Empty if they are dense or unknown. They never affect the displayed picture.
   */
  readonly keyFrames: readonly number[];
  /**
   * How the YUV values are read. Untagged high definition is BT.709 and the rest BT.601, as in players. `rgb` has no
   * matrix.
   */
  readonly matrix: 'bt709' | 'bt601' | 'bt2020' | 'smpte240m' | 'fcc' | 'rgb';
  readonly range: 'limited' | 'full';
  /** Perceptual quantizer and hybrid log-gamma are tone-mapped; all other pictures are displayed unchanged. */
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
  /** Ranges without samples: they are silent. */
  readonly gaps: readonly TimeSpan[];
  /** Samples before the first and after the last that an encoder added and a decoder removes. */
  readonly priming: number;
  readonly padding: number;
  /** Seconds by which FFmpeg's clock begins before the first sample of a file without a picture. */
  readonly leadSeconds: number;
}
