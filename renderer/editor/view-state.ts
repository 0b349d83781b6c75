import type { SoundOutput } from '#renderer/playback/play/sound-output.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { createPart, type EditorPart } from './editor-part.ts';

/** Layers that the preview hides temporarily. */
export interface HiddenLayers {
  /** The text layer that is being edited on the stage. */
  readonly written: NodeId | null;
  /** In the scenes of these layers, only these layers are visible; null for all. */
  readonly only: ReadonlySet<NodeId> | null;
}

export const NOTHING_HIDDEN: HiddenLayers = { written: null, only: null };

/** A value of a variable that plays a case of a choice. */
export interface CaseValue {
  readonly variable: string;
  readonly value: string;
}

/** What the window shows of an open template. It is never saved. */
export interface ViewState {
  readonly hidden: HiddenLayers;
  /**
   * The text layer to edit next; null if there is none. The stage takes it when the layer exists: in an empty movie, the
   * stage appears with the first layer.
   */
  readonly textToWrite: NodeId | null;
  /** The previewed case; null for the values of the data set. */
  readonly previewedCase: CaseValue | null;
  /** The output that plays the open movie; undefined during pause. */
  readonly soundOutput: SoundOutput | undefined;
}

export function createViewState(): EditorPart<ViewState> {
  return createPart<ViewState>({
    hidden: NOTHING_HIDDEN,
    textToWrite: null,
    previewedCase: null,
    soundOutput: undefined,
  });
}

/** Changes the hidden layers and leaves the other state of the view unchanged. */
export function hideLayers(view: EditorPart<ViewState>, change: Partial<HiddenLayers>): void {
  view.set(({ hidden }) => ({ hidden: { ...hidden, ...change } }));
}

/** Previews a case. If the case is previewed already, shows the data set again. */
export function toggleCase(view: EditorPart<ViewState>, requested: CaseValue | null): void {
  view.set(({ previewedCase }) => ({ previewedCase: sameCase(previewedCase, requested) ? null : requested }));
}

export function sameCase(one: CaseValue | null, other: CaseValue | null): boolean {
  return one?.variable === other?.variable && one?.value === other?.value;
}
