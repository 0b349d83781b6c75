import type { z } from 'zod';
import type { asset as assetShape, storedAsset, trashedAsset } from '#shared/contract/shapes/media-shapes.ts';
import type { Asset, TrashedAsset } from '../../storage/stores.ts';

/** Returns an asset in the form in which lists contain it. */
export function assetEntry(asset: Asset): z.output<typeof assetShape> {
  const { name, size, contentType, etag, media, tags } = asset;
  return {
    name,
    size,
    contentType,
    etag,
    createdAt: new Date(asset.createdAt).toISOString(),
    updatedAt: new Date(asset.updatedAt).toISOString(),
    media,
    tags: [...tags],
  };
}

/** Returns an asset in the form in which the calls that store one answer it. */
export function storedAssetAnswer(asset: Asset): z.output<typeof storedAsset> {
  return { 'Resource-Name': asset.name, ...assetEntry(asset) };
}

/** Returns an asset in the form in which the list of the trash contains it. */
export function trashedEntry(asset: TrashedAsset): z.output<typeof trashedAsset> {
  return {
    ...assetEntry(asset),
    id: asset.id,
    deletedAt: new Date(asset.deletedAt).toISOString(),
    expiresAt: new Date(asset.expiresAt).toISOString(),
  };
}
