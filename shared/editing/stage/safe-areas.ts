import type { Size } from '../../template/values/placement.ts';
import type { Rect } from '../../timeline/layer-state.ts';

/** Screens and apps with safe areas. */
export const SAFE_AREAS = ['television', 'tiktok', 'reels', 'shorts'] as const;
export type SafeArea = (typeof SAFE_AREAS)[number];

/** A part of the frame that a screen or an app never covers or crops. */
export interface SafeRect {
  readonly kind: 'action-area' | 'title-area';
  readonly rect: Rect;
}

/** The parts at the edges of the frame that can be covered or cropped. */
interface Margins {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const even = (part: number): Margins => ({ left: part, right: part, top: part, bottom: part });

/**
 * Margins as shares of the frame. Television: SMPTE ST 2046-1. Reels and Shorts: the margins that Meta and Google
 * require for vertical ads (14, 35, and 6 %; 288, 672, 48, and 192 of 1080 × 1920 px), as quoted at
 * https://shotstack.io/learn/vertical-video-safe-zones/. The margins of TikTok are an estimate, because TikTok
 * publishes only templates without numbers, which change with the caption.
 */
const MARGINS: Readonly<Record<SafeArea, Readonly<Partial<Record<SafeRect['kind'], Margins>>>>> = {
  television: { 'action-area': even(0.035), 'title-area': even(0.05) },
  tiktok: { 'title-area': { left: 0.06, right: 0.13, top: 0.07, bottom: 0.2 } },
  reels: { 'title-area': { left: 0.06, right: 0.06, top: 0.14, bottom: 0.35 } },
  shorts: { 'title-area': { left: 48 / 1080, right: 192 / 1080, top: 0.15, bottom: 0.35 } },
};

/** Returns the safe areas of a frame, from the largest. */
export function safeRects(area: SafeArea, { width, height }: Size): readonly SafeRect[] {
  const { 'action-area': action, 'title-area': title } = MARGINS[area];
  const rectOf = ({ left, right, top, bottom }: Margins): Rect => ({
    left: left * width,
    top: top * height,
    width: width * (1 - left - right),
    height: height * (1 - top - bottom),
  });
  return [
    ...(action === undefined ? [] : [{ kind: 'action-area' as const, rect: rectOf(action) }]),
    ...(title === undefined ? [] : [{ kind: 'title-area' as const, rect: rectOf(title) }]),
  ];
}

/** Returns the default safe area for a frame size. Portrait movies are usually for the apps. */
export function usualSafeArea({ width, height }: Size): SafeArea {
  return height > width ? 'tiktok' : 'television';
}
