/** A folder for parts, and whether those of earlier films may be used again. */
export interface Workshop {
  /** Absolute; made if it is not there. Scratch lies in it too, so that a finished part is kept by a rename. */
  readonly folder: string;
  /** Whether parts are looked up and kept. Without it every part is made anew and removed at the end. */
  readonly keeps: boolean;
  /** What kept parts may take up; the least recently used go first. */
  readonly limitBytes: number;
}
