import { sourceAttribute } from '../planning/new-nodes.ts';
import { elementNamed, type NewElement } from './new-element.ts';
import { captionsLook } from './texts.ts';
import type { Frame, NewFile } from './thing.ts';

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
      return elementNamed('video', { [name]: value, ...cut, ...(isPlaced && { width: '50%', height: '50%' }) });
    case 'image': {
      const side = isPlaced ? '50%' : '100%';
      return elementNamed('image', {
        [name]: value,
        ...(!keepsPixels(file, frame, isPlaced) && { width: side, height: side }),
      });
    }
    default:
      return file.kind satisfies never;
  }
}

function keepsPixels({ size }: NewFile, frame: Frame, isPlaced: boolean): boolean {
  const share = isPlaced ? 0.5 : 1;
  return size != null && size.width <= frame.width * share && size.height <= frame.height * share;
}
