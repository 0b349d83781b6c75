import type { Vector } from '#shared/film/boxes/matrices.ts';

/** Where the pointer is in the frame of the film, and what is held and typed meanwhile. */
export interface StagePointer {
  readonly place: Vector;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly mod: boolean;
  readonly typed: string;
}

/** Something that goes on while a button of the pointer is held. Exactly one of `end` and `cancel` is called. */
export interface StageGesture {
  /** At most once a frame, and not before the pointer has left the place where it was pressed. */
  readonly move: (at: StagePointer) => void;
  /** The last place was given to `move` before. */
  readonly end: () => void;
  /** The button was let go where it was pressed. */
  readonly press?: () => void;
  readonly cancel: () => void;
}
