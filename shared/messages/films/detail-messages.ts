import type { MessageIn } from '../message-in.ts';
import type { NoValues } from '../no-values.ts';
import type { BundleEntryMessages } from '../service/bundle-messages.ts';

interface Stream {
  readonly of: 'picture' | 'sound';
}

interface Count {
  readonly there: number;
  readonly wanted: number;
}

/**
 * Reasons why a text cannot be the name of an asset, movie, template, or project. Each continues a sentence after "The
 * name".
 */
export interface NameMessages {
  'name/empty': NoValues;
  'name/no-unicode': NoValues;
  'name/too-long': { readonly bytes: number; readonly most: number };
  'name/control-character': NoValues;
  'name/direction': NoValues;
  'name/forbidden': { readonly character: string };
  /** `text` is a sequence that programs read as a separator, such as `%2f`. */
  'name/separator': { readonly text: string };
  'name/ends-in-dot': NoValues;
  'name/ends-in-space': NoValues;
  'name/device': NoValues;
  'name/not-composed': NoValues;
}

/** Reasons why a rendered file is not the planned film. Each is a complete sentence about the file. */
export interface FilmFaultMessages {
  'film/empty': NoValues;
  'film/unreadable': NoValues;
  /** Kinds of streams by their FFmpeg names: `video`, `audio`. */
  'film/streams': { readonly there: readonly string[]; readonly wanted: readonly string[] };
  'film/frames': Count;
  'film/length': { readonly kind: string; readonly seconds: number; readonly wanted: number };
  'film/head': { readonly kind: string };
  'film/tail': { readonly kind: string };
  'film/scene-unreadable': NoValues;
  'film/scene-frames': Count;
  /** A source video of a composed scene had more or fewer frames than requested, perhaps a partial frame at the end. */
  'film/video-more': { readonly wanted: number };
  'film/video-frames': Count & { readonly endsWithin: boolean };
  'film/part-short': { readonly bytes: number };
  'film/part-left-out': Stream;
  'film/part-bytes': Stream & { readonly bytes: number };
  'film/sound-left-out': NoValues;
  'film/loudness-not-told': NoValues;
  'film/packets': Count;
  'film/more-than-frames': NoValues;
  /** `number` counts from 1. */
  'film/frame': {
    readonly number: number;
    readonly fault: 'within-unit' | 'unit-end' | 'no-unit' | 'needs-another' | 'no-picture';
  };
  'film/stand-in-empty': NoValues;
}

/** The details of a failure. They follow the fixed sentence of its error code. */
export interface DetailMessages {
  /** A word of the system or a name, in parentheses. */
  'detail/brackets': { readonly words: string };
  'name/refused': { readonly problem: MessageIn<NameMessages> };
  'name/none-called': { readonly name: string };
  'name/called': { readonly name: string };
  'template/revision-gone': { readonly revision: number };
  'template/slow': { readonly seconds: number };
  'record/levels': { readonly most: number };
  'record/bytes': { readonly most: number };
  'published/no-movie': NoValues;
  'cluster/names': { readonly names: readonly string[] };
  /** `words` are from the other service or the network. */
  'cluster/told': { readonly cluster: string; readonly words: string };
  'limit/bytes': { readonly most: number };
  /** `limit` is the name of the limit, such as `bundleBytes`. */
  'limit/named': { readonly limit: string; readonly most: number };
  /** The received bytes have another digest than the stated one. */
  'upload/sha-256': { readonly sha256: string };
  'upload/abandoned': NoValues;
  'upload/open-ones': { readonly most: number };
  /** The first missing chunks, and the number of missing chunks. */
  'upload/missing': { readonly chunks: readonly number[]; readonly count: number };
  'upload/chunk-too-large': { readonly chunk: number; readonly most: number };
  'upload/chunk-bytes': { readonly chunk: number; readonly bytes: number; readonly wanted: number };
  /** `first` is null while it is unknown whether ids start at 0 or 1. */
  'upload/ids': { readonly first: number | null; readonly count: number };
  'upload/whole-number': { readonly field: string; readonly most: number };
  'state/none': NoValues;
  'state/now': { readonly etag: string };
  'state/one': { readonly etag: string };
  'service/stopping': NoValues;
  'farm/answer': NoValues;
  'farm/workers-lost': NoValues;
  /** `words` are from the worker or the queue. */
  'farm/worker-told': { readonly words: string };
  'service/stand-ins': NoValues;
  'service/files-open': NoValues;
  'service/other-program': NoValues;
  'storage/folder': NoValues;
  /** The digest of the lost data. */
  'storage/restore': { readonly sha256: string };
  'storage/no-store': NoValues;
  /** The disk has `free` bytes, and the file needs more. */
  'storage/no-room': { readonly bytes: number; readonly free: number };
  'ffmpeg/overtime': NoValues;
  'ffmpeg/exit-code': { readonly code: number | null };
  'ffmpeg/signal': { readonly signal: string };
  'format/needs': { readonly format: string; readonly encoders: readonly string[] };
  'format/lacks': { readonly encoders: readonly string[] };
  'encoder/not-built-in': { readonly label: string; readonly encoder: string };
  /** `words` are the message of FFmpeg; null if it had none. */
  'encoder/no-use': { readonly label: string; readonly encoder: string; readonly words: string | null };
  'memory/scene': {
    readonly width: number;
    readonly height: number;
    readonly format: string;
    readonly bytes: number;
    readonly most: number;
  };
  'render/is': {
    readonly state: 'queued' | 'fetching' | 'rendering' | 'uploading' | 'succeeded' | 'failed' | 'cancelled';
  };
  'render/no-film': NoValues;
  'render/keys-forgotten': NoValues;
  'batch/none-failed': NoValues;
  'batch/none-outdated': NoValues;
  'batch/no-films': NoValues;
  'strip/empty-range': NoValues;
  'bundle/entry': { readonly entry: string; readonly why: MessageIn<BundleEntryMessages> };
}
