import type { Editor } from '#renderer/editor/editor.ts';
import { revealedView } from '#renderer/editor/timeline-view.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { clipWith, setOpenCopies, shownScenesOf } from './repeated-scenes.ts';
import type { Row } from './row.ts';
import { visibleRows } from './visible-rows.ts';

/** The kinds of rows whose element can have a name. */
export const NAMED_ROWS: ReadonlySet<Row['kind']> = new Set(['layer', 'sound', 'overlay']);

/** Starts renaming a scene, layer, sound, or overlay. Expands its parents, so that the name is visible. */
export function beginRename(editor: Editor, node: NodeId): void {
  const { timeline: view } = editor;
  const { movie, document } = editor.document.state;
  const timeline = timelineOf(movie);
  const folded = shownScenesOf(editor.document.state, view.state).folded.values();
  for (const copies of folded)
    if (copies.element !== originalId(node) && copies.scenes.some(({ scene }) => scene.id === node))
      setOpenCopies(view, copies, true);
  const shown = shownScenesOf(editor.document.state, view.state);
  const clip = clipWith(shown, node);
  const place = clip === null ? null : sceneOfId(shown, clip);
  if (place !== null) {
    view.setView(revealedView(view.state, place.start, place.end, timeline.total));
    view.set({ renaming: node });
    return;
  }
  const { elements } = indexOf(document);
  const ancestors: NodeId[] = [];
  for (let id = elements.get(node)?.parent?.id; id !== undefined; id = elements.get(id)?.parent?.id) ancestors.push(id);
  view.set(({ open, unfolded }) => ({
    open: new Set([...open, ...ancestors.filter((id) => sceneOfId(timeline, id) !== null)]),
    unfolded: new Set([...unfolded, ...ancestors]),
  }));
  const row = visibleRows(movie, view.state).find(({ id }) => id === node);
  if (row === undefined || !NAMED_ROWS.has(row.kind)) return;
  view.set({ focus: { scene: row.owner, part: row.id }, focusRequested: true, renaming: node });
}
