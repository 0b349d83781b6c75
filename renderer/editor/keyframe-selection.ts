import type { CopiedKey, KeyframeRef } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import { createPart, type EditorPart } from './editor-part.ts';
import type { DocumentStore } from './editor-state.ts';

/** The state of keyframes that the timeline, the inspector, and the stage share. */
export interface KeyState {
  /** The selected keyframes in the order of their selection. */
  readonly selected: readonly KeyframeRef[];
  /** The position on the page where the user chooses an easing; null if the chooser is closed. */
  readonly easingAt: PagePlace | null;
  /** The index of the edited line in a curve with two lines, by element and property. The default is the first. */
  readonly lines: ReadonlyMap<string, number>;
  /** The keyframes that were copied last. */
  readonly copied: readonly CopiedKey[];
}

/** A position in pixels from the top left corner of the page. */
export interface PagePlace {
  readonly x: number;
  readonly y: number;
}

/** The selected and copied keyframes of an open template. */
export type KeyframeSelection = EditorPart<KeyState>;

/** Creates the keyframe state of a document. */
export function createKeyframes(document: DocumentStore): KeyframeSelection {
  const keyframes = createPart<KeyState>({ selected: [], easingAt: null, lines: new Map(), copied: [] });
  document.subscribe(({ selection: { ids }, document: shown }, before) => {
    if (ids === before.selection.ids) return;
    const { selected } = keyframes.state;
    if (selected.length === 0 || ids.join() === before.selection.ids.join()) return;
    // Keyframes of several layers stay selected while one of these layers is selected. A click on a keyframe selects
    // its layer.
    const nodes = new Set(selected.map(({ node }) => node));
    if (!haveInCommon(shown, nodes, new Set(ids))) keyframes.set({ selected: [], easingAt: null });
  });
  return keyframes;
}

/** Whether an element of one set is in the other set, or inside one of its elements, such as an effect in its layer. */
function haveInCommon(document: TemplateDocument, one: ReadonlySet<NodeId>, other: ReadonlySet<NodeId>): boolean {
  const { elements } = indexOf(document);
  const isWithin = (inner: NodeId, outer: ReadonlySet<NodeId>): boolean => {
    for (let id: NodeId | undefined = inner; id !== undefined; id = elements.get(id)?.parent?.id)
      if (outer.has(id)) return true;
    return false;
  };
  return [...one].some((id) => isWithin(id, other)) || [...other].some((id) => isWithin(id, one));
}

export function sameKey(one: KeyframeRef, other: KeyframeRef): boolean {
  return one.key === other.key && one.property === other.property && one.node === other.node;
}
