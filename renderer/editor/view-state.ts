import { isEqual } from '#renderer/interaction/equality.ts';
import type { SoundOutput } from '#renderer/playback/play/sound-output.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { createPart, type EditorPart } from './editor-part.ts';

/** The layers that are hidden only in the preview of this window. */
export interface HiddenLayers {
  /** The text layer that is being edited on the stage; null for none. */
  readonly written: NodeId | null;
  /** The layers with solo: in their scenes, all other layers are hidden. Null if no layer has solo. */
  readonly only: ReadonlySet<NodeId> | null;
}

export const NOTHING_HIDDEN: HiddenLayers = { written: null, only: null };

/** The elements that a program changed in the last seconds, with the name of the program. */
interface ChangedParts {
  readonly ids: ReadonlySet<NodeId>;
  /** The name of the program; null without changed elements. */
  readonly author: string | null;
}

export const NOTHING_CHANGED: ChangedParts = { ids: new Set(), author: null };

/** A variable and the value for which a choice plays a case. */
export interface CaseValue {
  readonly variable: string;
  readonly value: string;
}

/** The transient state of an open template in this window. It is never saved. */
export interface ViewState {
  readonly hidden: HiddenLayers;
  /**
   * The text layer to edit next; null if there is none. In an empty movie, the stage is mounted only with the first
   * layer, so it opens the text as soon as the layer exists.
   */
  readonly textToWrite: NodeId | null;
  /** Whether the stage takes the focus when it is mounted, unless another element has it. */
  readonly focusesStage: boolean;
  /** The previewed case; null if the data set determines the values. */
  readonly previewedCase: CaseValue | null;
  /** The sound output of the open movie; undefined until it is ready. */
  readonly soundOutput: SoundOutput | undefined;
  /** The number of assets that the movie uses but the project does not contain. */
  readonly missingAssets: number;
  /** The elements that a program changed in the last seconds. */
  readonly changedParts: ChangedParts;
}

export function createViewState(): EditorPart<ViewState> {
  return createPart<ViewState>({
    hidden: NOTHING_HIDDEN,
    textToWrite: null,
    focusesStage: false,
    previewedCase: null,
    soundOutput: undefined,
    missingAssets: 0,
    changedParts: NOTHING_CHANGED,
  });
}

export function hideLayers(view: EditorPart<ViewState>, change: Partial<HiddenLayers>): void {
  view.set(({ hidden }) => ({ hidden: { ...hidden, ...change } }));
}

/** Previews a case. If this case is already previewed, ends the preview. */
export function toggleCase(view: EditorPart<ViewState>, requested: CaseValue | null): void {
  view.set(({ previewedCase }) => ({ previewedCase: isEqual(previewedCase, requested) ? null : requested }));
}
