import { assetNamed } from '#renderer/api/client/asset-list.ts';
import type { MediaFacts } from '#renderer/api/queries/use-media.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { codecName } from '#renderer/ui/format/media-names.ts';
import { formatNumber } from '#renderer/ui/format/number.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { type FrameRate, frames, framesToSeconds, parseFrameRate } from '#shared/template/values/frame-rate.ts';

/** Formats a frame rate with at most three decimals: `29.97` for `30000/1001`, and `25` for `25`. */
export function rateText({ numerator, denominator }: FrameRate): string {
  return formatNumber(numerator / denominator, 3);
}

/** Converts frames to seconds with at most three decimals, such as `5.005`. */
export function secondsOf(count: number, rate: FrameRate): number {
  return Math.round(framesToSeconds(frames(count), rate) * 1000) / 1000;
}

/** The source facts to display. */
interface ServiceFacts {
  readonly video:
    | (Pick<NonNullable<MediaFacts['video']>, 'codec' | 'frameRate' | 'endSeconds' | 'displayWidth' | 'displayHeight'> &
        Partial<Pick<NonNullable<MediaFacts['video']>, 'fieldOrder'>>)
    | null;
  readonly audio: Pick<NonNullable<MediaFacts['audio']>, 'codec'> | null;
  readonly durationSeconds: number;
  /** The container format. For `captions`, the text does not mention missing sound. */
  readonly container?: string;
}

/** Formats source facts, such as `1280×720 · 29.97 fps · 5 s`. With `all`, the codecs are included. */
export function factsText(
  { video, audio, durationSeconds, container }: ServiceFacts,
  words: Pick<Catalogue['inspector'], 'fps' | 'interlaced' | 'silent'>,
  all: boolean,
): string {
  const rate = video?.frameRate ? parseFrameRate(video.frameRate) : null;
  return [
    video === null ? null : `${video.displayWidth}×${video.displayHeight}`,
    rate?.ok ? words.fps(rateText(rate.value)) : null,
    video?.fieldOrder ? words.interlaced : null,
    `${formatNumber(video?.endSeconds ?? durationSeconds, all ? 3 : 2)} s`,
    all && video !== null ? codecName(video.codec) : null,
    audio === null ? (container === 'captions' ? null : words.silent) : all ? codecName(audio.codec) : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Returns whether only images are allowed as the source. */
export function isPicture(shows: readonly string[]): boolean {
  return shows.length > 0 && shows.every((kind) => kind === 'image');
}

interface ListedPicture {
  readonly name: string;
  readonly media: { readonly width: number | null; readonly height: number | null } | null;
}

/** Formats the size of an image in the project, such as `1280×720`; null if unknown. */
export function pictureFacts(source: MediaSource, assets: readonly ListedPicture[]): string | null {
  if (source.kind !== 'asset') return null;
  const media = assetNamed(assets, source.name)?.media;
  return media?.width == null || media.height === null ? null : `${media.width}×${media.height}`;
}
