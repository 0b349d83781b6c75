import type { SceneTimes } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Scene } from '#shared/template/movie/movie.ts';

/** A block of the overview. Its ends are fractions of the timeline. */
export interface MinimapBlock {
  readonly from: number;
  readonly to: number;
  readonly tone: 'plain' | 'selected' | 'missing';
}

/**
 * Returns the position of a block in an overview of this width in pixels. A block that is wide enough has a gap of one
 * pixel.
 */
export function blockBox({ from, to }: MinimapBlock, width: number): { readonly left: number; readonly width: number } {
  return { left: from * width, width: Math.max(1, (to - from) * width - 1) };
}

/**
 * Returns the timeline as blocks of at least the length `least`, which is a fraction of the timeline. Shorter scenes
 * share a block, but selected and missing scenes have a block of their own.
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
