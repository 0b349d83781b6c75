import type { CopiedKey, KeyframeRef } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import { createPart, type EditorPart } from './editor-part.ts';
import type { DocumentStore } from './editor-state.ts';

/** The state of keyframes for the timeline, the inspector, and the stage. */
export interface KeyState {
  /** The selected keyframes, in the order in which they were selected. */
  readonly selected: readonly KeyframeRef[];
  /** The page position at which the easing popover is open; null if it is closed. */
  readonly easingAt: PagePlace | null;
  /**
   * The index of the component that the user edits if a curve has two lines, by property row. The default is the first
   * component.
   */
  readonly lines: ReadonlyMap<string, number>;
  /** The keyframes that were last copied. */
  readonly copied: readonly CopiedKey[];
  /** Whether a keyframe row has the focus, or had it before a menu was opened. */
  readonly hasFocus: boolean;
}

/** A position in CSS pixels, measured from the top left corner of the page. */
export interface PagePlace {
  readonly x: number;
  readonly y: number;
}

/** The selected and copied keyframes of an open template. */
export type KeyframeSelection = EditorPart<KeyState>;

/** Creates the keyframe state of a document. */
export function createKeyframes(document: DocumentStore): KeyframeSelection {
  const keyframes = createPart<KeyState>({
    selected: [],
    easingAt: null,
    lines: new Map(),
    copied: [],
    hasFocus: false,
  });
  document.subscribe(({ selection: { ids }, document: shown }, before) => {
    if (ids === before.selection.ids) return;
    const { selected } = keyframes.state;
    if (selected.length === 0 || ids.join() === before.selection.ids.join()) return;
    // A click on a keyframe selects only its layer. So keyframes of several layers stay selected while any of these
    // layers is selected.
    const nodes = new Set(selected.map(({ node }) => node));
    if (!overlap(shown, nodes, new Set(ids))) keyframes.set({ selected: [], easingAt: null });
  });
  return keyframes;
}

/**
 * Returns whether two sets of elements overlap. Elements also overlap if one is nested in the other, such as an effect
 * in its layer.
 */
function overlap(document: TemplateDocument, one: ReadonlySet<NodeId>, other: ReadonlySet<NodeId>): boolean {
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
