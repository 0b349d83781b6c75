import type { NodeId } from '../document/document.ts';
import type { Handle, Side } from '../values/animation.ts';
import type { Color } from '../values/color.ts';
import type { Easing } from '../values/easing.ts';
import type { Frames } from '../values/frame-rate.ts';
import type { MediaSource } from './media-source.ts';

type Corner = 'topleft' | 'topright' | 'bottomleft' | 'bottomright';

/** What a transition does with the outgoing picture A and the incoming picture B. */
export type TransitionLook =
  | { readonly type: 'crossfade' }
  | { readonly type: 'fade'; readonly color: Color }
  | { readonly type: 'wipe'; readonly from: Side | Corner; readonly softness: number }
  | { readonly type: 'circle' | 'clock'; readonly softness: number }
  | { readonly type: 'luma'; readonly source: MediaSource; readonly softness: number }
  | { readonly type: 'slide' | 'push' | 'reveal'; readonly from: Side }
  | { readonly type: 'zoom'; readonly way: 'in' | 'out'; readonly amount: number };

/** How two scenes of the film go over into one another. */
export interface Transition {
  readonly id: NodeId;
  /** Whether it counts: it is switched on with all that it stands in, and its condition holds. */
  readonly enabled: boolean;
  /** How many scenes of `Movie.scenes` stand before it. */
  readonly behind: number;
  /** As written; the film may have less time for it. */
  readonly duration: Frames;
  readonly easing: Easing;
  /** Handles of its ends, which go before `easing`; null where nothing is said of them. */
  readonly easeIn: Handle | null;
  readonly easeOut: Handle | null;
  readonly look: TransitionLook;
  readonly sound: 'crossfade' | 'cut' | 'both';
}
