/** The FFmpeg that was found, and its abilities. */
export interface MediaTools {
  /** Absolute paths. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** The version in FFmpeg's notation, such as `5.1.9-0+deb12u1`. */
  readonly version: string;
  readonly origin: 'configured' | 'bundled' | 'system' | 'package';
  readonly encoders: ReadonlySet<string>;
  readonly decoders: ReadonlySet<string>;
  readonly filters: ReadonlySet<string>;
  /**
   * The codecs that have a decoder here, by the names that ffprobe gives streams: `av1`, where the decoder is
   * `libdav1d`.
   */
  readonly readableCodecs: ReadonlySet<string>;
}
