/**
 * The limits of a template in any notation. A template that exceeds a limit is refused, and the message states the
 * limit.
 */
export const limits = {
  /** The size of the text in UTF-8 bytes. */
  bytes: 5 * 1024 * 1024,
  /** Nesting depth of elements, including the root. */
  depth: 64,
  elements: 100_000,
  scenes: 10_000,
  /** Duration of the film and of any time value, in seconds. */
  seconds: 24 * 3600,
  /** The UTF-8 bytes of an attribute value after substitution, and of the value of a variable. */
  valueBytes: 1024 * 1024,
  /** The UTF-8 bytes of all substituted values of a template. */
  allValuesBytes: 16 * 1024 * 1024,
  /** Number of variable values in one render request or one row of a batch. */
  givenValues: 10_000,
  /** Length of a displayed text in UTF-16 units. */
  textCharacters: 10_000,
  /** Layers per scene. */
  layers: 500,
  /** Videos that a composed scene plays at the same time. A scene of videos that fill the frame can have more. */
  videosAtOnce: 16,
  /** Overlay layers. Each is counted once per scene and transition that it covers. */
  overlaidLayers: 200_000,
  /** Scene layers in a custom transition. A scene can appear several times. */
  shownScenes: 16,
  /** Sounds per scene. */
  soundsOfScene: 500,
  /** Sounds per movie, outside of scenes. */
  soundsOfMovie: 32,
  /** Nesting depth of groups. */
  nestedGroups: 8,
  /** Nesting depth of masks. */
  nestedMasks: 2,
  /** Effects per layer. */
  effects: 32,
  /** Animations per layer. */
  animations: 32,
  /** Keyframes per animation. */
  keys: 1_000,
  /** Nesting depth of spans. */
  nestedSpans: 8,
  /** Cues of a layer of captions. */
  cues: 10_000,
  /** Spans per text. */
  spans: 1_000,
  /** Nesting depth of sequences and choices. */
  nestedScenes: 8,
  /** Nesting depth of repeated elements. */
  nestedLists: 4,
  /** Fields of an item of a list. */
  fields: 64,
  /** Items that all lists of a template visit, including items that `where` leaves out. */
  visitedItems: 100_000,
  /** Repetitions of an animation that does not repeat forever. */
  repeats: 10_000,
} as const;
