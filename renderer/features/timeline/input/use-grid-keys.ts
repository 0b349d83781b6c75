import { type FocusEvent, type KeyboardEvent, useMemo } from 'react';
import { clickElement } from '../../../../shared/editing/selected-nodes.ts';
import { clickNode, type SelectMode, sceneIds, selectMode } from '../../../../shared/editing/selection.ts';
import { sceneOfId, timelineOf } from '../../../../shared/editing/timeline.ts';
import type { NodeId } from '../../../../shared/template/document/document.ts';
import type { ActionRuntime } from '../../../actions/runtime/action-runtime.ts';
import { useActions } from '../../../actions/runtime/use-actions.tsx';
import { useEditorStore } from '../../../state/editor-context.tsx';
import type { EditorStore } from '../../../state/editor-store.ts';
import type { Catalogue } from '../../../strings/catalogue.ts';
import { say } from '../../../strings/say.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { isTreeKey, type TreeFocus, treeTarget } from '../grid/rows.ts';
import { revealedView } from '../layout/view.ts';
import { childNamed, sceneNamed } from '../model/named-elements.ts';
import { sceneTitle } from '../model/scene-words.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';
import type { TimelineStore } from '../model/timeline-store.ts';
import { attributeOf } from './use-gestures.ts';

/** The timeline without a pointer. Keys that are not the tree's own go on to the table of actions. */
export function useGridKeys() {
  const editor = useEditorStore();
  const view = useTimelineStore();
  const runtime = useActions();
  const { timeline: words } = useStrings();
  return useMemo(() => createGridKeys({ editor, view, runtime, words }), [editor, view, runtime, words]);
}

interface GridDependencies {
  readonly editor: EditorStore;
  readonly view: TimelineStore;
  readonly runtime: ActionRuntime;
  readonly words: Catalogue['timeline'];
}

function createGridKeys({ editor, view, runtime, words }: GridDependencies) {
  const scenes = () => timelineOf(editor.getState().movie).scenes;
  const announce = (id: NodeId) => {
    const place = sceneOfId(timelineOf(editor.getState().movie), id);
    if (place !== null)
      view.say(words.sceneLabel(place.index + 1, sceneTitle(place.scene, words), place.scene.duration));
  };
  const reveal = (id: NodeId) => {
    const timeline = timelineOf(editor.getState().movie);
    const place = sceneOfId(timeline, id);
    if (place !== null) view.setView(revealedView(view.getState(), place.start, place.end, timeline.total));
  };
  const go = (focus: TreeFocus, selects: SelectMode | null) => {
    const isPart = focus.part !== null;
    view.setState({ focus, focusWanted: true, byKeyboard: true, open: isPart ? focus.scene : closedBy(focus) });
    reveal(focus.scene);
    if (selects === null) return;
    const { selection, document } = editor.getState();
    if (focus.part !== null) return editor.actions.select(clickElement({ document, selection }, focus.part, selects));
    editor.actions.select(clickNode(selection, focus.scene, { mode: selects, order: sceneIds(document) }));
  };
  /** The list of parts stays open only for its own scene. */
  const closedBy = ({ scene }: TreeFocus) => (view.getState().open === scene ? scene : null);

  const trim = (scene: NodeId, by: number) => {
    const place = sceneOfId(timelineOf(editor.getState().movie), scene);
    if (place === null) return;
    const done = editor.actions.dispatch(
      { type: 'scene/trim-end', scene, duration: place.scene.duration + by },
      { key: `trim ${scene}` },
    );
    if (done.ok) announce(scene);
    else view.say(say(done.error));
  };
  const move = (focus: TreeFocus, direction: -1 | 1) => {
    runtime.run(direction < 0 ? 'scene/move-earlier' : 'scene/move-later');
    const all = scenes();
    view.setState({ focusWanted: true });
    reveal(focus.scene);
    view.say(words.moved(all.findIndex(({ id }) => id === focus.scene) + 1, all.length));
  };

  const onSideways = (event: KeyboardEvent, focus: TreeFocus, direction: -1 | 1): boolean => {
    if (event.altKey) move(focus, direction);
    else if (event.shiftKey) trim(focus.scene, direction);
    else return false;
    return true;
  };
  const onSceneKey = (event: KeyboardEvent, focus: TreeFocus): boolean => {
    const sideways = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (sideways !== 0) return onSideways(event, focus, sideways);
    if (event.key === ' ') {
      const { selection, document } = editor.getState();
      const mode = event.shiftKey ? 'range' : 'toggle';
      editor.actions.select(clickNode(selection, focus.scene, { mode, order: sceneIds(document) }));
    } else if (event.key === 'Enter') {
      const isOpen = view.getState().open === focus.scene;
      view.setState({ open: isOpen ? null : focus.scene });
    } else return false;
    return true;
  };
  const onPartKey = (event: KeyboardEvent, focus: TreeFocus): boolean => {
    if (event.key === ' ' || event.key === 'Enter')
      go(focus, selectMode({ shift: event.shiftKey, mod: event.ctrlKey || event.metaKey }));
    else if (event.key === 'Escape') {
      go({ scene: focus.scene, part: null }, 'only');
      view.setState({ open: null });
    } else return false;
    return true;
  };

  const onTreeKey = (event: KeyboardEvent, focus: TreeFocus): boolean => {
    if (!isTreeKey(event.key) || event.altKey || event.shiftKey) return false;
    const next = treeTarget(scenes(), focus, event.key);
    if (next !== null) go(next, event.ctrlKey || event.metaKey ? null : 'only');
    return true;
  };

  return {
    onFocus: (event: FocusEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      if (target?.matches('[role=row]') !== true) return;
      const { movie } = editor.getState();
      const scene = sceneNamed(movie, attributeOf(target, 'data-scene') ?? attributeOf(target, 'data-owner'));
      if (scene === null) return;
      const part = childNamed(movie, attributeOf(target, 'data-part'));
      const byKeyboard = target.matches(':focus-visible');
      view.setState({ focus: { scene, part }, byKeyboard });
      if (byKeyboard && part === null) reveal(scene);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { focus, byKeyboard } = view.getState();
      const target = event.target instanceof Element ? event.target : null;
      if (!byKeyboard || focus === null || target?.matches('[role=row]') !== true) return;
      const isOwn = focus.part === null ? onSceneKey(event, focus) : onPartKey(event, focus);
      if (isOwn || onTreeKey(event, focus)) event.preventDefault();
    },
  };
}
