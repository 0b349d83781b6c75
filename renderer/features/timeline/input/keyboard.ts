import { type FocusEvent, type KeyboardEvent, useMemo } from 'react';
import type { ActionRuntime } from '#renderer/actions/action-runtime.ts';
import { useActions } from '#renderer/actions/use-actions.tsx';
import type { Editor } from '#renderer/editor/editor.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { revealedView, type TimelineView, type TreeFocus } from '#renderer/editor/timeline-view.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { type Selection, type SelectMode, selectMode } from '#shared/editing/model/selection.ts';
import { sceneOfId, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { createPropertyKeys } from '../keyframes/move-keys.ts';
import { decibels, rowTitle, sceneTitle } from '../model/labels.ts';
import { toggledScene, withId } from '../model/open-scenes.ts';
import { attributeOf, rowIdOf, sceneNamed } from '../model/pointed-elements.ts';
import {
  clickedElement,
  clipContent,
  clipWith,
  selectClip,
  setOpenCopies,
  shownScenesOf,
} from '../model/repeated-scenes.ts';
import { type CaseRow, hasBar, type Row, type SoundRow } from '../model/row.ts';
import { inCaseLanes } from '../model/row-filters.ts';
import { volumeKeysOf, withVolumeChange } from '../model/row-plans.ts';
import { isTreeKey, type TreeMove, treeMove } from '../model/tree-keys.ts';
import { visibleRows } from '../model/visible-rows.ts';

/** Returns the key handler of the timeline. Other keys bubble to the table of actions. */
export function useGridKeys() {
  const editor = useEditor();
  const { timeline: view } = editor;
  const runtime = useActions();
  const { timeline: strings } = useStrings();
  return useMemo(() => createGridKeys({ editor, view, runtime, words: strings }), [editor, view, runtime, strings]);
}

interface GridDependencies {
  readonly editor: Editor;
  readonly view: TimelineView;
  readonly runtime: ActionRuntime;
  readonly words: Catalogue['timeline'];
}

function createGridKeys({ editor, view, runtime, words }: GridDependencies) {
  const clips = () => shownScenesOf(editor.document.state, view.state);
  const scenes = () => clips().scenes;
  /** Returns the scenes that arrow keys can reach: all scenes outside case lanes, and the focused scene. */
  const navigableScenes = (focused: NodeId) => {
    const inLanes = inCaseLanes(timelineOf(editor.document.state.movie), view.state.open);
    return scenes().filter(({ id }) => id === focused || !inLanes.has(id));
  };
  const announce = (id: NodeId) => {
    const place = sceneOfId(timelineOf(editor.document.state.movie), id);
    if (place === null) return;
    const copies = clips().folded.get(id) ?? null;
    const title = copies?.title ?? sceneTitle(place.scene, words);
    view.say(words.sceneLabel(place.index + 1, title, clipContent(place.scene, copies).frames));
  };
  const reveal = (id: NodeId) => {
    const shown = clips();
    const place = sceneOfId(shown, id);
    if (place !== null) view.setView(revealedView(view.state, place.start, place.end, shown.total));
  };
  const rows = () => visibleRows(editor.document.state.movie, view.state);
  const selectScene = (scene: NodeId, mode: SelectMode) =>
    selectClip(editor, clips().folded.get(scene) ?? null, scene, mode);
  const go = (focus: TreeFocus, mode: SelectMode | null) => {
    view.set({ focus, focusRequested: true, byKeyboard: true });
    if (focus.part === null) reveal(focus.scene);
    else revealRow(focus.part);
    // A hint row cannot be selected: it does not represent an element.
    const isHint = rows().some(({ id, kind }) => id === focus.part && kind === 'hint');
    if (mode === null || isHint) return;
    if (focus.part !== null) return editor.selection.click(elementOf(focus.part), mode);
    // Select only scenes here, because `focus.scene` can also be the movie or an overlay.
    if (scenes().some(({ id }) => id === focus.scene)) selectScene(focus.scene, mode);
  };
  /** Returns the element to select for a row. For the row of a property, this is the owner of the property. */
  const elementOf = (part: NodeId): NodeId => {
    const row = rows().find(({ id }) => id === part);
    return row?.kind === 'property' ? row.node : part;
  };
  const isRemovable = ({ scene, part }: TreeFocus): boolean =>
    part === null
      ? scenes().some(({ id }) => id === scene)
      : rows().some(({ id, kind }) => id === part && (kind === 'layer' || kind === 'sound'));
  /** Scrolls to a row. The horizontal position changes only if the bar is out of view. */
  const revealRow = (part: NodeId) => {
    const row = rows().find(({ id }) => id === part);
    if (row === undefined || !hasBar(row)) return;
    const state = view.state;
    view.setView(
      revealedView(state, row.start, Math.min(row.end, row.limit), timelineOf(editor.document.state.movie).total),
    );
  };
  /** Expands a folded clip into one clip per copy. Returns false if the clip is not folded. */
  const showCopies = (scene: NodeId): boolean => {
    const copies = clips().folded.get(scene);
    if (copies === undefined || copies.count === 0) return false;
    setOpenCopies(view, copies, true);
    return true;
  };
  const applyMove = (move: TreeMove, mode: SelectMode | null) => {
    switch (move.kind) {
      case 'focus':
        return go(move.focus, mode);
      case 'open': {
        if (showCopies(move.scene)) return;
        view.set({ open: new Set([move.scene]) });
        const first = rows().find(({ owner }) => owner === move.scene);
        return first === undefined ? undefined : go({ scene: move.scene, part: first.id }, mode);
      }
      case 'fold':
      case 'unfold':
        return view.set(({ unfolded }) => ({ unfolded: withId(unfolded, move.id, move.kind === 'unfold') }));
      default:
        return move satisfies never;
    }
  };

  const layerKeys = createLayerKeys(runtime);
  const trim = (scene: NodeId, by: number) => {
    const place = sceneOfId(timelineOf(editor.document.state.movie), scene);
    if (place === null || clips().folded.get(scene)?.isScene === false) return;
    const result = editor.document.dispatch(
      { type: 'scene/trim-end', scene, duration: place.scene.duration + by },
      { key: `trim ${scene}` },
    );
    if (result.ok) announce(scene);
    else view.say(say(result.error));
  };
  const move = (focus: TreeFocus, direction: -1 | 1) => {
    const indexNow = () => scenes().findIndex(({ id }) => id === focus.scene);
    const before = indexNow();
    runtime.run(direction < 0 ? 'scene/move-earlier' : 'scene/move-later');
    view.set({ focusRequested: true });
    reveal(focus.scene);
    if (indexNow() !== before) view.say(words.moved(indexNow() + 1, scenes().length));
  };

  const onSideways = (event: KeyboardEvent, focus: TreeFocus, direction: -1 | 1): boolean => {
    if (event.altKey) move(focus, direction);
    else if (event.shiftKey) trim(focus.scene, direction);
    else return false;
    return true;
  };
  /** Shows or hides the layers of a scene, or shows the copies of a folded clip. */
  const toggleLayers = (scene: NodeId) => {
    if (!showCopies(scene)) view.set(({ open }) => ({ open: toggledScene(open, scene, false) }));
  };
  const onSceneKey = (event: KeyboardEvent, focus: TreeFocus): boolean => {
    const sideways = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (sideways !== 0) return onSideways(event, focus, sideways);
    if (event.key === ' ') {
      selectScene(focus.scene, event.shiftKey ? 'range' : 'toggle');
    } else if (
      event.key === 'Enter' &&
      sceneOfId(timelineOf(editor.document.state.movie), focus.scene)?.scene.enabled === false
    ) {
      // A skipped scene is only a chip without rows to expand. The key E enables the scene.
      go(focus, 'only');
    } else if (event.key === 'Enter') toggleLayers(focus.scene);
    else return false;
    return true;
  };
  /** Changes the volume by half a decibel, or moves the focus from the bar to the first point of its volume line. */
  const onSoundKey = (event: KeyboardEvent, { sound }: SoundRow): boolean => {
    const { altKey, shiftKey, ctrlKey, metaKey, key, target } = event;
    if (shiftKey || ctrlKey || metaKey) return false;
    if (key === 'ArrowRight' && !altKey && target instanceof Element && target.matches('[data-bar]')) {
      const point = target.parentElement?.querySelector<HTMLElement>('[data-key-point]');
      point?.focus();
      return point != null;
    }
    if (!altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false;
    const change = withVolumeChange(
      volumeKeysOf(editor.document.state, sound.id),
      sound,
      key === 'ArrowUp' ? 0.5 : -0.5,
    );
    if (change !== null && editor.document.dispatch(change.command, { key: `volume ${sound.id}` }).ok)
      view.say(decibels(change.volume));
    return true;
  };
  /** Runs the action of the hint row. Returns whether the key was handled. */
  const onHintKey = ({ key, target }: KeyboardEvent): boolean => {
    if ((key !== 'Enter' && key !== ' ') || !(target instanceof Element)) return false;
    target.querySelector<HTMLElement>('[data-hint-button]')?.click();
    return true;
  };
  const caseKeys = createCaseKeys({ editor, view, words, rows });
  const propertyKeys = createPropertyKeys(editor, view);
  /**
   * Handles a key that is specific to the kind of the row, or a key that works on all layers. Returns whether the key
   * was handled.
   */
  const onKeyOfRowKind = (event: KeyboardEvent, row: Row): boolean => {
    switch (row.kind) {
      case 'case':
        return caseKeys.onKey(event, row);
      case 'hint':
        return onHintKey(event);
      case 'property':
        return propertyKeys.onKey(event, row);
      case 'sound':
        return onSoundKey(event, row) || layerKeys.onKey(event);
      default:
        return layerKeys.onKey(event);
    }
  };
  const onPartKey = (event: KeyboardEvent, focus: TreeFocus): boolean => {
    const row = rows().find(({ id }) => id === focus.part);
    if (row !== undefined && onKeyOfRowKind(event, row)) return true;
    // The tree handles the other keys of these rows.
    if (row?.kind === 'property' || row?.kind === 'hint') return false;
    if (event.key === ' ' || event.key === 'Enter')
      go(focus, selectMode({ shift: event.shiftKey, mod: event.ctrlKey || event.metaKey }));
    else if (event.key === 'Escape') {
      const isScene = scenes().some(({ id }) => id === focus.scene);
      go({ scene: isScene ? focus.scene : (scenes()[0]?.id ?? focus.scene), part: null }, 'only');
    } else return false;
    return true;
  };

  const onTreeKey = (event: KeyboardEvent, focus: TreeFocus): boolean => {
    if (!isTreeKey(event.key) || event.altKey || event.shiftKey) return false;
    const move = treeMove({ scenes: navigableScenes(focus.scene), rows: rows() }, focus, event.key);
    if (move !== null) applyMove(move, event.ctrlKey || event.metaKey ? null : 'only');
    return true;
  };

  /**
   * Returns the focus. If the focused scene is in a folded clip, the focus contains the scene that represents the clip.
   */
  const focusedClip = (focus: TreeFocus | null): TreeFocus | null => {
    if (focus === null || focus.part !== null) return focus;
    return { ...focus, scene: clipWith(clips(), focus.scene) ?? focus.scene };
  };

  return {
    onFocus: (event: FocusEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const onBar = target?.matches('[data-bar]') === true;
      if (target?.matches('[role=row]') !== true && !onBar) return;
      const { movie } = editor.document.state;
      const part = rowIdOf(target);
      const row = part === null ? undefined : rows().find(({ id }) => id === part);
      const scene = row?.owner ?? sceneNamed(movie, attributeOf(target, 'data-scene'));
      if (scene === null) return;
      const byKeyboard = target?.matches(':focus-visible') === true;
      view.set({ focus: { scene, part: row?.id ?? null, ...(onBar && { onBar }) }, byKeyboard });
      if (byKeyboard && row === undefined) reveal(scene);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { byKeyboard } = view.state;
      const focus = focusedClip(view.state.focus);
      const target = event.target instanceof Element ? event.target : null;
      const isProperty = target?.matches('[data-row=property]') === true;
      // If the pointer made the selection, arrow keys move the playhead by frames. With Alt, they still change the
      // volume of a sound.
      if (!(byKeyboard || isProperty || isVolumeKey(event, target)) || focus === null) return;
      if (target?.matches('[role=row], [data-bar]') !== true) return;
      const removed = elementRemovedByKey(event, focus, editor.document.state.selection);
      // Only select the element here. The key event then bubbles to the delete action, which removes the element.
      if (removed !== null && isRemovable(focus)) return editor.selection.select([clickedElement(clips(), removed)]);
      const isHandled = focus.part === null ? onSceneKey(event, focus) : onPartKey(event, focus);
      if (isHandled || onTreeKey(event, focus)) event.preventDefault();
    },
  };
}

/** Returns the focused row or scene if the key is Delete or Backspace and nothing is selected; null otherwise. */
export function elementRemovedByKey(
  {
    key,
    altKey,
    shiftKey,
    ctrlKey,
    metaKey,
  }: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  { scene, part }: TreeFocus,
  { primary }: Selection,
): NodeId | null {
  const isRemove = (key === 'Delete' || key === 'Backspace') && !(altKey || shiftKey || ctrlKey || metaKey);
  return isRemove && primary === null ? (part ?? scene) : null;
}

/** Returns whether the key changes the volume of a sound. */
function isVolumeKey({ altKey, key }: KeyboardEvent, target: Element | null): boolean {
  return altKey && (key === 'ArrowUp' || key === 'ArrowDown') && target?.closest('[data-row=sound]') != null;
}

/** The actions of keys on a focused row. Like buttons and menus, they apply to the selected layers. */
const LAYER_KEYS: Readonly<Record<string, string>> = {
  'Alt+ArrowUp': 'layer/forward',
  'Alt+ArrowDown': 'layer/backward',
  'Alt+ArrowLeft': 'layer/earlier',
  'Alt+ArrowRight': 'layer/later',
  'Alt+Shift+ArrowLeft': 'layer/much-earlier',
  'Alt+Shift+ArrowRight': 'layer/much-later',
  'Shift+ArrowLeft': 'layer/shorter',
  'Shift+ArrowRight': 'layer/longer',
};

/**
 * Creates the key handler of rows. In the tree, an arrow key with Alt or Shift changes the selected layers. Outside the
 * tree, the same keys move between scenes or frames.
 */
function createLayerKeys(runtime: Pick<ActionRuntime, 'run'>) {
  return {
    onKey: ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
      if (ctrlKey || metaKey) return false;
      const action = LAYER_KEYS[`${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${key}`];
      if (action === undefined) return false;
      runtime.run(action);
      return true;
    },
  };
}

interface CaseKeysDependencies {
  readonly editor: Editor;
  readonly view: TimelineView;
  readonly words: Catalogue['timeline'];
  readonly rows: () => readonly Row[];
}

/**
 * Creates the key handler of case lanes, which reorders and trims the cases. The handler returns whether it handled the
 * key.
 */
function createCaseKeys({ editor, view, words, rows }: CaseKeysDependencies) {
  const reorder = (row: CaseRow, direction: -1 | 1): boolean => {
    const cases = rows().filter((each): each is CaseRow => each.kind === 'case' && each.choice === row.choice);
    const neighbor = cases[cases.findIndex(({ id }) => id === row.id) + direction];
    if (neighbor === undefined) return true;
    const to = direction < 0 ? { before: neighbor.id } : { after: neighbor.id };
    const result = editor.document.dispatch({ type: 'scene/move', scenes: [row.id], to });
    view.set({ focusRequested: true });
    view.say(result.ok ? words.layerMoved : say(result.error));
    return true;
  };
  const trim = ({ id, scenes: [scene] }: CaseRow, by: number): boolean => {
    if (scene?.id !== id) return true;
    const duration = scene.duration + by;
    const result = editor.document.dispatch({ type: 'scene/trim-end', scene: id, duration }, { key: `trim ${id}` });
    const after = rows().find((each) => each.id === id);
    if (!result.ok) view.say(say(result.error));
    else if (after?.kind === 'case') view.say(`${rowTitle(after)}, ${words.frames(after.end - after.start)}`);
    return true;
  };
  return {
    onKey: ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent, row: CaseRow): boolean => {
      if (ctrlKey || metaKey) return false;
      const vertical = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
      const sideways = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
      if (altKey && !shiftKey && vertical !== 0) return reorder(row, vertical);
      if (shiftKey && !altKey && sideways !== 0) return trim(row, sideways);
      return false;
    },
  };
}
