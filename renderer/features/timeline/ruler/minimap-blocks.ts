import type { SceneTimes } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';

/** A stretch of the overview; places are shares of the film. */
export interface MinimapBlock {
  readonly from: number;
  readonly to: number;
  readonly tone: 'plain' | 'selected' | 'missing';
}

/** Where a block is painted on a map so many pixels wide, with a pixel to the next one where there is room. */
export function blockBox({ from, to }: MinimapBlock, width: number): { readonly left: number; readonly width: number } {
  return { left: from * width, width: Math.max(1, (to - from) * width - 1) };
}

/**
 * The film as blocks of at least `least` of its length: where scenes are too many to be told apart, several are one.
 * What is selected or missing always shows.
 */
export function minimapBlocks(
  { scenes, starts, total }: SceneTimes,
  {
    selected,
    isMissing,
    least,
  }: { readonly selected: ReadonlySet<NodeId>; readonly isMissing: (scene: Scene) => boolean; readonly least: number },
): readonly MinimapBlock[] {
  const blocks: MinimapBlock[] = [];
  if (total === 0) return blocks;
  scenes.forEach((scene, index) => {
    const from = (starts[index] ?? total) / total;
    const to = (starts[index + 1] ?? total) / total;
    if (to <= from) return;
    const tone = selected.has(scene.id) ? 'selected' : isMissing(scene) ? 'missing' : 'plain';
    const last = blocks.at(-1);
    if (last !== undefined && last.tone === tone && last.to - last.from < least)
      blocks[blocks.length - 1] = { ...last, to };
    else blocks.push({ from, to, tone });
  });
  return blocks;
}
