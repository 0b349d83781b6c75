/** What of a video's frames a part shows. */
export interface ShownFrames {
  /** The layer's own frame that the first one shows, in frames of the movie; perhaps between two of them. */
  readonly from: number;
  /** The first frame of the part in which it is there. */
  readonly first: number;
  readonly length: number;
}
