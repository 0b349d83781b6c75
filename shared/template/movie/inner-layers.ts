import type { Layer } from './movie.ts';

/** Layers with all that stand in them, in groups and masks, each before those in it; switched on or not. */
export function withInner(layers: readonly Layer[]): readonly Layer[] {
  if (layers.every(standsAlone)) return layers;
  return layers.flatMap((layer) => [layer, ...withInner(layersIn(layer)), ...withInner(masking(layer))]);
}

/** The same of those that are played. */
export function playedWithInner(layers: readonly Layer[]): readonly Layer[] {
  const played = layers.every(({ enabled }) => enabled) ? layers : layers.filter(({ enabled }) => enabled);
  if (played.every(standsAlone)) return played;
  return played.flatMap((layer) => [
    layer,
    ...playedWithInner(layersIn(layer)),
    ...playedWithInner(layer.masks.filter(({ enabled }) => enabled).flatMap((mask) => mask.layers)),
  ]);
}

function standsAlone({ kind, masks }: Layer): boolean {
  return kind !== 'group' && masks.length === 0;
}

function layersIn(layer: Layer): readonly Layer[] {
  return layer.kind === 'group' ? layer.layers : [];
}

function masking({ masks }: Layer): readonly Layer[] {
  return masks.flatMap(({ layers }) => layers);
}
