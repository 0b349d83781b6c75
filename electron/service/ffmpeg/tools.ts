/** The FFmpeg that was found, and what it can do. */
export interface MediaTools {
  /** Absolute paths. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** As it calls itself, such as `5.1.9-0+deb12u1`. */
  readonly version: string;
  readonly origin: 'configured' | 'bundled' | 'system' | 'package';
  readonly encoders: ReadonlySet<string>;
  readonly decoders: ReadonlySet<string>;
  readonly filters: ReadonlySet<string>;
  /** Codecs that have a decoder here, by the names that ffprobe gives streams: `av1`, where a decoder is `libdav1d`. */
  readonly readableCodecs: ReadonlySet<string>;
}
