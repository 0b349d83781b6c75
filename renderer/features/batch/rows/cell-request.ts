/** A cell that the table is asked to show, or to open for typing. */
export interface CellRequest {
  readonly row: number;
  readonly column: number | null;
  readonly isEdited: boolean;
  /** The same wish twice is two. */
  readonly time: number;
}
