/** A request to show a cell of the table or to open it for editing. */
export interface CellRequest {
  readonly row: number;
  readonly column: number | null;
  readonly isEdited: boolean;
  /** Distinguishes repeated requests for the same cell. */
  readonly time: number;
}
