import type { MixedLook } from '../../template/movie/transition.ts';
import type { Frame, PixelPicture } from '../pictures/picture.ts';

/** A frame of a transition. */
export interface TransitionToMix {
  readonly look: MixedLook;
  /** How far it has come: 0 is all A, 1 all B. Only places follow one that is below or above. */
  readonly progress: number;
  /** The outgoing and the incoming scene's frame, both finished. */
  readonly a: Frame;
  readonly b: Frame;
  /** What is seen where neither is: of BT.709 in limited range. */
  readonly background: readonly [y: number, cb: number, cr: number];
  /** Of one that goes by the luminance of an image: that, as large as the frame. */
  readonly image?: PixelPicture | null;
}
