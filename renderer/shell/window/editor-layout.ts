/** The content of the middle area: the picture, the text, or both. */
export type PreviewMode = 'visual' | 'split' | 'xml';

/** The tabs of the library in their order. Tables with one entry per tab use this type. */
export const libraryTabs = ['assets', 'templates', 'variables'] as const;
export type LibraryTab = (typeof libraryTabs)[number];

/** The layout of the editor's areas. Actions use it as `layout`. */
export interface EditorLayout {
  readonly mode: () => PreviewMode;
  readonly setMode: (mode: PreviewMode) => void;
  readonly tab: () => LibraryTab;
  readonly setTab: (tab: LibraryTab) => void;
  readonly libraryShown: () => boolean;
  /** Whether the library is a rail that opens on demand, because the window is narrow. */
  readonly libraryFolds: () => boolean;
  readonly toggleLibrary: () => void;
  /** Whether the large meters are visible beside the timeline. Otherwise, the transport has small meters. */
  readonly metersShown: () => boolean;
  readonly toggleMeters: () => void;
  /** Whether the inspector is beside the timeline and reaches the status bar. Otherwise, it ends above the timeline. */
  readonly inspectorReachesDown: () => boolean;
  readonly toggleInspectorHeight: () => void;
}
