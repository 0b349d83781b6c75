import type { PurposeMessage } from '#shared/messages/details.en.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import type { Filter } from '../parts/filter-graph.ts';

/** The trade-off between the quality of a film and its encoding time and size. */
export const QUALITIES = ['draft', 'standard', 'high'] as const;
export type Quality = (typeof QUALITIES)[number];

export interface PictureFormat {
  readonly encoder: string;
  readonly arguments: Readonly<Record<Quality, readonly string[]>>;
  /** The pixel format for both composing and encoding, so that frames are not converted between these steps. */
  readonly pixelFormat: 'yuv420p' | 'yuv422p10le' | 'yuv444p';
  /** The container of the segments until they are joined. It must keep the time stamps. */
  readonly segmentMuxer: 'nut' | 'mp4' | 'matroska';
  /** Returns the supported frame rate to use for a rate; the same rate if it is supported. */
  readonly allowedRate: (rate: FrameRate) => FrameRate;
  /** Returns the nearest supported width or height, in pixels. */
  readonly allowedSide: (pixels: number) => number;
  /**
   * The properties of a hardware encoder: its pixel format, the filters that upload frames, and the options that open
   * the device. Undefined if the CPU encodes.
   */
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
   * Whether the sound is encoded in segments while the pictures are made, and cached. Otherwise it is encoded during
   * the join without delaying it.
   */
  readonly segmented: boolean;
}

/**
 * The treatment of the priming: the samples that an encoder inserts before the first sample of the film. `signaled`:
 * the container stores the number of these samples, and players skip them. `trimmed`: the container cannot store the
 * number, so the film's sound is shortened by that many samples at its start. The rest of the sound stays in sync with
 * the picture. `delayed`: the container stores the number, but FFmpeg's muxer before `beforeMajorVersion` does not
 * shift the packets.
 */
export type Priming =
  | { readonly kind: 'signaled' }
  | { readonly kind: 'trimmed'; readonly samples: number }
  | { readonly kind: 'delayed'; readonly samples: number; readonly beforeMajorVersion: number };

/** The encoder of a format whose frames are encoded in one run for the whole film. */
export interface WholePicture {
  readonly encoder: string;
  readonly arguments: Readonly<Record<Quality, readonly string[]>>;
  /** The filters before the encoder, which convert the color. */
  readonly filters: readonly Filter[];
  /** Whether the encoder writes its whole file after the last frame. */
  readonly writesAtEnd: boolean;
}

/** The method that encodes the pictures of a format again, so that a film has a requested size. */
export type Sizing = {
  /** The smallest distance between two levels that give different sizes. */
  readonly step: number;
  /** The usual decrease of the base-2 logarithm of the size per level. */
  readonly slope: number;
  /** The tolerance: the maximum share by which a film may be smaller than the requested size. */
  readonly tolerance: number;
} & (
  | {
      /** The constant quality (`-crf`) of the encoder is lowered. */
      readonly kind: 'quality';
      /** The lowest quality of the encoder. */
      readonly worst: number;
    }
  | {
      /** Each part gets its share of the bit rate, in two passes. */
      readonly kind: 'rate';
      readonly arguments: Readonly<Record<Quality, readonly string[]>>;
    }
);

/** The encoding of a transparent film, in a format that has opacity. */
export interface AlphaFormat extends Pick<PictureFormat, 'encoder' | 'arguments' | 'segmentMuxer'> {
  /** `kept`: each pixel has its own opacity. `threshold`: a pixel is opaque or empty. */
  readonly kind: 'kept' | 'threshold';
  readonly pixelFormat: 'yuva420p' | 'yuva444p' | 'yuva444p10le';
  /** Additional arguments of the muxer; absent for none. */
  readonly muxerArguments?: readonly string[];
  /** The encoder of a whole transparent film, which replaces the encoder of opaque films. */
  readonly wholePicture?: WholePicture;
}

/** An output format: its container, its picture and sound codecs, and the program that joins the parts. */
export interface Format {
  readonly label: string;
  /** The purpose of the format in one line. */
  readonly purpose: PurposeMessage;
  readonly extension: string;
  readonly mimeType: string;
  readonly muxer: string;
  readonly muxerArguments: readonly string[];
  readonly picture: PictureFormat | null;
  readonly sound: SoundFormat | null;
  /** The program that joins the parts. `service` needs no FFmpeg process, and checks the frames during the join. */
  readonly joinedBy: 'service' | 'ffmpeg';
  /** Whether the picture is encoded in one run from lossless segments, because the whole film has one palette. */
  readonly palette: boolean;
  /** The encoder of a picture that is encoded in one run from lossless segments without a palette. */
  readonly wholePicture?: WholePicture;
  /**
   * Whether the film is a ZIP archive with a PNG file for each frame; absent for false. `wholePicture` encodes these
   * files.
   */
  readonly isSequence?: true;
  /** The method that brings a film to a requested size; absent for formats without such a method. */
  readonly sizing?: Sizing;
  /** The encoding of transparent films. If it is absent, transparent films are drawn over their matte color. */
  readonly alpha?: AlphaFormat;
}
