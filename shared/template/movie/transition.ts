import type { Side } from '../values/animation.ts';
import type { Color } from '../values/color.ts';
import type { MediaSource } from './media-source.ts';

type Corner = 'topleft' | 'topright' | 'bottomleft' | 'bottomright';

/** What a transition does with the outgoing picture A and the incoming picture B. */
export type MixedLook =
  | { readonly type: 'crossfade' }
  | { readonly type: 'fade'; readonly color: Color }
  | { readonly type: 'wipe'; readonly from: Side | Corner; readonly softness: number }
  | { readonly type: 'circle' | 'clock'; readonly softness: number }
  | { readonly type: 'luma'; readonly source: MediaSource; readonly softness: number }
  | { readonly type: 'slide' | 'push' | 'reveal'; readonly from: Side }
  | { readonly type: 'zoom'; readonly way: 'in' | 'out'; readonly amount: number };
