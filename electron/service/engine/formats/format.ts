import type { PurposeMessages } from '#shared/messages/films/format-messages.ts';
import type { MessageIn } from '#shared/messages/message-in.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import type { Filter } from '../parts/filter-graph.ts';

/** How much time and space a film may take for its looks. */
export const QUALITIES = ['draft', 'standard', 'high'] as const;
export type Quality = (typeof QUALITIES)[number];

export interface PictureFormat {
  readonly encoder: string;
  readonly arguments: Readonly<Record<Quality, readonly string[]>>;
  /** In which the picture is composed and encoded, so that nothing is converted twice. */
  readonly pixelFormat: 'yuv420p' | 'yuv422p10le' | 'yuv444p';
  /** The container of its segments until they are joined: one that keeps its timestamps. */
  readonly segmentMuxer: 'nut' | 'mp4';
  /** The nearest rate that the format can hold; the rate itself where it can. */
  readonly allowedRate: (rate: FrameRate) => FrameRate;
  /** The nearest number of pixels that one side can have. */
  readonly allowedSide: (pixels: number) => number;
  /** Set where a graphics processor encodes it: what it is handed, how frames get there, and how it is opened. */
  readonly hardware?: {
    readonly pixelFormat: string;
    readonly upload: readonly Filter[];
    readonly device: readonly string[];
  };
}

export interface SoundFormat {
  readonly encoder: string;
  readonly arguments: Readonly<Record<Quality, readonly string[]>>;
  readonly priming: Priming;
  /**
   * Whether it is encoded in segments, beside the pictures, and kept; elsewhere as the film is joined, which is as
   * quick.
   */
  readonly segmented: boolean;
}

/**
 * What becomes of the samples that an encoder puts before the first. `signalled`: the container says how many to skip.
 * `trimmed`: it cannot, so as many samples of sound are left out at the very start, and all that follows is in time
 * with the picture. `delayed`: the container signals them, but this muxer forgets to shift the packets.
 */
export type Priming =
  | { readonly kind: 'signalled' }
  | { readonly kind: 'trimmed'; readonly samples: number }
  | { readonly kind: 'delayed'; readonly samples: number; readonly beforeMajorVersion: number };

/** A kind of file that films are made as. */
export interface Format {
  readonly label: string;
  /** What it is for, in a line. */
  readonly purpose: MessageIn<PurposeMessages>;
  readonly extension: string;
  readonly mimeType: string;
  readonly muxer: string;
  readonly muxerArguments: readonly string[];
  readonly picture: PictureFormat | null;
  readonly sound: SoundFormat | null;
  /** Who puts its parts together. Where we do, it takes no process, and parts need not be looked into first. */
  readonly joinedBy: 'us' | 'ffmpeg';
  /** A picture that is encoded in one go from lossless segments, because its palette belongs to the whole film. */
  readonly palette: boolean;
}
