import type { FilesPlace, InsertWhere } from '#shared/editing/insert/insert-command.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import { type SceneTimes, sceneAt, sceneOfId } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie, Scene } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { type Gap, gapAt } from './scene-plans.ts';

/** What dropping something here would do. */
export type DropTarget =
  /** `layersAt`: where layers go that can be no scene, where that is not at the gap. */
  | {
      readonly kind: 'insert';
      readonly gap: Gap;
      readonly layersAt?: InsertWhere;
      /** Where sounds of the film stand: that is what somebody means there. */
      readonly isSound?: boolean;
    }
  | OnScene<'replace'>
  /** `from`: where in the film the layer begins, where that is not with its scene. */
  | (OnScene<'layer'> & { readonly from?: number });

interface OnScene<Kind extends string> {
  readonly kind: Kind;
  readonly scene: Scene;
  readonly start: number;
  readonly end: number;
  /** The frame of the film under the pointer: what is only heard begins there. */
  readonly at: number;
}

export interface DropPosition {
  /** With its fraction. */
  readonly frame: number;
  /** Over the heads of the scenes. */
  readonly onHead?: boolean;
  /** Shift is held. */
  readonly asLayer: boolean;
  readonly pixelsPerFrame: number;
  /** It can be a layer only, such as a text. */
  readonly isLayer?: boolean;
  /** A photo: on a scene a layer, elsewhere a scene. */
  readonly isPicture?: boolean;
  /** Whose row it is over, a scene's or the film's; null over none. */
  readonly over?: NodeId | null;
  /** What is dropped: several stand between scenes. */
  readonly count?: number;
}

/** So near to a cut the gap is meant, not the scene. */
const GAP_PIXELS = 28;

/** Between scenes it is inserted; on a scene it takes the place of its video, or lies over it. */
export function dropTarget(
  timeline: SceneTimes,
  {
    frame,
    onHead = false,
    asLayer,
    isLayer = false,
    isPicture = false,
    pixelsPerFrame,
    over = null,
    count = 1,
  }: DropPosition,
): DropTarget {
  const gap = gapAt(timeline, frame);
  const owner = over === null ? null : sceneOfId(timeline, over);
  if (over !== null && owner === null) return { kind: 'insert', gap, isSound: true };
  if (owner !== null) {
    const { scene, start, end } = owner;
    const from = Math.min(Math.max(start, Math.floor(frame)), Math.max(start, end - 1));
    return { kind: 'layer', scene, start, end, from, at: from };
  }
  const place = frame < timeline.total ? sceneAt(timeline, Math.floor(frame)) : null;
  if (place === null || (count > 1 && !isLayer && !asLayer)) return { kind: 'insert', gap };
  const { scene, start, end } = place;
  const at = Math.floor(frame);
  // Over the heads the place across is meant as well.
  if (isLayer) return { kind: 'layer', scene, start, end, at, ...(onHead && { from: at }) };
  if (onHead || asLayer) return { kind: 'layer', scene, start, end, at, ...(onHead && isPicture && { from: at }) };
  const reach = Math.min(GAP_PIXELS / pixelsPerFrame, (end - start) / 3);
  const nearCut = frame - start < reach || end - frame < reach;
  if (nearCut) return { kind: 'insert', gap };
  const [lowest] = scene.layers;
  // Only a video gives its place to another file.
  const isReplaced = !isPicture && (lowest === undefined || lowest.kind === 'video');
  return { kind: isReplaced ? 'replace' : 'layer', scene, start, end, at };
}

/** The names of the assets that a drag carries: JSON of one or of a list, as the library writes it. */
export function draggedNames(json: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // Somebody else's drag of the same type has nothing for us.
    return [];
  }
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) =>
    typeof item === 'object' && item !== null && 'name' in item && typeof item.name === 'string' ? [item.name] : [],
  );
}

/** A place on the timeline, or where each thing becomes a layer. */
export type PlaceTarget = DropTarget | { readonly kind: 'layers'; readonly where: InsertWhere };

/**
 * Where something goes as a layer that was dropped there: into the scene that it was dropped on. Sounds and captions that
 * were dropped between scenes run across all of them.
 */
export function whereOf(target: PlaceTarget, kind: Insertable['kind']): InsertWhere {
  switch (target.kind) {
    case 'layers':
      return target.where;
    case 'insert':
      return {
        ...(target.layersAt ?? { frame: frames(target.gap.frame) }),
        ...((kind === 'audio' || kind === 'captions') && { over: 'film' as const }),
      };
    case 'replace':
    case 'layer': {
      const begun = target.kind === 'layer' ? target.from : undefined;
      // What is seen is there with its scene; what is heard begins where it was dropped.
      const frame = frames(begun ?? (kind === 'audio' ? target.at : target.start));
      return { frame, scene: target.scene.id, isChosen: true };
    }
    default:
      return target satisfies never;
  }
}

/** What a place on the timeline, or of a layer, is for files. */
export function filesPlaceOf(movie: Movie, target: PlaceTarget): FilesPlace {
  if (movie.scenes.length === 0) return 'empty';
  if (target.kind !== 'insert') return 'scene';
  return target.layersAt === undefined ? 'cut' : 'playhead';
}
