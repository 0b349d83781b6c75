import type { EditorLayout } from '#renderer/shell/window/editor-layout.ts';
import type { InsertWhere } from '#shared/editing/insert/insert-command.ts';
import type { FrameShape } from '#shared/editing/model/frame-shapes.ts';
import type { ClipboardContent } from '#shared/editing/plan/clipboard.ts';
import type { Alignment } from '#shared/editing/stage/align.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { FrameSpan } from '#shared/timeline/build-timeline.ts';

/**
 * What parts of the editor offer to actions while they are on screen. A part registers its port with `useEditorView`;
 * an action that needs one that is not there is disabled. A feature with something to offer adds its interface here.
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

/** Templates as designs; registered in the editor. */
export interface DesignsPort {
  /** Asks how a template shall be called as a design; the open one without a name. */
  readonly saveAs: (template?: string) => void;
}

/** Registered by the gallery of designs. */
export interface DesignGalleryPort {
  readonly focusSearch: () => void;
}

/** The way through the editor; registered by what shows it. */
export interface TourPort {
  readonly start: () => void;
  readonly running: () => boolean;
}

/** Playing; registered by the preview. */
export interface Transport {
  readonly playing: () => boolean;
  readonly toggle: () => void;
  /** -1 is J, 0 is K, 1 is L; the same again goes faster. */
  readonly shuttle: (direction: -1 | 0 | 1) => void;
  /** Stops, and goes this many frames further. */
  readonly step: (frames: number) => void;
  readonly toStart: () => void;
  readonly toEnd: () => void;
  /** To the previous (-1) or next (1) cut. */
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
  /** What is looped and rendered; null for the whole film. */
  readonly range: () => FrameSpan | null;
  /** An end of it at the playhead, whose frame is in it; null takes both away. */
  readonly setRange: (end: 'in' | 'out' | null) => void;
  /** Puts the playhead on its first or its last frame. */
  readonly goToRange: (end: 'in' | 'out') => void;
  /** What the ruler counts in. */
  readonly rulerUnit: () => 'time' | 'frames';
  readonly toggleRulerUnit: () => void;
  /** Whether the playhead goes to what is selected. */
  readonly playheadFollows: () => boolean;
  readonly togglePlayheadFollows: () => void;
  /** Whether only rows with keyframes are shown. */
  readonly onlyAnimated: () => boolean;
  readonly toggleOnlyAnimated: () => void;
  /** Whether of open scenes only layers are shown that play at the playhead. */
  readonly onlyAtPlayhead: () => boolean;
  readonly toggleOnlyAtPlayhead: () => void;
  /** Puts the text cursor into the search of the rows. */
  readonly findRows: () => void;
  readonly tool: () => TimelineTool;
  readonly setTool: (tool: TimelineTool) => void;
  /** Opens the name of a scene, a layer or a sound for typing. */
  readonly rename: (node: NodeId) => void;
  /** At the playhead; where one is already, its name is opened. */
  readonly addMarker: () => void;
  readonly markersAtPlayhead: () => number;
  readonly deleteMarker: () => void;
  readonly markerCount: () => number;
  readonly toMarker: (direction: -1 | 1) => void;
}

/** What is done on the timeline to the layers and sounds that are selected; what is locked is left alone. */
export interface LayersPort {
  /** How many can be moved. */
  readonly count: () => number;
  /** In time, by frames. */
  readonly move: (by: number) => void;
  readonly trimEnd: (by: number) => void;
  /** Puts one of their edges to the playhead. */
  readonly trimToPlayhead: (edge: 'start' | 'end') => void;
  readonly canSplit: () => boolean;
  /** At the playhead. */
  readonly split: () => void;
  /** In front of the next layer (1), or behind it (-1). */
  readonly canReorder: (direction: -1 | 1) => boolean;
  readonly reorder: (direction: -1 | 1) => void;
  readonly allLocked: () => boolean;
  readonly setLocked: (locked: boolean) => void;
  /** Lists the layers of the scenes that are selected or under the playhead, or no more. */
  readonly toggleOpen: () => void;
  readonly hasOpen: () => boolean;
}

/** Keyframes on the clipboard; registered by the timeline. */
export interface KeysPort {
  /** Whether keys are what is worked on: some are selected, and the focus is, or was before a menu, on their row. */
  readonly inHand: () => boolean;
  /** As a text for the clipboard. */
  readonly copied: () => string;
  /** Copies of them at the playhead. */
  readonly duplicate: () => void;
  readonly remove: () => void;
  /** Onto what is selected, from the playhead on. */
  readonly paste: (content: Extract<ClipboardContent, { kind: 'keys' }>) => void;
}

/** Puts what is dropped beside the timeline into the film. */
export interface PlacingPort {
  /**
   * Files of the desktop, or assets of the library: behind each other, at the playhead. Call it while the drop goes on.
   */
  readonly take: (transfer: DataTransfer) => void;
  /** Asks for files, and does the same with them. */
  readonly choose: () => void;
  /**
   * Asks for files, and makes a layer of each at the playhead, or over the whole film. With `captions` the chooser offers
   * caption files only.
   */
  readonly chooseLayers: (kind?: 'captions', over?: 'film') => void;
  /** Makes layers of what is dropped there, whatever it is. Call it while the drop goes on. */
  readonly takeLayers: (transfer: DataTransfer, where: InsertWhere) => void;
}

/** The palette of everything that can be added. */
export interface InsertPort {
  readonly open: () => void;
}

/** The picture that can be touched; registered while it is on screen. */
export interface StageView {
  /** Begins to write in a text. */
  readonly write: (layer: NodeId) => void;
  /** How many layers are selected that can be moved. */
  readonly count: () => number;
  readonly align: (alignment: Alignment) => void;
  /** Whether only some layers are shown, and which: those that are selected now, or all again. */
  readonly isAlone: () => boolean;
  readonly toggleAlone: () => void;
}

export type TimelineTool = 'select' | 'blade';

export interface PreviewView {
  /** Puts the text cursor into the timecode. */
  readonly goToTime: () => void;
  readonly safeAreas: () => boolean;
  readonly toggleSafeAreas: () => void;
  readonly toggleFullScreen: () => void;
  /** Has the engine render the current frame. */
  readonly exactFrame: () => void;
  /** Loads what draws layers, before the first is there. */
  readonly prepareLayers: () => void;
}

/** The template's text; registered while it is on screen. */
export interface XmlPort {
  /** Not while it is shown with values put in. */
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
  /** With a format chosen, where one is given. */
  readonly openDialog: (format?: string) => void;
  readonly openLink: () => void;
  readonly queueShown: () => boolean;
  readonly toggleQueue: () => void;
  readonly retryFailed: () => void;
  readonly failedCount: () => number;
  /** Takes what has ended off the list. */
  readonly clearFinished: () => void;
  readonly finishedCount: () => number;
  readonly cancelAll: () => void;
  readonly activeCount: () => number;
  readonly canPlayLast: () => boolean;
  readonly playLast: () => void;
  /** Renders the listed films that are out of date again. */
  readonly renderOutdated: () => void;
}

/** A batch; registered by its screen. */
export interface BatchPort {
  readonly canRender: () => boolean;
  readonly render: () => void;
  readonly outdatedCount: () => number;
  readonly renderOutdated: () => void;
  /** Films that are there and up to date. */
  readonly filmCount: () => number;
  readonly exportZip: () => void;
}

export interface AssetsPort {
  readonly importFiles: () => void;
  readonly relinkMissing: () => void;
  readonly missingCount: () => number;
  /** Shows what was deleted, in the tab of the assets. */
  readonly showTrash: () => void;
}

export interface HistoryPort {
  readonly openHistory: () => void;
}

/** Registered by whatever shows what was saved before. */
export interface RevisionsPort {
  readonly openRevisions: () => void;
}

export interface TemplatesPort {
  readonly create: () => void;
  readonly rename: () => void;
  readonly duplicate: () => void;
  /** A copy in another shape, with its layers fitted to it. */
  readonly duplicateAs: (shape: FrameShape) => void;
}

export interface VariablesPort {
  readonly rename: () => void;
  readonly editDataSets: () => void;
  /** Shows the next (1) or previous (-1) data set. */
  readonly stepDataSet: (direction: -1 | 1) => void;
  /** Shows a data set that makes itself of the others. */
  readonly showAutomatic: (set: 'longest' | 'empty') => void;
}

export interface SettingsPort {
  readonly focusSearch: () => void;
}

export interface ProjectsPort {
  readonly create: () => void;
  readonly focusSearch: () => void;
}

/** The cards of the first screen. */
export interface ProjectCardsPort {
  /** The uid of the one that the keyboard is at, or was last; null where there is none. */
  readonly current: () => string | null;
}

export interface PublishPort {
  /** Asks where that project shall be published. */
  readonly open: (project: string) => void;
}

/** Projects as files. */
export interface BundlesPort {
  /** Asks for bundles and imports them. */
  readonly choose: () => void;
  /** Asks where that project shall go. */
  readonly exportProject: (project: string) => void;
}

export interface OpenWithPort {
  /** Asks for templates on this machine. */
  readonly choose: () => void;
}
