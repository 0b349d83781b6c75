import type { Alignment } from '#shared/editing/stage/align.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { createPart } from './editor-part.ts';
import type { ListPlace } from './movie-issues.ts';

/** The mounted views of the open template; null for views that are not mounted. */
export interface EditorViews {
  readonly preview: PreviewView | null;
  readonly stage: StageView | null;
  readonly xml: XmlView | null;
  readonly screen: ScreenView | null;
  readonly source: SourceView | null;
  readonly variables: VariablesView | null;
}

/** The registry of mounted views. A component registers its view while it is mounted. */
export interface ViewsManager extends EditorViews {
  /** Registers a view. Returns a function that removes the view. */
  readonly show: <Name extends keyof EditorViews>(name: Name, view: NonNullable<EditorViews[Name]>) => () => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The preview's commands and state. */
export interface PreviewView {
  /** Focuses the timecode. */
  readonly goToTime: () => void;
  readonly safeAreas: () => boolean;
  /** Shows the next safe area; hides it after the last one. */
  readonly nextSafeArea: () => void;
  readonly toggleFullScreen: () => void;
  /** Requests the exact current frame from the rendering engine of the service. */
  readonly exactFrame: () => void;
  /**
   * Returns the pixels of the frame at the playhead in the size of the film. Null while the exact frame is unavailable,
   * and without WebGL 2.
   */
  readonly framePixels: () => ImageData | null;
  /** Loads the compositing code before the first layer is added. */
  readonly prepareLayers: () => void;
}

/** The interactive picture. */
export interface StageView {
  /** Starts editing the text of a text layer. */
  readonly write: (layer: NodeId) => void;
  /** Returns the number of selected layers that can be moved. */
  readonly count: () => number;
  readonly align: (alignment: Alignment) => void;
  /** Toggles solo for the selected layers. */
  readonly toggleAlone: () => void;
}

/** The text of the template. */
export interface XmlView {
  /** Returns whether the text is editable; false while variables are shown with their values. */
  readonly isEditable: () => boolean;
  readonly find: () => void;
  readonly format: () => void;
  readonly goToLine: () => void;
  readonly goToProblem: (problem: Problem) => void;
  readonly wraps: () => boolean;
  readonly toggleWrap: () => void;
  readonly foldScenes: () => void;
  readonly unfold: () => void;
  readonly openReference: () => void;
}

/** The content of the middle area: the picture, the text, or both. */
export type PreviewMode = 'visual' | 'split' | 'xml';

/** The tabs of the library in display order. Types with one entry per tab derive from this list. */
export const libraryTabs = ['assets', 'templates', 'variables', 'check'] as const;
export type LibraryTab = (typeof libraryTabs)[number];

/** The length of the source of selected layers, with the layers that use it. */
export interface SourceView {
  /**
   * The time in seconds at which the picture ends. For a source without a picture, the time at which the sound ends.
   */
  readonly endSeconds: number;
  /** The layers and sounds with this source. */
  readonly nodes: readonly NodeId[];
}

/** The panel of the variables. */
export interface VariablesView {
  /** Shows a list with the place of a fault, in the default items or in the items of the data set. */
  readonly showList: (place: ListPlace, inDefault: boolean) => void;
}

/** The layout of the editor's areas. */
export interface ScreenView {
  readonly mode: () => PreviewMode;
  readonly setMode: (mode: PreviewMode) => void;
  readonly tab: () => LibraryTab;
  readonly setTab: (tab: LibraryTab) => void;
  readonly libraryShown: () => boolean;
  /**
   * Returns whether the library is collapsed to a rail, because the window is narrow or the XML is beside the picture.
   */
  readonly libraryFolds: () => boolean;
  readonly toggleLibrary: () => void;
  /** Returns whether the large meters are visible beside the timeline. Otherwise, the transport has small meters. */
  readonly metersShown: () => boolean;
  readonly toggleMeters: () => void;
  /** Returns whether the inspector extends down beside the timeline. Otherwise, it ends above the timeline. */
  readonly inspectorReachesDown: () => boolean;
  readonly toggleInspectorHeight: () => void;
}

export function createViews(): ViewsManager {
  const part = createPart<EditorViews>({
    preview: null,
    stage: null,
    xml: null,
    screen: null,
    source: null,
    variables: null,
  });
  return {
    get preview() {
      return part.state.preview;
    },
    get stage() {
      return part.state.stage;
    },
    get xml() {
      return part.state.xml;
    },
    get screen() {
      return part.state.screen;
    },
    get source() {
      return part.state.source;
    },
    get variables() {
      return part.state.variables;
    },
    show: (name, view) => {
      part.set({ [name]: view });
      return () => {
        if (part.state[name] === view) part.set({ [name]: null });
      };
    },
    subscribe: part.subscribe,
  };
}
