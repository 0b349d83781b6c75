import { subRip, type WritableCue, webVtt } from '#shared/captions/write-captions.ts';
import type { CAPTION_FORMATS } from '#shared/contract/shapes/package-shapes.ts';
import type { FilmMetadata } from '#shared/template/movie/movie.ts';
import type { Chapter } from '#shared/timeline/film-package.ts';

/** Returns chapters and metadata in FFmpeg's format: https://ffmpeg.org/ffmpeg-formats.html#Metadata-1 */
export function ffMetadata(texts: FilmMetadata['texts'], chapters: readonly Chapter[]): string {
  const lines = [
    ';FFMETADATA1',
    ...Object.entries(texts).map(([name, text]) => `${name}=${escaped(text)}`),
    ...chapters.flatMap(({ start, end, title }) => [
      '[CHAPTER]',
      'TIMEBASE=1/1000',
      `START=${start}`,
      `END=${end}`,
      `title=${escaped(title)}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function escaped(text: string): string {
  return text.replace(/[=;#\\\n]/g, (sign) => `\\${sign}`);
}

export function metadataJson({ texts }: Pick<FilmMetadata, 'texts'>): string {
  return `${JSON.stringify(texts, null, 2)}\n`;
}

export function captionsText(cues: readonly WritableCue[], format: (typeof CAPTION_FORMATS)[number]): string {
  return format === 'srt' ? subRip(cues) : webVtt(cues);
}

/** Returns digests in the format of `sha256sum`: https://www.gnu.org/software/coreutils/manual/html_node/md5sum-invocation.html */
export function checksumText(files: readonly { readonly name: string; readonly sha256: string }[]): string {
  return files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');
}
