/** The rooms of a layer: its folders, and the allowed imports between them. */
export interface RoomTable {
  /** The layer's folder from the project root, such as `renderer`. */
  readonly layer: string;
  /**
   * The rooms that each room can import in addition to itself. A room is a folder of the layer, and its path in the
   * layer is its name. Files directly in the layer belong to the room `.`.
   */
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  /**
   * The folders that are rooms. `outer`: the folders directly in the layer with all their content. `every`: each folder
   * separately.
   */
  readonly folders: 'outer' | 'every';
  /** Rooms whose folders must not import each other. */
  readonly apart: readonly string[];
}
