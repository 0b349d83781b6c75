import type { InsertWhere } from '#shared/editing/insert/insert-command.ts';
import type { FrameShape } from '#shared/editing/model/frame-shapes.ts';

/**
 * The interfaces that mounted components of the editor offer to actions. An action whose component is not mounted is
 * disabled. A new feature adds its interface here.
 */
export interface ActionPorts {
  readonly placing: PlacingPort;
  readonly insert: InsertPort;
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
  readonly tour: TourPort;
  readonly designs: DesignsPort;
  readonly designGallery: DesignGalleryPort;
}

/** Saves templates as designs. Registered in the editor. */
export interface DesignsPort {
  /** Asks for the name of the new design. If `template` is missing, the design is made of the open template. */
  readonly saveAs: (template?: string) => void;
}

/** The gallery of designs. Registered while it is mounted. */
export interface DesignGalleryPort {
  readonly focusSearch: () => void;
}

/** The tour of the editor. Registered by its host. */
export interface TourPort {
  readonly start: () => void;
  readonly running: () => boolean;
}

/** Inserts files into the movie that the user drops or chooses. */
export interface PlacingPort {
  /** Inserts dropped files or assets at the playhead, one after the other. Call it during the drop event. */
  readonly take: (transfer: DataTransfer) => void;
  /** Opens a file chooser and inserts the files. */
  readonly choose: () => void;
  /**
   * Opens a file chooser, and adds each file as a layer at the playhead. With `over`, the layers span the whole movie.
   * With `captions`, the chooser offers only caption files.
   */
  readonly chooseLayers: (kind?: 'captions', over?: 'film') => void;
  /** Adds the dropped files as layers. Call it during the drop event. */
  readonly takeLayers: (transfer: DataTransfer, where: InsertWhere) => void;
}

/** The palette of insertables. */
export interface InsertPort {
  readonly open: () => void;
}

export interface RenderPort {
  /** Opens the dialog. With a format, this format is selected. */
  readonly openDialog: (format?: string) => void;
  readonly openLink: () => void;
  readonly queueShown: () => boolean;
  readonly toggleQueue: () => void;
  readonly retryFailed: () => void;
  readonly failedCount: () => number;
  /** Removes the renders that have ended from the list. */
  readonly clearFinished: () => void;
  readonly finishedCount: () => number;
  readonly cancelAll: () => void;
  readonly activeCount: () => number;
  readonly canPlayLast: () => boolean;
  readonly playLast: () => void;
  /** Renders the listed outdated films again. */
  readonly renderOutdated: () => void;
}

/** The open batch. Registered by its screen. */
export interface BatchPort {
  readonly canRender: () => boolean;
  readonly render: () => void;
  readonly outdatedCount: () => number;
  readonly renderOutdated: () => void;
  /** Returns the number of films that are up to date. */
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

/** The saved revisions. Registered by the component that shows them. */
export interface RevisionsPort {
  readonly openRevisions: () => void;
}

export interface TemplatesPort {
  readonly create: () => void;
  readonly rename: () => void;
  readonly duplicate: () => void;
  /** Copies the template in another shape. The layers are fitted into that shape. */
  readonly duplicateAs: (shape: FrameShape) => void;
}

export interface VariablesPort {
  readonly rename: () => void;
  readonly editDataSets: () => void;
  /** Selects the next (1) or previous (-1) data set. */
  readonly stepDataSet: (direction: -1 | 1) => void;
  /** Selects an automatic data set. */
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
  /** Returns the uid of the project whose card was last focused; null if there is none. */
  readonly current: () => string | null;
}

export interface PublishPort {
  /** Asks for the cluster to which the project is published. */
  readonly open: (project: string) => void;
}

/** The exports and imports of projects as files. */
export interface BundlesPort {
  /** Opens a file chooser and imports bundles. */
  readonly choose: () => void;
  /** Asks where to save a project, and exports it. */
  readonly exportProject: (project: string) => void;
}

export interface OpenWithPort {
  /** Opens a file chooser for templates on this machine. */
  readonly choose: () => void;
}
