import { customLength, framesOf } from '../../timeline/animation.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import { placeAt, type Vector } from '../../timeline/placement.ts';
import { currentPlacement, type LayerChange, moveChange, pivotOutside } from './layer-change.ts';

/** A point of the path, in the frame of the movie. */
export interface PathPlace extends Vector {
  /** The local frame of the layer. */
  readonly localFrame: number;
}

/** The path along which keyframes move a layer. */
export interface MotionPath {
  /** One dot per frame. A long path has fewer dots. */
  readonly dots: readonly PathPlace[];
  readonly keys: readonly PathPlace[];
}

/** The maximum number of dots, above which dots are indistinguishable. */
const MAX_DOTS = 240;

/** Returns the path of a layer's pivot from its first to its last keyframe; null if no keyframe moves the layer. */
export function motionPath(box: LayerBox): MotionPath | null {
  const frames = positionFrames(box);
  const [first] = frames;
  const last = frames.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  const step = Math.max(1, Math.ceil((last - first) / MAX_DOTS));
  const dots: PathPlace[] = [];
  for (let localFrame = Math.ceil(first); localFrame <= last; localFrame += step) dots.push(placeIn(box, localFrame));
  return { dots, keys: frames.map((localFrame) => placeIn(box, localFrame)) };
}

/** Returns the change of a layer when one of its keyframes moves by an offset. */
export function keyMoved(box: LayerBox, localFrame: number, by: Vector): LayerChange {
  return moveChange({ ...box, localFrame }, by);
}

function positionFrames({ layer, length }: LayerBox): readonly number[] {
  const animated = layer.animations.flatMap((animation) => {
    if (animation.kind !== 'custom' || !animation.enabled) return [];
    const whole = customLength(animation, length);
    return animation.keys.flatMap(({ time, values }) =>
      values.position === undefined ? [] : [animation.offset + framesOf(time, whole)],
    );
  });
  return [...new Set(animated)].filter((localFrame) => localFrame < length).toSorted((one, other) => one - other);
}

/** Returns the position of the pivot at a local frame, without the effect of presets. */
function placeIn(box: LayerBox, localFrame: number): PathPlace {
  const now = currentPlacement(box);
  const then = currentPlacement({ ...box, localFrame });
  const pivot = pivotOutside(box, now);
  const at = { x: pivot.x + then.position.x - now.position.x, y: pivot.y + then.position.y - now.position.y };
  return { ...placeAt(box.outer, at), localFrame };
}
