import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { addableOf, canBeSound, sceneLength } from '#renderer/common/sources/add-scenes.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { resolveTemplate } from '#shared/template/resolve/resolve.ts';
import { type FrameRate, formatFrameRate } from '#shared/template/values/frame-rate.ts';
import { escapeAttributeValue } from '#shared/template-xml/places/markup.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';

/** The least that a side of a film's picture can be, and the most that is worth drawing here. */
const [LEAST, MOST] = [16, 4096];
const USUAL = { width: 1280, height: 720 };

/**
 * A film of one scene that shows a video from its first frame to its last, in its own size and at the rate of the film
 * that it may be taken into: the frames of the one are those of the other. Of a sound, a film in which it is heard.
 */
export function sourceFilm(entry: AssetEntry, rate: FrameRate): Movie | null {
  const { width, height } = sizeOf(entry);
  const duration = sceneLength(addableOf(entry).seconds, rate);
  const name = escapeAttributeValue(entry.name, '"');
  const inside = canBeSound(entry)
    ? `<scene duration="${duration}"><solid/></scene><audio src="${name}"/>`
    : `<scene duration="${duration}"><video src="${name}" audio="true"/></scene>`;
  const { source } = readTemplate(
    `<movie width="${width}" height="${height}" framerate="${formatFrameRate(rate)}">${inside}</movie>`,
  );
  return source && resolveTemplate(source.document, { values: new Map(), missing: 'ignore' }).partial;
}

/** In even pixels, of the video's shape. */
function sizeOf({ media }: AssetEntry): { readonly width: number; readonly height: number } {
  const { width, height } = { width: media?.width ?? USUAL.width, height: media?.height ?? USUAL.height };
  const factor = Math.min(1, MOST / Math.max(width, height));
  const even = (side: number) => Math.max(LEAST, 2 * Math.round((side * factor) / 2));
  return { width: even(width), height: even(height) };
}
