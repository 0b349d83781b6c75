import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { type LibraryTab, libraryTabs, type PreviewMode, type ScreenView } from '#renderer/editor/editor-views.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';

interface StoredLayout {
  readonly mode: PreviewMode;
  readonly tab: LibraryTab;
  /**
   * Whether the library is expanded while the preview has no XML beside it. `libraryBesideXml` is the separate setting
   * for preview and XML side by side; null uses the default.
   */
  readonly library: boolean;
  readonly libraryBesideXml: boolean | null;
  readonly meters: boolean;
  /** Whether the inspector extends down to the status bar; null for the default at the window's width. */
  readonly inspectorReachesDown: boolean | null;
}

const key = 'layout';
/** The media query for windows in which preview, XML, and library fit side by side. */
const wide = '(min-width: 1600px)';
/** The media query for windows in which the library is a rail and opens over the picture. */
const narrow = '(max-width: 1000px)';

/** Returns the layout of the editor's areas, which is stored on this machine. */
export function useEditorLayout(): ScreenView {
  const [layout, setLayout] = useState(() => readLayout(readStored(key)));
  const isWide = useMedia(wide);
  const isNarrow = useMedia(narrow);
  const [isOpen, setOpen] = useState(false);
  return useMemo(() => {
    const change = (next: Partial<StoredLayout>) => {
      setLayout((before) => {
        const after = { ...before, ...next };
        writeStored(key, after);
        return after;
      });
    };
    const { mode, tab, meters } = layout;
    // The inspector and the timeline do not fit side by side in a narrow window.
    const reachesDown = layout.inspectorReachesDown ?? !isNarrow;
    const remembered = mode === 'split' ? (layout.libraryBesideXml ?? isWide) : layout.library;
    const shown = isNarrow ? isOpen : remembered;
    const remember = (library: boolean) => (mode === 'split' ? { libraryBesideXml: library } : { library });
    const show = (library: boolean) => (isNarrow ? setOpen(library) : change(remember(library)));
    return {
      mode: () => mode,
      setMode: (next) => change({ mode: next }),
      tab: () => tab,
      setTab: (next) => {
        change({ tab: next, ...(!isNarrow && remember(true)) });
        if (isNarrow) setOpen(true);
      },
      libraryShown: () => shown,
      libraryFolds: () => mode === 'split' || isNarrow,
      toggleLibrary: () => show(!shown),
      metersShown: () => meters,
      toggleMeters: () => change({ meters: !meters }),
      inspectorReachesDown: () => reachesDown,
      toggleInspectorHeight: () => change({ inspectorReachesDown: !reachesDown }),
    };
  }, [layout, isWide, isNarrow, isOpen]);
}

/** Stores the library tab to show when a project is opened next. */
export function rememberLibraryTab(tab: LibraryTab): void {
  writeStored(key, { ...readLayout(readStored(key)), tab, library: true });
}

/** Stores the preview mode to show when a project is opened next. */
export function rememberMode(mode: PreviewMode): void {
  writeStored(key, { ...readLayout(readStored(key)), mode });
}

function useMedia(condition: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(condition);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [condition],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(condition).matches);
}

function readLayout(stored: unknown): StoredLayout {
  const given: Readonly<Record<string, unknown>> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const { mode, tab, library, libraryBesideXml, meters, inspectorReachesDown } = given;
  return {
    mode: mode === 'split' || mode === 'xml' ? mode : 'visual',
    tab: libraryTabs.find((each) => each === tab) ?? 'assets',
    library: library !== false,
    libraryBesideXml: booleanOrNull(libraryBesideXml),
    meters: meters === true,
    inspectorReachesDown: booleanOrNull(inspectorReachesDown),
  };
}

function booleanOrNull(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
