/** The rooms of a layer: its folders, and the allowed imports between them. */
export interface RoomTable {
  /** The layer's folder from the project root, such as `renderer`. */
  readonly layer: string;
  /**
   * The rooms that each room can import besides itself. A room is a folder of the layer, named by its path in the
   * layer. Files directly in the layer belong to the room `.`.
   */
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  /**
   * The folders that are rooms: `outer` for the folders directly in the layer with all their content, `every` for each
   * folder separately.
   */
  readonly folders: 'outer' | 'every';
  /** Rooms whose folders never import each other. */
  readonly apart: readonly string[];
}
