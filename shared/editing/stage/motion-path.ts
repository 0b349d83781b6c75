import { customLength, framesOf } from '../../timeline/animation.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import { placeAt, type Vector } from '../../timeline/placement.ts';
import { type LayerChange, moved, pivotOutside, placedNow } from './layer-change.ts';

/** A place of the way, in the frame of the film. */
export interface PathPlace extends Vector {
  /** The layer's own. */
  readonly own: number;
}

/** The way that keys move a layer along. */
export interface MotionPath {
  /** One for each frame, of a long way fewer. */
  readonly dots: readonly PathPlace[];
  readonly keys: readonly PathPlace[];
}

/** More dots than this are not told apart. */
const MOST_DOTS = 240;

/** The way of the pivot of a layer between its first and its last key; null where no keys move it. */
export function motionPath(box: LayerBox): MotionPath | null {
  const frames = keyFrames(box);
  const [first] = frames;
  const last = frames.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  const step = Math.max(1, Math.ceil((last - first) / MOST_DOTS));
  const dots: PathPlace[] = [];
  for (let own = Math.ceil(first); own <= last; own += step) dots.push(placeIn(box, own));
  return { dots, keys: frames.map((own) => placeIn(box, own)) };
}

/** What a layer becomes in the frame of one of its keys when that key is moved so far. */
export function keyMoved(box: LayerBox, own: number, by: Vector): LayerChange {
  return moved({ ...box, own }, by);
}

function keyFrames({ layer, length }: LayerBox): readonly number[] {
  const found = layer.animations.flatMap((animation) => {
    if (animation.kind !== 'custom' || !animation.enabled) return [];
    const whole = customLength(animation, length);
    return animation.keys.flatMap(({ time, values }) =>
      values.position === undefined ? [] : [animation.offset + framesOf(time, whole)],
    );
  });
  return [...new Set(found)].filter((own) => own < length).toSorted((one, other) => one - other);
}

/** Where the pivot is in one of the layer's frames, by its keys alone: what presets add now is left out. */
function placeIn(box: LayerBox, own: number): PathPlace {
  const now = placedNow(box);
  const then = placedNow({ ...box, own });
  const pivot = pivotOutside(box, now);
  const at = { x: pivot.x + then.position.x - now.position.x, y: pivot.y + then.position.y - now.position.y };
  return { ...placeAt(box.outer, at), own };
}
