/**
 * The limits of a template in any notation. A template that exceeds a limit is refused with a message that contains the
 * limit.
 */
export const limits = {
  /** The size of the template in UTF-8 bytes. */
  bytes: 5 * 1024 * 1024,
  /** The nesting depth of elements, including the root. */
  depth: 64,
  elements: 100_000,
  scenes: 10_000,
  /** The duration of the film and of any time value, in seconds. */
  seconds: 24 * 3600,
  /** The size of an attribute value after replacing variables, and of the value of a variable, in UTF-8 bytes. */
  valueBytes: 1024 * 1024,
  /** The total size of all values of a template after replacing variables, in UTF-8 bytes. */
  allValuesBytes: 16 * 1024 * 1024,
  /** The number of values of variables in one render request or one row of a batch. */
  givenValues: 10_000,
  /** The length of a displayed text in UTF-16 units. */
  textCharacters: 10_000,
  /** The number of layers per scene. */
  layers: 500,
  /**
   * The number of videos that a composed scene plays simultaneously. It does not limit scenes that FFmpeg alone
   * renders.
   */
  videosAtOnce: 16,
  /** The number of overlay layers. Each is counted once for each scene and transition that it covers. */
  overlaidLayers: 200_000,
  /** The number of scene layers in a custom transition. The same scene can appear several times. */
  shownScenes: 16,
  /** The number of sounds per scene. */
  soundsOfScene: 500,
  /** The number of sounds of the movie outside scenes. */
  soundsOfMovie: 32,
  /** The nesting depth of groups. */
  nestedGroups: 8,
  nestedMasks: 2,
  /** The number of effects per layer. */
  effects: 32,
  /** The number of animations per layer. */
  animations: 32,
  /** The number of keyframes per animation. */
  keys: 1_000,
  /** The nesting depth of spans. */
  nestedSpans: 8,
  /** The number of cues in a captions layer. */
  cues: 10_000,
  /** The number of spans per text. */
  spans: 1_000,
  /** The nesting depth of sequences and choices. */
  nestedScenes: 8,
  nestedLists: 4,
  /** The number of fields of a list item. */
  fields: 64,
  /** The number of items that all lists of a template visit, including items that `where` excludes. */
  visitedItems: 100_000,
  /** The number of repetitions of an animation, unless it repeats forever. */
  repeats: 10_000,
} as const;
