/** The rooms of a layer: its folders, and which of them each may import. */
export interface RoomTable {
  /** Its folder, from the root of the project: `renderer`. */
  readonly layer: string;
  /**
   * By room, the rooms that it may import beside itself. A room is a folder of the layer, named by its path in it; files
   * of the layer that are in none are the room `.`.
   */
  readonly rooms: Readonly<Record<string, readonly string[]>>;
  /** Which folders are rooms: only those directly in the layer, with all that lies in them, or every folder by itself. */
  readonly folders: 'outer' | 'every';
  /** Rooms whose folders never import each other. */
  readonly apart: readonly string[];
}
