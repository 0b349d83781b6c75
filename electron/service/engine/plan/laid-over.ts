import type { Placement } from '#shared/template/values/placement.ts';
import type { VideoState } from '#shared/timeline/layer-state.ts';
import type { PictureFormat } from '../formats/format.ts';
import { type EffectStep, effectSteps } from '../parts/effect-graphs.ts';
import { filter, type GraphBuilder, type Pad, placedFilter } from '../parts/filter-graph.ts';
import type { PartInput } from '../parts/part-input.ts';

type Builder = GraphBuilder<PartInput>;

/** The names of our pixel formats in the filter `overlay`. */
const OVERLAY_FORMATS = { yuv420p: 'yuv420', yuv422p10le: 'yuv422p10', yuv444p: 'yuv444' } as const;
/** The same formats without an alpha channel. */
const OPAQUE_FORMATS = { yuv420p: 'yuv420p', yuv422p10le: 'yuv444p', yuv444p: 'yuv444p' } as const;

/** Applies the effects of a layer to its picture. The size stays the same. */
export function applyEffects(
  builder: Builder,
  picture: Pad,
  { effects }: Pick<VideoState, 'effects'>,
  placement: Pick<Placement, 'picture'>,
  hasAlpha: boolean,
  format: PictureFormat['pixelFormat'],
): Pad {
  return effects
    .flatMap((effect) => effectSteps(effect, placement.picture))
    .reduce((pad, step) => applyStep(builder, pad, step, hasAlpha, format), picture);
}

function applyStep(
  builder: Builder,
  pad: Pad,
  step: EffectStep,
  hasAlpha: boolean,
  format: PictureFormat['pixelFormat'],
): Pad {
  if (step.kind === 'filters') return builder.chain(pad, step.filters);
  const still = builder.input({ kind: 'still', still: step.still }, 0);
  if (!hasAlpha) return laidOver(builder, [pad, still], format);
  // Split off the alpha channel and add it again afterward, because a tint must not fill transparent areas.
  const [color, shape] = builder.split(pad);
  const alpha = builder.chain(shape, [filter('alphaextract')]);
  const opaqueFormat = OPAQUE_FORMATS[format];
  const opaque = builder.chain(color, [placedFilter('format', [opaqueFormat])]);
  const tinted = laidOver(builder, [opaque, still], opaqueFormat);
  return builder.join([tinted, alpha], [filter('alphamerge')]);
}

/**
 * Lays a picture over another. Both are in BT.709 with limited range. FFmpeg 7 would convert a picture without these tags.
 */
export function laidOver(
  builder: Builder,
  pictures: readonly [below: Pad, above: Pad],
  format: keyof typeof OVERLAY_FORMATS,
  place?: Placement,
): Pad {
  const tagged = pictures.map((picture) => builder.chain(picture, [BT709]));
  const values = place === undefined ? [] : [place.left, place.top];
  return builder.join(tagged, [placedFilter('overlay', values, { format: OVERLAY_FORMATS[format] })]);
}

const BT709 = filter('setparams', { range: 'tv', colorspace: 'bt709' });
