import type { SourceDamage } from '#shared/film/checks/damaged-source.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import type { Demuxer } from '../containers/demuxer.ts';

/** What a source is, as far as rendering it depends on it. Holds no path: equal bytes have equal facts. */
export interface MediaFacts {
  /** FFmpeg demuxer, chosen from the file's first bytes and never from its name. */
  readonly demuxer: Demuxer;
  /** Length of the longest stream: as the container says, or as much as is there of a file that is cut short. */
  readonly durationSeconds: number;
  readonly video: VideoFacts | null;
  readonly audio: AudioFacts | null;
  /** What lacks of a file that is cut short; null where everything is there. */
  readonly damage: SourceDamage | null;
  /** Changes midway, in order. Such a file is played from a steady copy; see `steady-copy.ts`. */
  readonly changes: readonly SourceChange[];
}

/** A stretch of a stream, in seconds. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

/** How the lines of an interlaced picture make its two moments. */
export interface FieldOrder {
  /** The field that is shown first. */
  readonly first: 'top' | 'bottom';
  /** Whether frames say so themselves, so that progressive ones among them are told apart. */
  readonly marked: boolean;
}

/** A place where a stream takes another form, or the clock jumps. */
export interface SourceChange {
  readonly of: 'picture' | 'sound' | 'clock';
  /** Seconds of the file's own time. */
  readonly at: number;
  /** The form from there on, such as `640x360 yuv420p 1:1`; empty for a clock. */
  readonly form: string;
}

export interface VideoFacts {
  /** Index of the stream in the file. */
  readonly streamIndex: number;
  readonly codec: string;
  /** The decoder to name to FFmpeg where its own choice would lose something (alpha of VP8 and VP9); else null. */
  readonly decoder: string | null;
  /** Size of the stored picture, before rotation and pixel aspect. */
  readonly codedWidth: number;
  readonly codedHeight: number;
  /** Size in square pixels as a player shows it: pixel aspect and rotation applied, rounded. */
  readonly displayWidth: number;
  readonly displayHeight: number;
  /** Clockwise turn in degrees that a player applies; FFmpeg does the same by itself. */
  readonly rotation: number;
  readonly pixelFormat: string;
  readonly hasAlpha: boolean;
  /** Null where the container does not know. */
  readonly frameRate: FrameRate | null;
  /** Presentation time of its first and end of its last frame, in seconds of the file's own time, which starts at 0. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Stretches of more than a second without a picture: the one before is held. */
  readonly gaps: readonly TimeSpan[];
  /** Null for a progressive picture. */
  readonly fields: FieldOrder | null;
  /**
   * When its key frames are shown, by the same time, first to last, where they lie so far apart that it matters from
   * which one it is decoded. Empty where they do not, and where that is not known. Never relied on for what is shown.
   */
  readonly keyFrames: readonly number[];
  /**
   * How its YUV is to be read; untagged high definition is BT.709 and the rest BT.601, as players take it. `rgb` has
   * none.
   */
  readonly matrix: 'bt709' | 'bt601' | 'bt2020' | 'smpte240m' | 'fcc' | 'rgb';
  readonly range: 'limited' | 'full';
  /** Perceptual quantizer and hybrid log-gamma are tone-mapped; everything else is shown as it is. */
  readonly transfer: 'sdr' | 'pq' | 'hlg';
}

export interface AudioFacts {
  readonly streamIndex: number;
  readonly codec: string;
  readonly channels: number;
  /** FFmpeg's name of their order, such as `5.1(side)`; null where the file does not say it. */
  readonly channelLayout: string | null;
  readonly sampleRate: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Stretches without samples: they are silent. */
  readonly gaps: readonly TimeSpan[];
  /** Samples before the first and behind the last that an encoder added and a decoder removes. */
  readonly priming: number;
  readonly padding: number;
  /** Seconds by which FFmpeg's clock begins before the first sample of a file without a picture. */
  readonly leadSeconds: number;
}
