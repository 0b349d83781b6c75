import type { EffectType, ParametersOf } from '../../template/effects/effects.ts';

/**
 * The pixels outside a blurred picture. `spread`: empty pixels, so the blur spreads and the picture grows. `clamp`:
 * copies of the edge pixels.
 */
export type BlurEdge = 'spread' | 'clamp';

/**
 * An effect on a layer's picture with its parameters. The `src` of a color table is its digest, and `url` is absent.
 * The edge `auto` of a blur means `clamp` for opaque pictures and `spread` for others.
 */
export type PictureEffect = {
  readonly [Type in EffectType]: { readonly type: Type; readonly parameters: Omit<ParametersOf<Type>, 'url'> };
}[EffectType];
