import type { NoValues } from '../no-values.ts';

interface MostMebibytes {
  readonly mebibytes: number;
  readonly most: number;
}

interface OfStream {
  readonly of: 'picture' | 'sound';
}

/** Where a source changes first: the form of a stream, or the clock. */
interface ChangeAt {
  readonly of: 'picture' | 'sound' | 'clock';
  readonly seconds: number;
}

/** Why a file is no media that a film can use. Each goes on after the file's name. */
export interface MediaMessages {
  'media/picture': NoValues;
  'media/pdf': NoValues;
  'media/program': NoValues;
  /** `format` such as `ZIP`. */
  'media/archive': { readonly format: string };
  /** A list of notes: MIDI. */
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
  /** `code` of the system, such as `EACCES`. */
  'media/unreadable': { readonly code: string };
  'media/not-understood': NoValues;
  /** `words` are FFmpeg's own; null where it gave none. */
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
  /** An image of a format that is not drawn, such as `JPEG XL`. */
  'media/other-image': { readonly format: string };
  /** A photo of a format that is converted, such as `HEIC`. */
  'media/photo-damaged': { readonly format: string };
  /** A file of many pictures, such as a burst or an animation. */
  'media/photo-sequence': { readonly format: string };
  'media/photo-hdr': { readonly format: string; readonly transfer: 'PQ' | 'HLG' };
  /** A coding that the decoder cannot read. */
  'media/photo-coding': { readonly format: string };
  'media/photo-slow': { readonly format: string };
  /** An SVG that is not UTF-8; `encoding` is null if none is declared. */
  'media/svg-encoding': { readonly encoding: string | null };
  /** Of what is packed by gzip, where a picture is wanted. */
  'media/packed': NoValues;
  'media/image-bytes': MostMebibytes;
  /** What a picture may have on each side, and in all. */
  'media/image-pixels': {
    readonly width: number;
    readonly height: number;
    readonly mostSide: number;
    readonly mostPixels: number;
  };
  /** Of a picture that moves; what it may have of frames, and of pixels in all of them together. */
  'media/image-frames': {
    readonly frames: number;
    readonly width: number;
    readonly height: number;
    readonly mostFrames: number;
    readonly mostPixels: number;
  };
  'media/moving': NoValues;
  /** `line` is the one at fault; the last where something is missing. */
  'media/no-table': {
    readonly of: 'no-size' | 'two-sizes' | 'size' | 'line' | 'count' | 'range';
    readonly line: number;
  };
  'media/table-bytes': MostMebibytes;
  'media/captions-no-text': NoValues;
  'media/no-captions': NoValues;
  'media/captions-bytes': MostMebibytes;
  'media/captions-cues': { readonly most: number };
  /** A source that changes midway, and cannot be converted into one that does not. */
  'media/not-converted': ChangeAt;
  /** `most` hours. */
  'media/too-long-to-convert': ChangeAt & { readonly most: number };
  /** `most` GiB. */
  'media/too-large-to-convert': ChangeAt & { readonly most: number };
  /** A clock that runs backward where FFmpeg does not expect it. */
  'media/clock-back': { readonly seconds: number };
  'media/too-large': { readonly width: number; readonly height: number };
}

/** Why a source cannot be had. Each goes on after its name or address. */
export interface ReachMessages {
  'file/no-name': NoValues;
  'file/outside': NoValues;
  'file/folder': NoValues;
  'file/not-ordinary': NoValues;
  /** `near` are names that may be meant. */
  'file/not-in-folder': { readonly folder: string; readonly near: readonly string[] };
  'file/not-allowed': NoValues;
  /** `words` are the system's own. */
  'file/unreadable': { readonly words: string };
  'fetch/no-address': NoValues;
  'fetch/no-web-address': NoValues;
  'fetch/credentials': NoValues;
  'fetch/unknown-host': { readonly host: string };
  /** `address` that a name leads to; null where the host is one itself. */
  'fetch/not-public': { readonly host: string; readonly address: string | null };
  'fetch/redirect-to-no-address': NoValues;
  'fetch/redirect-to-no-web-address': NoValues;
  'fetch/redirect-to-http': NoValues;
  'fetch/redirects': { readonly most: number };
  'fetch/overtime': { readonly minutes: number };
  'fetch/not-kept': NoValues;
  /** `words` of HTTP, such as `Not Found`; empty where the status has none. */
  'fetch/status': { readonly status: number; readonly words: string };
  'fetch/compressed': { readonly encoding: string };
  'fetch/too-large': { readonly mostBytes: number };
  'fetch/silent': { readonly seconds: number };
  /** `words` of the system: a code or a sentence. */
  'fetch/broke-off': { readonly words: string };
}
