import { elementRegistry } from '#shared/template/tables/elements.ts';
import { type Edges, inPixels, type Length } from '#shared/template/values/lengths.ts';
import type { Size } from '#shared/template/values/placement.ts';

/** The visible part of a picture. All values are fractions of its width or height. */
export interface CropWindow {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The maximum zoom. At a larger zoom, the user could not see which parts are cut off. */
export const MAX_ZOOM = 4;

/** Returns the largest window of an aspect ratio in a picture. `shape` is width divided by height. */
export function widestWindow(picture: Size, shape: number): CropWindow {
  const pictureShape = picture.width / picture.height;
  const width = Math.min(1, shape / pictureShape);
  const height = Math.min(1, pictureShape / shape);
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

/**
 * Returns the window of a `crop` attribute, adjusted to the aspect ratio. If the attribute is empty or invalid, returns
 * the largest window.
 */
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

/** Returns the zoom of a window: 1 for the largest window. */
export function zoomOf(window: CropWindow, picture: Size, shape: number): number {
  return widestWindow(picture, shape).width / window.width;
}

/** Returns the window at another zoom. The center stays the same unless the window would leave the picture. */
export function zoomedWindow(window: CropWindow, zoom: number, picture: Size, shape: number): CropWindow {
  const widest = widestWindow(picture, shape);
  const limitedZoom = Math.min(MAX_ZOOM, Math.max(1, zoom));
  const width = widest.width / limitedZoom;
  const height = widest.height / limitedZoom;
  return limitedToPicture({
    left: window.left + (window.width - width) / 2,
    top: window.top + (window.height - height) / 2,
    width,
    height,
  });
}

/** Returns the window after a movement by fractions of its own size, clamped to the picture. */
export function movedWindow(window: CropWindow, across: number, down: number): CropWindow {
  return limitedToPicture({
    ...window,
    left: window.left + across * window.width,
    top: window.top + down * window.height,
  });
}

/** Returns the value of a `crop` attribute: the fractions to cut off at the top, right, bottom, and left. */
export function formatCrop({ left, top, width, height }: CropWindow): string {
  return [top, 1 - left - width, 1 - top - height, left].map(percent).join(', ');
}

/** A point in a picture, as fractions of its width and height. */
export interface FocusPoint {
  readonly across: number;
  readonly down: number;
}

/** Returns the point of a `focus` attribute; the center if the attribute is invalid. */
export function focusOf(focus: string): FocusPoint {
  const read = elementRegistry.image.attributes.focus.type.parse(focus, null);
  return read.ok ? read.value : { across: 0.5, down: 0.5 };
}

/** Returns the point after a movement by fractions of the picture, clamped to the picture. */
export function focusMovedBy({ across, down }: FocusPoint, right: number, below: number): FocusPoint {
  return { across: clamped(across + right, 1), down: clamped(down + below, 1) };
}

export function formatFocus({ across, down }: FocusPoint): string {
  return [across, down].map(percent).join(', ');
}

function readEdges(crop: string): Edges | null {
  const read = elementRegistry.image.attributes.crop.type.parse(crop, null);
  return read.ok ? read.value : null;
}

function limitedToPicture(window: CropWindow): CropWindow {
  return { ...window, left: clamped(window.left, 1 - window.width), top: clamped(window.top, 1 - window.height) };
}

function clamped(value: number, most: number): number {
  return Math.min(Math.max(0, most), Math.max(0, value));
}

/** Formats a fraction in percent with one decimal. Finer steps would not be visible. */
function percent(share: number): string {
  return `${Math.round(Math.max(0, share) * 1000) / 10}%`;
}
