import type { EffectType, ParametersOf } from '../../template/effects/effects.ts';

/**
 * The pixels outside the edge of a blurred picture. `spread`: empty pixels, so that the blur spreads and the picture
 * grows. `clamp`: copies of the edge.
 */
export type BlurEdge = 'spread' | 'clamp';

/**
 * An effect on a layer's picture: an effect of the template with its parameters. `src` of a color table is its digest,
 * and the compositor has no `url`. For a blur, the edge `auto` means `clamp` for opaque pictures and `spread` for
 * others.
 */
export type PictureEffect = {
  readonly [Type in EffectType]: { readonly type: Type; readonly parameters: Omit<ParametersOf<Type>, 'url'> };
}[EffectType];
