/** The paths and the abilities of the FFmpeg that was found. */
export interface MediaTools {
  /** The absolute path of FFmpeg. */
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** The version in FFmpeg's notation, such as `5.1.9-0+deb12u1`. */
  readonly version: string;
  /** The options of FFmpeg's build from its configure script; empty if FFmpeg does not print them. */
  readonly configuration: string;
  readonly origin: 'configured' | 'bundled' | 'system' | 'package';
  readonly encoders: ReadonlySet<string>;
  readonly decoders: ReadonlySet<string>;
  readonly filters: ReadonlySet<string>;
  /**
   * The codecs that this FFmpeg can decode, by their names in ffprobe. For example, the name is `av1` even if the
   * decoder is `libdav1d`.
   */
  readonly readableCodecs: ReadonlySet<string>;
}
