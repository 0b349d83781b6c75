import type { Compositor } from '../../../../shared/compositor/compositor.ts';
import type { Picture, PixelPicture } from '../../../../shared/compositor/picture.ts';
import type { ComposedRow } from '../../../../shared/film/row.ts';
import type { Layer } from '../../../../shared/template/movie/movie.ts';
import type { Size } from '../../../../shared/template/values/placement.ts';

/** Pictures of layers with the effects of their rows. */
export interface LayerEffects {
  /** The picture itself where nothing is done to it. It holds until the next picture of the same layer. */
  pictureOf(row: ComposedRow, picture: Picture, size: Size): Picture;
  dispose(): void;
}

/** A picture that stays is changed once. Videos come with their effects from FFmpeg, and are left alone. */
export function createLayerEffects({ withEffects, pictures }: Compositor): LayerEffects {
  const made = new Map<Layer, { readonly of: string | Picture; readonly picture: PixelPicture }>();
  return {
    pictureOf({ layer, effects }, picture, size) {
      if (layer.kind === 'video' || effects.length === 0) return picture;
      // A solid is data, and made anew for each frame.
      const of = picture.kind === 'solid' ? JSON.stringify(picture) : picture;
      const known = made.get(layer);
      if (known?.of === of) return known.picture;
      if (known !== undefined) pictures.release(known.picture);
      const changed = withEffects(picture, size, effects);
      made.set(layer, { of, picture: changed });
      return changed;
    },
    dispose: () => {
      for (const { picture } of made.values()) pictures.release(picture);
      made.clear();
    },
  };
}
