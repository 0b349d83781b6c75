import { ContentNumbers } from '#shared/editing/compare/compare-match.ts';
import { hasCode } from '#shared/messages/message.ts';
import { elementsOf, type NodeId, type TemplateDocument } from '#shared/template/document/document.ts';
import type { Editor } from './editor.ts';
import { useEditorValue } from './editor-context.tsx';
import { type Clock, systemClock } from './saving/clock.ts';
import { NOTHING_CHANGED } from './view-state.ts';

/** The time in milliseconds for which the editor marks changed elements. */
const MARKED_MILLISECONDS = 4000;

/**
 * Marks the elements that a step of a program changed, until a few seconds after its last step. Returns a function that
 * stops this.
 */
export function markChangedParts(
  { document, view }: Pick<Editor, 'document' | 'view'>,
  clock: Pick<Clock, 'after'> = systemClock,
): () => void {
  let cancel: (() => void) | null = null;
  const stop = document.subscribe((now, before) => {
    if (now.history.nextId === before.history.nextId) return;
    const label = now.history.entries[now.history.position - 1]?.label;
    if (!hasCode(label, 'step/take-change-of')) return;
    cancel?.();
    const ids = changedIds(before.source.document, now.source.document);
    const { author } = label.values;
    view.set(({ changedParts }) => ({ changedParts: { ids: new Set([...changedParts.ids, ...ids]), author } }));
    cancel = clock.after(MARKED_MILLISECONDS, () => view.set({ changedParts: NOTHING_CHANGED }));
  });
  return () => {
    stop();
    cancel?.();
  };
}

/** Returns the ids of the elements of `after` that are new or have other content than in `before`. */
function changedIds(before: TemplateDocument, after: TemplateDocument): ReadonlySet<NodeId> {
  const contents = new ContentNumbers();
  const known = new Map([...elementsOf(before.root)].map((element) => [element.id, contents.of(element)]));
  const changed = [...elementsOf(after.root)].filter((element) => known.get(element.id) !== contents.of(element));
  return new Set(changed.map(({ id }) => id));
}

/** Returns the value of `data-changed`: empty if a program changed the element in the last seconds. */
export function useChangedMark(id: NodeId): '' | undefined {
  return useEditorValue(({ view }) => (view.state.changedParts.ids.has(id) ? '' : undefined));
}
