/** How large a template may be, in whichever spelling. Beyond a limit it is refused, and the limit is named. */
export const limits = {
  /** Of the text as UTF-8. */
  bytes: 5 * 1024 * 1024,
  /** Elements inside one another, the root included. */
  depth: 64,
  elements: 100_000,
  scenes: 10_000,
  /** Length of the film, and of any time in it. */
  seconds: 24 * 3600,
  /** Of an attribute's value as UTF-8, once its variables are filled in; of a variable's value, too. */
  valueBytes: 1024 * 1024,
  /** Of all values of a template that variables are filled in to, together. */
  allValuesBytes: 16 * 1024 * 1024,
  /** Values of variables that are given with a render, or in a row of a batch. */
  givenValues: 10_000,
  /** UTF-16 units of a text that is shown. */
  textCharacters: 10_000,
  /** Layers of a scene. */
  layers: 500,
  /** Videos that are there at once in a scene that is composed; one of videos that fill the frame has more. */
  videosAtOnce: 16,
  /** Layers of overlays, each counted once for every scene and transition that it lies over. */
  overlaidLayers: 200_000,
  /** Scenes that a custom transition shows; one may be shown more often than once. */
  shownScenes: 16,
  /** Sounds of a scene. */
  soundsOfScene: 500,
  /** Sounds of the movie. */
  soundsOfMovie: 32,
  /** Groups in groups. */
  nestedGroups: 8,
  /** Masks in masks. */
  nestedMasks: 2,
  /** Effects of a layer. */
  effects: 32,
  /** Animations of a layer. */
  animations: 32,
  /** Keys of an animation. */
  keys: 1_000,
  /** Spans in spans. */
  nestedSpans: 8,
  /** Spans of a text. */
  spans: 1_000,
  /** Sequences and choices in one another. */
  nestedScenes: 8,
  /** How often an animation may be played, but for ever. */
  repeats: 10_000,
} as const;
