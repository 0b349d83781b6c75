import type { EditorCommand, PlannableCommand } from '../../shared/editing/commands.ts';
import type { History } from '../../shared/editing/history.ts';
import type { Selection } from '../../shared/editing/selection.ts';
import type { Result } from '../../shared/lib/result.ts';
import type { TemplateDocument } from '../../shared/template/document.ts';
import type { Frames } from '../../shared/template/frame-rate.ts';
import type { Movie } from '../../shared/template/movie.ts';
import type { Finding, Problem } from '../../shared/template/problem.ts';
import type { TemplateSource } from '../../shared/template-xml/places.ts';
import type { RecoveryRecord } from './recovery.ts';
import type { SaveState } from './saving.ts';

/** Numbers of the transport; the preview drives them. */
export interface PlaybackState {
  readonly playing: boolean;
  /** Speed and direction: 1 is as filmed, -1 backward. */
  readonly rate: number;
  readonly loop: boolean;
  /** From 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

/** What is open in the editor. Readonly all through: it is changed by {@link EditorActions} only. */
export interface EditorState extends PlaybackState {
  readonly project: string;
  /** Its name. */
  readonly template: string;
  /** Text, document and places of the last good text, as the history has it. A gesture that goes on is not in it. */
  readonly source: TemplateSource;
  /** What is shown and selected from: that of `source`, or what a gesture makes of it for the moment. */
  readonly document: TemplateDocument;
  /** What the XML view shows; another than `source.text` while it is broken. */
  readonly text: string;
  readonly isTextBroken: boolean;
  /** With their places: of the broken text, else of `source`. */
  readonly problems: readonly Problem[];
  /** Of `document`, with `values`: as much as can be read. Scenes that are as before are the same objects. */
  readonly movie: Movie | null;
  /** Of `document`. */
  readonly findings: readonly Finding[];
  readonly history: History;
  readonly selection: Selection;
  readonly playhead: Frames;
  /** Of the chosen data set, by variable. */
  readonly values: Readonly<Record<string, string>>;
  readonly saving: SaveState;
  /** Why unsaved work cannot be written down for recovery; null while it can. */
  readonly journalFault: string | null;
  /** What a gesture that goes on would be called; null while there is none. */
  readonly gesture: string | null;
  /** Unsaved work of sessions that ended before they could save it, newest first; until it is restored or discarded. */
  readonly recovered: readonly RecoveryRecord[];
}

export interface DispatchOptions {
  /** Commands of one key that follow each other closely are one step: typing, a key held down. */
  readonly key?: string;
}

/** What was done, by the name of its step. */
export interface Done {
  readonly label: string;
}

export type ConflictChoice =
  /** Mine replaces theirs. */
  | { readonly kind: 'overwrite' }
  /** Theirs replaces mine; a step that can be undone. */
  | { readonly kind: 'theirs' }
  /** Mine becomes a template of another name, and theirs stays here. */
  | { readonly kind: 'copy'; readonly name: string };

/** All that changes the state. Errors are sentences for people; nothing is changed then. */
export interface EditorActions {
  /** One undo step. A gesture that goes on is committed before. */
  readonly dispatch: (command: EditorCommand, options?: DispatchOptions) => Result<Done, string>;
  /** Shows what a command would do, in the place of the previous preview; every time from where the gesture began. */
  readonly preview: (command: PlannableCommand) => Result<Done, string>;
  /** Makes the last preview a step. */
  readonly commit: () => Result<Done | null, string>;
  readonly cancel: () => void;
  /** The step's name; null when there was none. A broken text is taken back first. */
  readonly undo: () => string | null;
  readonly redo: () => string | null;
  readonly jump: (position: number) => void;
  readonly select: (selection: Selection) => void;
  /** Kept within the film. */
  readonly seek: (frame: number) => void;
  readonly setPlayback: (change: Partial<PlaybackState>) => void;
  /** What is typed into the XML view: a step once it parses, kept as it is until then. */
  readonly setText: (text: string) => void;
  /** Back to the last good text. */
  readonly discardText: () => void;
  readonly setValues: (values: Readonly<Record<string, string>>) => void;
  /** Now. Resolves when it is done or has failed. */
  readonly save: () => Promise<SaveState>;
  readonly resolveConflict: (choice: ConflictChoice) => Promise<Result<null, string>>;
  /** Takes up recovered work, as a step; its record goes with the next save. */
  readonly restoreRecovered: (key: string) => void;
  /** Throws recovered work away. */
  readonly discardRecovered: (key: string) => Promise<void>;
  /** The page goes away: sends and writes down what is unsaved. */
  readonly flush: () => void;
}
