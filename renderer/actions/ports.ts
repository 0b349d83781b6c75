import type { EditorLayout } from '#renderer/shell/window/editor-layout.ts';
import type { InsertWhere } from '#shared/editing/insert/insert-command.ts';
import type { FrameShape } from '#shared/editing/model/frame-shapes.ts';
import type { ClipboardContent } from '#shared/editing/plan/clipboard.ts';
import type { Alignment } from '#shared/editing/stage/align.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { FrameSpan } from '#shared/timeline/build-timeline.ts';

/**
 * The interfaces that components of the editor offer to actions while they are mounted. An action whose interface is
 * missing is disabled. A feature adds its interface here.
 */
export interface EditorViews {
  readonly transport: Transport;
  readonly timeline: TimelinePort;
  readonly layers: LayersPort;
  readonly keys: KeysPort;
  readonly placing: PlacingPort;
  readonly insert: InsertPort;
  readonly stage: StageView;
  readonly preview: PreviewView;
  readonly layout: EditorLayout;
  readonly render: RenderPort;
  readonly batch: BatchPort;
  readonly assets: AssetsPort;
  readonly history: HistoryPort;
  readonly revisions: RevisionsPort;
  readonly templates: TemplatesPort;
  readonly variables: VariablesPort;
  readonly projects: ProjectsPort;
  readonly settings: SettingsPort;
  readonly projectCards: ProjectCardsPort;
  readonly publish: PublishPort;
  readonly bundles: BundlesPort;
  readonly openWith: OpenWithPort;
  readonly xml: XmlPort;
  readonly tour: TourPort;
  readonly designs: DesignsPort;
  readonly designGallery: DesignGalleryPort;
}

/** Saving templates as designs. Registered in the editor. */
export interface DesignsPort {
  /** Asks for the name of the new design; for the open template by default. */
  readonly saveAs: (template?: string) => void;
}

/** Registered by the gallery of designs. */
export interface DesignGalleryPort {
  readonly focusSearch: () => void;
}

/** The introduction to the editor. Registered by its host. */
export interface TourPort {
  readonly start: () => void;
  readonly running: () => boolean;
}

/** Playback. Registered by the preview. */
export interface Transport {
  readonly playing: () => boolean;
  readonly toggle: () => void;
  /** −1 is J, 0 is K, 1 is L. The same direction again doubles the speed. */
  readonly shuttle: (direction: -1 | 0 | 1) => void;
  /** Stops playback and moves by this number of frames. */
  readonly step: (frames: number) => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  /** Moves to the previous (-1) or next (1) cut. */
  readonly toCut: (direction: -1 | 1) => void;
  readonly muted: () => boolean;
  readonly toggleMuted: () => void;
  readonly scrubSound: () => boolean;
  readonly toggleScrubSound: () => void;
  readonly looping: () => boolean;
  readonly toggleLoop: () => void;
}

export interface TimelinePort {
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  readonly zoomToFit: () => void;
  readonly zoomToSelection: () => void;
  readonly snapping: () => boolean;
  readonly toggleSnapping: () => void;
  /** Returns the range for loops and renders; null for the whole movie. */
  readonly range: () => FrameSpan | null;
  /** Sets an end of the range to the playhead, inclusive; null clears the range. */
  readonly setRange: (end: 'in' | 'out' | null) => void;
  /** Moves the playhead to the first or the last frame of the range. */
  readonly goToRange: (end: 'in' | 'out') => void;
  /** Returns the unit of the ruler. */
  readonly rulerUnit: () => 'time' | 'frames';
  readonly toggleRulerUnit: () => void;
  /** Whether the playhead follows the selection. */
  readonly playheadFollows: () => boolean;
  readonly togglePlayheadFollows: () => void;
  /** Whether only rows with keyframes are visible. */
  readonly onlyAnimated: () => boolean;
  readonly toggleOnlyAnimated: () => void;
  /** Whether expanded scenes show only the layers at the playhead. */
  readonly onlyAtPlayhead: () => boolean;
  readonly toggleOnlyAtPlayhead: () => void;
  /** Focuses the search of the rows. */
  readonly findRows: () => void;
  readonly tool: () => TimelineTool;
  readonly setTool: (tool: TimelineTool) => void;
  /** Starts renaming a scene, a layer, or a sound. */
  readonly rename: (node: NodeId) => void;
  /** Adds a marker at the playhead, or renames the one there. */
  readonly addMarker: () => void;
  readonly markersAtPlayhead: () => number;
  readonly deleteMarker: () => void;
  readonly markerCount: () => number;
  readonly toMarker: (direction: -1 | 1) => void;
}

/** Operations on the selected layers and sounds of the timeline. Locked ones are skipped. */
export interface LayersPort {
  /** Returns how many can be moved. */
  readonly count: () => number;
  /** Moves them by frames. */
  readonly move: (by: number) => void;
  readonly trimEnd: (by: number) => void;
  /** Trims an edge to the playhead. */
  readonly trimToPlayhead: (edge: 'start' | 'end') => void;
  readonly canSplit: () => boolean;
  /** Splits them at the playhead. */
  readonly split: () => void;
  /** Whether they can move in front of the next layer (1) or behind the previous one (-1). */
  readonly canReorder: (direction: -1 | 1) => boolean;
  readonly reorder: (direction: -1 | 1) => void;
  readonly allLocked: () => boolean;
  readonly setLocked: (locked: boolean) => void;
  /** Expands or collapses the selected scenes, or the current scene. */
  readonly toggleOpen: () => void;
  readonly hasOpen: () => boolean;
}

/** Keyframes on the clipboard. Registered by the timeline. */
export interface KeysPort {
  /** Whether selected keyframes are the target: the focus is on their row, or was before a menu opened. */
  readonly inHand: () => boolean;
  /** Returns them as a text for the clipboard. */
  readonly copied: () => string;
  /** Duplicates them at the playhead. */
  readonly duplicate: () => void;
  readonly remove: () => void;
  /** Pastes keyframes onto the selection from the playhead on. */
  readonly paste: (content: Extract<ClipboardContent, { kind: 'keys' }>) => void;
}

/** Inserts dropped and chosen files into the movie. */
export interface PlacingPort {
  /** Inserts dropped files or assets at the playhead, one after another. Call it during the drop event. */
  readonly take: (transfer: DataTransfer) => void;
  /** Opens a file chooser and inserts the files. */
  readonly choose: () => void;
  /**
   * Opens a file chooser and makes a layer of each file at the playhead, or over the whole movie. With `captions`, the
   * chooser offers only caption files.
   */
  readonly chooseLayers: (kind?: 'captions', over?: 'film') => void;
  /** Makes layers of a drop. Call it during the drop event. */
  readonly takeLayers: (transfer: DataTransfer, where: InsertWhere) => void;
}

/** The palette of insertables. */
export interface InsertPort {
  readonly open: () => void;
}

/** The interactive picture. Registered while it is mounted. */
export interface StageView {
  /** Starts editing a text layer. */
  readonly write: (layer: NodeId) => void;
  /** Returns how many selected layers can be moved. */
  readonly count: () => number;
  readonly align: (alignment: Alignment) => void;
  /** Whether only some layers are visible. `toggleAlone` shows only the selected ones, or all again. */
  readonly isAlone: () => boolean;
  readonly toggleAlone: () => void;
}

export type TimelineTool = 'select' | 'blade';

export interface PreviewView {
  /** Focuses the timecode. */
  readonly goToTime: () => void;
  readonly safeAreas: () => boolean;
  readonly toggleSafeAreas: () => void;
  readonly toggleFullScreen: () => void;
  /** Requests the exact current frame from the engine. */
  readonly exactFrame: () => void;
  /** Loads the compositing code before the first layer is added. */
  readonly prepareLayers: () => void;
}

/** The text of the template. Registered while it is mounted. */
export interface XmlPort {
  /** Whether the text is editable; false while values are filled in. */
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

export interface RenderPort {
  /** Opens the dialog, optionally with a format. */
  readonly openDialog: (format?: string) => void;
  readonly openLink: () => void;
  readonly queueShown: () => boolean;
  readonly toggleQueue: () => void;
  readonly retryFailed: () => void;
  readonly failedCount: () => number;
  /** Removes ended renders from the list. */
  readonly clearFinished: () => void;
  readonly finishedCount: () => number;
  readonly cancelAll: () => void;
  readonly activeCount: () => number;
  readonly canPlayLast: () => boolean;
  readonly playLast: () => void;
  /** Renders the listed outdated films again. */
  readonly renderOutdated: () => void;
}

/** A batch. Registered by its screen. */
export interface BatchPort {
  readonly canRender: () => boolean;
  readonly render: () => void;
  readonly outdatedCount: () => number;
  readonly renderOutdated: () => void;
  /** Returns the number of current films. */
  readonly filmCount: () => number;
  readonly exportZip: () => void;
}

export interface AssetsPort {
  readonly importFiles: () => void;
  readonly relinkMissing: () => void;
  readonly missingCount: () => number;
  /** Shows the trash in the Assets tab. */
  readonly showTrash: () => void;
}

export interface HistoryPort {
  readonly openHistory: () => void;
}

/** Registered by the component that shows saved revisions. */
export interface RevisionsPort {
  readonly openRevisions: () => void;
}

export interface TemplatesPort {
  readonly create: () => void;
  readonly rename: () => void;
  readonly duplicate: () => void;
  /** Creates a copy in another shape with fitted layers. */
  readonly duplicateAs: (shape: FrameShape) => void;
}

export interface VariablesPort {
  readonly rename: () => void;
  readonly editDataSets: () => void;
  /** Shows the next (1) or previous (-1) data set. */
  readonly stepDataSet: (direction: -1 | 1) => void;
  /** Shows an automatic data set. */
  readonly showAutomatic: (set: 'longest' | 'empty') => void;
}

export interface SettingsPort {
  readonly focusSearch: () => void;
}

export interface ProjectsPort {
  readonly create: () => void;
  readonly focusSearch: () => void;
}

/** The project cards of the first screen. */
export interface ProjectCardsPort {
  /** Returns the uid of the card that has or last had the focus; null if there is none. */
  readonly current: () => string | null;
}

export interface PublishPort {
  /** Asks for the target of a publication. */
  readonly open: (project: string) => void;
}

/** Projects as files. */
export interface BundlesPort {
  /** Opens a file chooser and imports bundles. */
  readonly choose: () => void;
  /** Asks for the file and exports the project. */
  readonly exportProject: (project: string) => void;
}

export interface OpenWithPort {
  /** Opens a file chooser for templates of this machine. */
  readonly choose: () => void;
}
