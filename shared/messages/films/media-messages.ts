import type { NoValues } from '../no-values.ts';

interface MostMebibytes {
  readonly mebibytes: number;
  readonly most: number;
}

interface OfStream {
  readonly of: 'picture' | 'sound';
}

/** The first change in a source: in the format of a stream, or in its timestamps. */
interface ChangeAt {
  readonly of: 'picture' | 'sound' | 'clock';
  readonly seconds: number;
}

/** Reasons why films cannot use a file. Each continues a sentence after the file name. */
export interface MediaMessages {
  'media/picture': NoValues;
  'media/pdf': NoValues;
  'media/program': NoValues;
  /** `format` is for example `ZIP`. */
  'media/archive': { readonly format: string };
  /** A file with notes instead of sound: MIDI. */
  'media/notes': NoValues;
  'media/bare-video': NoValues;
  'media/playlist': NoValues;
  'media/file-list': NoValues;
  'media/stream-description': NoValues;
  'media/subtitles': NoValues;
  'media/web-page': NoValues;
  'media/xml': NoValues;
  'media/text': NoValues;
  'media/empty': NoValues;
  'media/unknown': NoValues;
  'media/no-file': NoValues;
  'media/missing': NoValues;
  /** `code` is from the system, such as `EACCES`. */
  'media/unreadable': { readonly code: string };
  'media/not-understood': NoValues;
  /** `words` are the message of FFmpeg; null if it had none. */
  'media/damaged': { readonly words: string | null };
  'media/cut-short': NoValues;
  'media/slow': NoValues;
  'media/too-much-metadata': NoValues;
  'media/nothing-in-it': NoValues;
  'media/no-length': NoValues;
  'media/changed': NoValues;
  'media/protected': NoValues;
  'media/unknown-coding': OfStream;
  'media/no-decoder': OfStream & { readonly codec: string };
  'media/undecodable': OfStream;
  'media/font': NoValues;
  'media/no-font': NoValues;
  'media/font-bytes': MostMebibytes;
  'media/no-image': NoValues;
  /** An image of an unsupported format, such as `JPEG XL`. */
  'media/other-image': { readonly format: string };
  /** A photo in a convertible format, such as `HEIC`. */
  'media/photo-damaged': { readonly format: string };
  /** A file with several pictures, such as a burst or an animation. */
  'media/photo-sequence': { readonly format: string };
  'media/photo-hdr': { readonly format: string; readonly transfer: 'PQ' | 'HLG' };
  /** An encoding that the decoder does not support. */
  'media/photo-coding': { readonly format: string };
  'media/photo-slow': { readonly format: string };
  /** An SVG that is not UTF-8; `encoding` is null if none is declared. */
  'media/svg-encoding': { readonly encoding: string | null };
  /** A gzip file where an image is requested. */
  'media/packed': NoValues;
  'media/image-bytes': MostMebibytes;
  /** The size of an image, with the limits per side and in total. */
  'media/image-pixels': {
    readonly width: number;
    readonly height: number;
    readonly mostSide: number;
    readonly mostPixels: number;
  };
  /** The frames of an animated image, with the limits of frames and of their total pixels. */
  'media/image-frames': {
    readonly frames: number;
    readonly width: number;
    readonly height: number;
    readonly mostFrames: number;
    readonly mostPixels: number;
  };
  'media/moving': NoValues;
  /** `line` is the invalid line; the last line if something is missing. */
  'media/no-table': {
    readonly of: 'no-size' | 'two-sizes' | 'size' | 'line' | 'count' | 'range';
    readonly line: number;
  };
  'media/table-bytes': MostMebibytes;
  'media/captions-no-text': NoValues;
  'media/no-captions': NoValues;
  'media/captions-bytes': MostMebibytes;
  'media/captions-cues': { readonly most: number };
  /** A source that changes midway and cannot be converted to a constant one. */
  'media/not-converted': ChangeAt;
  /** `most` is in hours. */
  'media/too-long-to-convert': ChangeAt & { readonly most: number };
  /** `most` is in GiB. */
  'media/too-large-to-convert': ChangeAt & { readonly most: number };
  /** Timestamps that run backward where FFmpeg does not expect it. */
  'media/clock-back': { readonly seconds: number };
  'media/too-large': { readonly width: number; readonly height: number };
}

/** Reasons why a source is unavailable. Each continues a sentence after its name or address. */
export interface ReachMessages {
  'file/no-name': NoValues;
  'file/outside': NoValues;
  'file/folder': NoValues;
  'file/not-ordinary': NoValues;
  /** `near` are similar names. */
  'file/not-in-folder': { readonly folder: string; readonly near: readonly string[] };
  'file/not-allowed': NoValues;
  /** `words` are from the system. */
  'file/unreadable': { readonly words: string };
  'fetch/no-address': NoValues;
  'fetch/no-web-address': NoValues;
  'fetch/credentials': NoValues;
  'fetch/unknown-host': { readonly host: string };
  /** `address` is the resolved address of the name; null if the host is an address. */
  'fetch/not-public': { readonly host: string; readonly address: string | null };
  'fetch/redirect-to-no-address': NoValues;
  'fetch/redirect-to-no-web-address': NoValues;
  'fetch/redirect-to-http': NoValues;
  'fetch/redirects': { readonly most: number };
  'fetch/overtime': { readonly minutes: number };
  'fetch/not-kept': NoValues;
  /** `words` are the status text of HTTP, such as `Not Found`; empty if the status has none. */
  'fetch/status': { readonly status: number; readonly words: string };
  'fetch/compressed': { readonly encoding: string };
  'fetch/too-large': { readonly mostBytes: number };
  'fetch/silent': { readonly seconds: number };
  /** `words` are from the system: a code or a sentence. */
  'fetch/broke-off': { readonly words: string };
}
