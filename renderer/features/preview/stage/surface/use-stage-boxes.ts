import { useMemo } from 'react';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { sizeWithEffects } from '#shared/compositor/effects/apply-effects.ts';
import { type LayerBox, layerBoxesAt } from '#shared/film/boxes/layer-boxes.ts';
import type { KnownSizes } from '#shared/film/boxes/layer-size.ts';

const NONE: readonly LayerBox[] = [];

/**
 * Where the layers lie in the frame at the playhead, and what of a mask is selected; none while the film plays or a
 * gesture looks at another frame.
 */
export function useStageBoxes(known: KnownSizes): readonly LayerBox[] {
  const movie = useEditor((state) => state.movie);
  const frame = useEditor((state) => (state.playing || state.peek !== null ? null : state.playhead));
  const { ids } = useEditor((state) => state.selection);
  return useMemo(() => {
    if (movie === null || frame === null) return NONE;
    return layerBoxesAt(movie, frame, { known, sizeAfter: sizeWithEffects, inMasks: new Set(ids) });
  }, [movie, frame, known, ids]);
}
