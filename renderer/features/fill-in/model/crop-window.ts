import { elementRegistry } from '#shared/template/tables/elements.ts';
import { type Edges, inPixels, type Length } from '#shared/template/values/lengths.ts';
import type { Size } from '#shared/template/values/placement.ts';

/** What of a picture is seen: shares of its width and height, from 0 to 1. */
export interface CropWindow {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Nearer than this nobody sees what they cut. */
export const MOST_ZOOM = 4;

/** The largest window of a shape that a picture has; `shape` is width by height of what is seen. */
export function widestWindow(picture: Size, shape: number): CropWindow {
  const own = picture.width / picture.height;
  const width = Math.min(1, shape / own);
  const height = Math.min(1, own / shape);
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

/** The window of a written `crop`: what is seen of it where it is fitted to cover the shape. Of none the widest. */
export function windowOf(crop: string, picture: Size, shape: number): CropWindow {
  const edges = readEdges(crop);
  const widest = widestWindow(picture, shape);
  if (edges === null) return widest;
  const share = (length: Length, side: number) => Math.min(1, Math.max(0, inPixels(length, side) / side));
  const left = share(edges.left, picture.width);
  const top = share(edges.top, picture.height);
  const width = 1 - left - share(edges.right, picture.width);
  const height = 1 - top - share(edges.bottom, picture.height);
  if (width <= 0 || height <= 0) return widest;
  const inner = widestWindow({ width: width * picture.width, height: height * picture.height }, shape);
  return {
    left: left + inner.left * width,
    top: top + inner.top * height,
    width: inner.width * width,
    height: inner.height * height,
  };
}

/** How much nearer than the widest it is; 1 for that one. */
export function zoomOf(window: CropWindow, picture: Size, shape: number): number {
  return widestWindow(picture, shape).width / window.width;
}

/** As near as that, about the same middle as far as the picture reaches. */
export function zoomed(window: CropWindow, zoom: number, picture: Size, shape: number): CropWindow {
  const widest = widestWindow(picture, shape);
  const nearer = Math.min(MOST_ZOOM, Math.max(1, zoom));
  const width = widest.width / nearer;
  const height = widest.height / nearer;
  return within({
    left: window.left + (window.width - width) / 2,
    top: window.top + (window.height - height) / 2,
    width,
    height,
  });
}

/** Moved by shares of the window itself, as far as the picture reaches. */
export function moved(window: CropWindow, across: number, down: number): CropWindow {
  return within({
    ...window,
    left: window.left + across * window.width,
    top: window.top + down * window.height,
  });
}

/** As an attribute `crop` has it: what is cut off at the top, right, bottom and left, of the picture. */
export function writtenCrop({ left, top, width, height }: CropWindow): string {
  return [top, 1 - left - width, 1 - top - height, left].map(percent).join(', ');
}

/** A place in the picture, each 0 to 1. */
export interface FocusPoint {
  readonly across: number;
  readonly down: number;
}

/** The place of a written `focus`; the middle for what is none. */
export function focusOf(focus: string): FocusPoint {
  const read = elementRegistry.image.attributes.focus.type.parse(focus, null);
  return read.ok ? read.value : { across: 0.5, down: 0.5 };
}

/** Moved by shares of the picture, and never out of it. */
export function movedFocus({ across, down }: FocusPoint, right: number, below: number): FocusPoint {
  return { across: inside(across + right, 1), down: inside(down + below, 1) };
}

export function writtenFocus({ across, down }: FocusPoint): string {
  return [across, down].map(percent).join(', ');
}

function readEdges(crop: string): Edges | null {
  const read = elementRegistry.image.attributes.crop.type.parse(crop, null);
  return read.ok ? read.value : null;
}

function within(window: CropWindow): CropWindow {
  return { ...window, left: inside(window.left, 1 - window.width), top: inside(window.top, 1 - window.height) };
}

function inside(value: number, most: number): number {
  return Math.min(Math.max(0, most), Math.max(0, value));
}

/** A tenth of a percent is finer than a pixel of any frame shows. */
function percent(share: number): string {
  return `${Math.round(Math.max(0, share) * 1000) / 10}%`;
}
