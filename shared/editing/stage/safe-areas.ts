import type { Size } from '../../template/values/placement.ts';
import type { Rect } from '../../timeline/layer-state.ts';

/** The edges of the frame that can be covered or cropped, as fractions of the frame. */
interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A screen or an app that covers or crops the edges of the frame. */
export interface SafeArea {
  readonly name: string;
  /** The margins where actions can be cropped; null for an app, because an app only covers parts of the frame. */
  readonly action: Margins | null;
  /** The margins without titles. */
  readonly title: Margins;
}

/** A part of the frame that a screen or an app never covers or crops. */
export interface SafeRect {
  readonly kind: 'action-area' | 'title-area';
  readonly rect: Rect;
}

/** Returns the safe areas of a frame, largest first. */
export function safeRects({ action, title }: SafeArea, { width, height }: Size): readonly SafeRect[] {
  const rectOf = ({ left, right, top, bottom }: Margins): Rect => ({
    left: left * width,
    top: top * height,
    width: width * (1 - left - right),
    height: height * (1 - top - bottom),
  });
  return [
    ...(action === null ? [] : [{ kind: 'action-area' as const, rect: rectOf(action) }]),
    { kind: 'title-area' as const, rect: rectOf(title) },
  ];
}

/** Returns the name of the default safe area for a frame size: an app for portrait movies, otherwise television. */
export function defaultSafeArea({ width, height }: Size): string {
  return height > width ? 'tiktok' : 'television';
}
