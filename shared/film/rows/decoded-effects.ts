import type { Effect, EffectOf, EffectType } from '../../template/effects/effects.ts';
import type { Layer } from '../../template/movie/movie.ts';
import { playedEffects } from './played-effects.ts';

/**
 * Effects that FFmpeg applies to a video while it decodes it, and that shaders of the preview apply. All others, those
 * with keys, and all effects of what is drawn are applied by the compositor.
 */
const DECODED = ['saturation', 'vignette', 'flip'] as const satisfies readonly EffectType[];

export type DecodedEffectType = (typeof DECODED)[number];
export type DecodedEffect = EffectOf<DecodedEffectType>;

const types: ReadonlySet<EffectType> = new Set(DECODED);

export function isDecodedEffect(effect: Effect): effect is DecodedEffect {
  return types.has(effect.type) && effect.animations === undefined;
}

/** The effects of a video with which its frames are decoded: those before the first that only the compositor applies. */
export function decodedEffects(layer: Pick<Layer, 'effects' | 'animations'>): readonly DecodedEffect[] {
  if (movesInItsBox(layer)) return [];
  const played = playedEffects(layer);
  const first = played.findIndex((effect) => !isDecodedEffect(effect));
  return (first < 0 ? played : played.slice(0, first)).filter(isDecodedEffect);
}

/** The effects of a layer that the compositor applies, in their order. */
export function composedEffects(layer: Layer): readonly Effect[] {
  const played = playedEffects(layer);
  if (layer.kind !== 'video') return played;
  const decoded = decodedEffects(layer).length;
  return decoded === 0 ? played : played.slice(decoded);
}

/** Whether a picture is seen through a window that moves over it: effects do not move with it, so they come after. */
function movesInItsBox({ animations }: Pick<Layer, 'animations'>): boolean {
  return animations.some(
    (each) => each.kind === 'preset' && each.enabled && (each.preset.type === 'kenburns' || each.preset.type === 'pan'),
  );
}
