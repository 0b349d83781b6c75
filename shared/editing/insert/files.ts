import { sourceAttribute } from '../planning/new-nodes.ts';
import { elementNamed, type NewElement } from './new-element.ts';
import { captionsLook } from './texts.ts';
import type { FileKind, Frame, NewFile } from './thing.ts';

/** How photos become scenes. */
export interface PhotoScenes {
  /** The length of the scene. */
  readonly seconds: number;
  /** A slow zoom into the photo while it is shown. */
  readonly slowZoom: boolean;
}

/** Where files are added to a film. */
export type FilesPlace =
  /** A film without a scene. */
  | 'empty'
  /** A cut that the user points at, or the end of the film. */
  | 'cut'
  /** The playhead: the user names no place. */
  | 'playhead'
  /** A scene or its picture. */
  | 'scene';

/**
 * Which files become scenes there; the others become layers or sounds. A single picture at the playhead is a layer, such
 * as a logo; several pictures, or pictures among videos, are a slide show in their order.
 */
export function sceneFiles<File extends { readonly kind: FileKind }>(
  files: readonly File[],
  place: FilesPlace,
): readonly File[] {
  const shown = files.filter(({ kind }) => kind === 'video' || kind === 'image');
  switch (place) {
    case 'scene':
      return [];
    case 'playhead':
      return shown.length > 1 ? shown : shown.filter(({ kind }) => kind === 'video');
    case 'empty':
    case 'cut':
      return shown;
    default:
      return place satisfies never;
  }
}

/** The layer of a scene that shows a photo in the whole frame. */
export function photoElement(source: NewFile['source'], { slowZoom }: Pick<PhotoScenes, 'slowZoom'>): NewElement {
  const { name, value } = sourceAttribute(source);
  const zoom = slowZoom ? [elementNamed('animation', { type: 'kenburns' })] : [];
  // By its fit, not by a size: it fills the frame after the film gets another size, too.
  return elementNamed('image', { [name]: value, fit: 'contain' }, zoom);
}

/**
 * A layer that shows a file. An image that is not larger than the frame keeps its pixels, a larger one is contained in
 * it; what is put at a place of the frame is contained in half of it.
 */
export function fileElement(file: NewFile, frame: Frame, isPlaced: boolean): NewElement {
  const { name, value } = sourceAttribute(file.source);
  const cut = { skip: file.skip === undefined || file.skip <= 0 ? null : file.skip };
  switch (file.kind) {
    case 'audio':
      return elementNamed('audio', { [name]: value, ...cut });
    case 'captions':
      return elementNamed('captions', { [name]: value, ...captionsLook(frame) });
    case 'video':
      return elementNamed('video', { [name]: value, ...cut, ...(isPlaced && sizeIn(frame, 0.5, file.size)) });
    case 'image': {
      const share = isPlaced ? 0.5 : 1;
      return elementNamed('image', {
        [name]: value,
        ...(!isWithin(file.size, frame, share) && sizeIn(frame, share, file.size)),
      });
    }
    default:
      return file.kind satisfies never;
  }
}

function isWithin(size: NewFile['size'], frame: Frame, share: number): boolean {
  return size != null && size.width <= frame.width * share && size.height <= frame.height * share;
}

/** The largest size within that share of the frame, in pixels; of an unknown shape, the box of that share. */
function sizeIn({ width, height }: Frame, share: number, size: NewFile['size']) {
  const box = { width: width * share, height: height * share };
  const factor = size == null ? null : Math.min(box.width / size.width, box.height / size.height);
  const across = size == null || factor === null ? box.width : size.width * factor;
  const down = size == null || factor === null ? box.height : size.height * factor;
  return { width: Math.max(1, Math.round(across)), height: Math.max(1, Math.round(down)) };
}
