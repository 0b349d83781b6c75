/** What stands in the middle: the picture, the text, or both. */
export type PreviewMode = 'visual' | 'split' | 'xml';

/** What the library has, in its order; whatever shows a tab is typed by this. */
export const libraryTabs = ['assets', 'templates', 'variables'] as const;
export type LibraryTab = (typeof libraryTabs)[number];

/** How the editor's areas are arranged; actions reach it as the port `layout`. */
export interface EditorLayout {
  readonly mode: () => PreviewMode;
  readonly setMode: (mode: PreviewMode) => void;
  readonly tab: () => LibraryTab;
  readonly setTab: (tab: LibraryTab) => void;
  readonly libraryShown: () => boolean;
  /** Whether there is so little room that it is a rail until somebody asks for it. */
  readonly libraryFolds: () => boolean;
  readonly toggleLibrary: () => void;
  /** Whether large meters stand beside the timeline; small ones stand in the transport else. */
  readonly metersShown: () => boolean;
  readonly toggleMeters: () => void;
  /** Whether the inspector reaches down beside the timeline. */
  readonly isInspectorTall: () => boolean;
  readonly toggleTallInspector: () => void;
}
