/** The content of the middle area: the picture, the text, or both. */
export type PreviewMode = 'visual' | 'split' | 'xml';

/** The tabs of the library in their order. All tables of tabs have this type. */
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
  /** Whether large meters are beside the timeline. Otherwise small ones are in the transport. */
  readonly metersShown: () => boolean;
  readonly toggleMeters: () => void;
  /** Whether the inspector extends down to the status bar beside the timeline. Otherwise it ends above the timeline. */
  readonly inspectorReachesDown: () => boolean;
  readonly toggleInspectorHeight: () => void;
}
