/** A request to show a cell of the table or to edit it. */
export interface CellRequest {
  readonly row: number;
  readonly column: number | null;
  readonly isEdited: boolean;
  /** The time of the request, which makes repeated requests for the same cell distinct. */
  readonly time: number;
}
