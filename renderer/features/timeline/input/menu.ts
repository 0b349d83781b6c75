import { type Bookmark, Crosshair, Flag, TextCursorInput, Trash2 } from 'lucide-react';
import { type MouseEvent, type RefObject, useMemo, useRef } from 'react';
import { actionEntries, useActions } from '#renderer/actions/use-actions.tsx';
import type { Editor } from '#renderer/editor/editor.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { removeMarker } from '#shared/editing/model/editing-record.ts';
import { selectedScenes } from '#shared/editing/model/selection.ts';
import { message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { pointerPosition } from '../gestures/gesture.ts';
import { laneHeightsOf, RULER_HEIGHT } from '../model/lane-heights.ts';
import { turnIntoChapters } from '../model/marker-chapters.ts';
import { attributeOf, sceneNamed } from '../model/pointed-elements.ts';
import { clickedElement, shownScenesOf } from '../model/repeated-scenes.ts';
import { clipsIn, hitClip } from '../model/scene-geometry.ts';
import { childAt } from './pointer.ts';

const sceneMenu = [
  'scene/open-layers',
  'scene/toggle-copies',
  'timeline/only-at-playhead',
  null,
  'scene/split',
  'scene/trim-start',
  'scene/trim-end',
  'transition/add',
  'scene/add',
  'scene/make-choice',
  null,
  'edit/cut',
  'edit/copy',
  'edit/paste',
  'edit/duplicate',
  null,
  'effects/copy',
  'effects/paste',
  'layer/detach-sound',
  null,
  'scene/rename',
  'scene/toggle-enabled',
  'scene/move-earlier',
  'scene/move-later',
  'timeline/zoom-selection',
  null,
  'edit/delete',
] as const;
const layerMenu = [
  'scene/split',
  'scene/trim-start',
  'scene/trim-end',
  null,
  'edit/cut',
  'edit/copy',
  'edit/paste',
  'edit/duplicate',
  null,
  'effects/copy',
  'effects/paste',
  'layer/detach-sound',
  null,
  'layer/forward',
  'layer/backward',
  'layer/group',
  'layer/ungroup',
  'layer/show-alone',
  'layer/lock',
  'scene/rename',
  'scene/toggle-enabled',
  null,
  'timeline/only-at-playhead',
  null,
  'edit/delete',
] as const;
const emptyMenu = [
  'scene/add',
  'edit/paste',
  'edit/select-all',
  null,
  'marker/add',
  'range/set-in',
  'range/set-out',
  'range/clear',
  null,
  'timeline/snapping',
  'timeline/ruler-frames',
  'timeline/playhead-follows',
  'timeline/only-at-playhead',
  'timeline/zoom-fit',
] as const;

type MenuTarget =
  | { readonly kind: 'marker'; readonly id: string }
  | { readonly kind: 'scene' }
  | { readonly kind: 'layer' }
  | { readonly kind: 'empty' };

/** Handles the context menu of the timeline: opens it at the pointer, and selects the element under the pointer. */
export function useTimelineMenu(ref: RefObject<HTMLDivElement | null>) {
  const runtime = useActions();
  const editor = useEditor();
  const { record } = useEditor();
  const { timeline: view } = editor;
  const { timeline: strings } = useStrings();
  const target = useRef<MenuTarget>({ kind: 'empty' });
  return useMemo(() => {
    const sceneAt = (event: MouseEvent, target: Element | null): NodeId | null => {
      const { movie } = editor.document.state;
      const sceneOfElement = sceneNamed(movie, attributeOf(target, 'data-scene'));
      if (sceneOfElement !== null) return sceneOfElement;
      const element = ref.current;
      if (element === null) return null;
      const { x, y } = pointerPosition(element, event);
      if (y < RULER_HEIGHT + laneHeightsOf(movie, view.state).skipped) return null;
      const { scroll, pixelsPerFrame } = view.state;
      const at = x + scroll;
      const clips = clipsIn(
        shownScenesOf(editor.document.state, view.state),
        { from: at - 64, to: at + 64 },
        pixelsPerFrame,
      );
      return hitClip(clips, at, new Set())?.box.scene.id ?? null;
    };
    const targetOf = (event: MouseEvent): MenuTarget => {
      const target = event.target instanceof Element ? event.target : null;
      const marker = attributeOf(target, 'data-marker');
      if (marker !== null) return { kind: 'marker', id: marker };
      const part = childAt({ editor }, target);
      if (part !== null) {
        if (!editor.document.state.selection.ids.includes(originalId(part))) editor.selection.select([part]);
        return { kind: 'layer' };
      }
      const scene = sceneAt(event, target);
      if (scene === null) return { kind: 'empty' };
      const shown = shownScenesOf(editor.document.state, view.state);
      selectScene(editor, clickedElement(shown, scene));
      return { kind: 'scene' };
    };
    const markerEntries = (id: string): readonly MenuEntry[] => {
      const marker = record.current.markers.find((each) => each.id === id);
      if (marker === undefined) return [];
      const entry = (name: string, label: string, icon: typeof Bookmark, run: () => void): MenuEntry => ({
        kind: 'command',
        id: name,
        label,
        icon,
        run,
      });
      return [
        entry('go', strings.goToMarker, Crosshair, () => editor.playback.seek(marker.frame)),
        entry('rename', strings.renameMarker, TextCursorInput, () => view.set({ renamingMarker: id })),
        entry('chapter', strings.markerToChapter, Flag, () => turnIntoChapters(editor, [marker])),
        entry('delete', strings.deleteMarker, Trash2, () => {
          record.edit(message('step/delete-markers', { count: 1 }), (now) => removeMarker(now, id));
          view.say(strings.markerDeleted);
        }),
      ];
    };
    return {
      onContextMenuCapture: (event: MouseEvent) => {
        target.current = targetOf(event);
      },
      entries: (): readonly MenuEntry[] => {
        const at = target.current;
        switch (at.kind) {
          case 'marker':
            return markerEntries(at.id);
          case 'scene':
            return actionEntries(runtime, sceneMenu);
          case 'layer':
            return actionEntries(runtime, layerMenu);
          case 'empty':
            return actionEntries(runtime, emptyMenu);
          default:
            return at satisfies never;
        }
      },
    };
  }, [ref, runtime, editor, record, view, strings]);
}

/** Selects a scene unless it is already part of the selection. */
function selectScene(editor: Editor, scene: NodeId): void {
  if (selectedScenes(editor.document.state).includes(originalId(scene))) return;
  editor.selection.select([scene]);
}
