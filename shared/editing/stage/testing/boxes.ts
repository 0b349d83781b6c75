import { sizeWithEffects } from '#shared/compositor/effects/apply-effects.ts';
import { required } from '#shared/lib/assert.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { sourceOf } from '#shared/template-xml/testing/read-source.ts';
import { type LayerBox, layerBoxesAt } from '#shared/timeline/boxes.ts';
import { type KnownSizes, NOTHING_KNOWN } from '#shared/timeline/timeline-kinds.ts';
import { movieOf } from '../../model/testing/editing.ts';

/** Returns a movie of 1000 × 500 pixels with one scene of 100 frames and these layers. */
export function sceneOf(...layers: readonly string[]): TemplateSource {
  const body = layers.map((layer) => `    ${layer}\n`).join('');
  return sourceOf(
    `<movie width="1000" height="500" framerate="25">\n  <scene duration="100">\n${body}  </scene>\n</movie>\n`,
  );
}

export function boxesOf(source: TemplateSource, frame = 0, known: KnownSizes = NOTHING_KNOWN): readonly LayerBox[] {
  return layerBoxesAt(movieOf(source), frame, { known, sizeAfter: sizeWithEffects });
}

/** Returns the box of the layer with an index. A group precedes its layers. */
export function boxAt(source: TemplateSource, index = 0, frame = 0, known: KnownSizes = NOTHING_KNOWN): LayerBox {
  return required(boxesOf(source, frame, known)[index], 'a layer that is there');
}

/** The size of every file, 400 × 200, and of every text, 300 × 60. */
export const SOME_SIZES: KnownSizes = {
  ofSource: () => ({ width: 400, height: 200 }),
  ofText: () => ({ width: 300, height: 60 }),
  ofCaptions: () => null,
};
