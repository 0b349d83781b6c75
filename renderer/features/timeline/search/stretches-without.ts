import type { NodeId } from '#shared/template/document/document.ts';
import type { ClipBox } from '../layout/clips.ts';

/** From one end to the other, in pixels from the beginning of the film. */
interface Between {
  readonly left: number;
  readonly right: number;
}

/** Where scenes lie that are not among those that were found, neighbours as one. */
export function stretchesWithout(boxes: readonly ClipBox[], found: ReadonlySet<NodeId>): readonly Between[] {
  const stretches: Between[] = [];
  let isBehindOne = false;
  for (const { scene, left, width } of boxes) {
    const isFound = found.has(scene.id);
    const before = isBehindOne ? stretches.pop() : undefined;
    if (before !== undefined && isFound) stretches.push(before);
    if (!isFound) stretches.push({ left: before?.left ?? left, right: left + width });
    isBehindOne = !isFound;
  }
  return stretches;
}
