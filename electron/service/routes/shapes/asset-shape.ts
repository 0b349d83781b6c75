import type { z } from 'zod';
import type { asset as assetShape, storedAsset, trashedAsset } from '#shared/contract/shapes/media-shapes.ts';
import type { Asset, AssetMedia, TrashedAsset } from '../../storage/stores.ts';

/** Returns an asset in the form of a list entry. */
export function assetEntry(asset: Asset): z.output<typeof assetShape> {
  const { name, size, contentType, etag, media, tags } = asset;
  return {
    name,
    size,
    contentType,
    etag,
    createdAt: new Date(asset.createdAt).toISOString(),
    updatedAt: new Date(asset.updatedAt).toISOString(),
    media: media && mediaEntry(media),
    tags: [...tags],
  };
}

function mediaEntry({ faults, ...media }: AssetMedia): NonNullable<z.output<typeof assetShape>['media']> {
  return faults === undefined ? media : { ...media, faults: [...faults] };
}

/** Returns an asset in the form of the answers of calls that store an asset. */
export function storedAssetAnswer(asset: Asset): z.output<typeof storedAsset> {
  return { 'Resource-Name': asset.name, ...assetEntry(asset) };
}

/** Returns an asset in the form of an entry of the trash. */
export function trashedEntry(asset: TrashedAsset): z.output<typeof trashedAsset> {
  return {
    ...assetEntry(asset),
    id: asset.id,
    deletedAt: new Date(asset.deletedAt).toISOString(),
    expiresAt: new Date(asset.expiresAt).toISOString(),
  };
}
