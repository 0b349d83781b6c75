import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { FileKind, NewFile } from '#shared/editing/insert/insertable.ts';
import { naturalSeconds } from '#shared/template/values/source-length.ts';

/** Returns the layer to insert for an asset; null if the asset cannot be a layer, for example a font. */
export function assetInsertable({ name, media }: AssetEntry): NewFile | null {
  const kind = media?.kind;
  if (media == null || kind === undefined || kind === 'font' || kind === 'other' || media.reason !== null) return null;
  const { width, height } = media;
  return {
    kind,
    source: { kind: 'asset', name },
    seconds: kind === 'image' ? null : naturalSeconds(media),
    size: width === null || height === null ? null : { width, height },
  };
}

const ENDINGS: Readonly<Record<FileKind, RegExp>> = {
  video: /\.(?:mp4|m4v|mov|mkv|webm|avi|mpg|mpeg|ts|m2ts|mts|flv|wmv|asf|ogv|3gp|mxf|vob)$/iu,
  image: /\.(?:png|jpe?g|heic|heif|avif|webp|gif|bmp|svg)$/iu,
  audio: /\.(?:mp3|wav|m4a|aac|ogg|oga|opus|flac|aiff?|wma)$/iu,
  captions: /\.(?:srt|vtt|json)$/iu,
};

/** Returns the kind of a file from the user's machine by its extension and media type; null if it cannot be a layer. */
export function fileKindOf(file: Pick<File, 'name' | 'type'>): FileKind | null {
  for (const kind of ['video', 'image', 'audio', 'captions'] as const) if (ENDINGS[kind].test(file.name)) return kind;
  if (file.type.startsWith('image/')) return 'image';
  if (file.type.startsWith('audio/')) return 'audio';
  return file.type.startsWith('video/') ? 'video' : null;
}

export function isVideo({ media }: AssetEntry): boolean {
  return media?.kind === 'video';
}

/** Returns whether an asset is audio. */
export function canBeSound({ media }: AssetEntry): boolean {
  return media?.kind === 'audio';
}
