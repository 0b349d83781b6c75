import type { AssetEntry } from '#renderer/api/client/asset-list.ts';

type Media = NonNullable<AssetEntry['media']>;

/**
 * Whether an asset can stand where such kinds are wanted. What was not looked into yet may be of one, and a GIF, which is
 * listed as a video, is an image as well.
 */
export function isOfKinds(media: Pick<Media, 'kind' | 'videoCodec'> | null, kinds: readonly Media['kind'][]): boolean {
  if (media === null || kinds.includes(media.kind)) return true;
  return media.videoCodec === 'gif' && kinds.includes('image');
}
