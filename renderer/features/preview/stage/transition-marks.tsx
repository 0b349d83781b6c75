import { clsx } from 'clsx';
import {
  ArrowDown,
  ArrowDownLeft,
  ArrowDownRight,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ArrowUpLeft,
  ArrowUpRight,
} from 'lucide-react';
import type { PointerEvent } from 'react';
import { editGesture } from '#renderer/editor/edit-gesture.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { memoised } from '#renderer/editor/selectors.ts';
import { type DragPoint, startDrag } from '#renderer/interaction/drag.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import type { NodeId } from '#shared/template/document/document.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import styles from './transition-marks.module.css';
import { directionToward, edgeOf, labelCorners, type TransitionSide, transitionProgressAt } from './transition-side.ts';

/** The arrow for the movement of the incoming scene, by the side from which it comes. */
const ARROWS = {
  left: ArrowRight,
  right: ArrowLeft,
  top: ArrowDown,
  bottom: ArrowUp,
  topleft: ArrowDownRight,
  topright: ArrowDownLeft,
  bottomleft: ArrowUpRight,
  bottomright: ArrowUpLeft,
} as const;

const selectTransitionAtPlayhead = memoised(
  ({ movie, selection, playhead }: EditorState) => [movie, selection, playhead] as const,
  (movie, { ids }, playhead) => {
    const [id, ...others] = ids;
    if (movie === null || others.length > 0) return null;
    const placed = buildTimeline(movie).transitions.find(({ transition }) => transition.id === id);
    const moment = placed === undefined ? null : transitionProgressAt(placed, playhead);
    return placed === undefined || moment === null ? null : { movie, placed, moment };
  },
);

/** The marks of a selected transition over the picture: the names of both scenes, the progress, and the direction. */
export function TransitionMarks() {
  const { preview, timeline } = useStrings();
  const shownTransition = useEditorValue(({ document }) => selectTransitionAtPlayhead(document.state));
  if (shownTransition === null) return null;
  const { movie, placed, moment } = shownTransition;
  const { transition, outgoing, incoming } = placed;
  const { look } = transition;
  const nameOf = (index: number | null) => {
    const scene = index === null ? undefined : movie.scenes[index];
    if (scene === undefined || index === null) return preview.background;
    return scene.name?.trim() || preview.sceneNumber(index + 1);
  };
  const [outgoingCorner, incomingCorner] = labelCorners('from' in look ? look.from : 'right');
  const isBeside = [outgoingCorner, incomingCorner].includes('bottomLeft');
  const percent = Math.round(moment.progress * 100);
  const at = preview.transitionAt(timeline.transitionTypes[look.type], percent, moment.frame, moment.length);
  return (
    <div className={styles.marks}>
      <span className={clsx(styles.mark, styles[outgoingCorner])}>{nameOf(outgoing)}</span>
      <span className={clsx(styles.mark, styles[incomingCorner])}>{nameOf(incoming)}</span>
      <span className={clsx(styles.mark, styles.progress, isBeside && styles.raised, 'tabular')}>{at}</span>
      {'from' in look && (
        <SideHandle
          transition={transition.id}
          from={look.from}
          hasCorners={look.type === 'wipe'}
          edge={edgeOf(look.from, look.type === 'wipe' ? look.softness : 0, moment.progress)}
        />
      )}
    </div>
  );
}

interface SideHandleProps {
  readonly transition: NodeId;
  readonly from: TransitionSide;
  readonly hasCorners: boolean;
  readonly edge: { readonly x: number; readonly y: number };
}

/**
 * The handle on the edge between both scenes. Dragging it around the center sets the direction from which the incoming
 * scene comes.
 */
function SideHandle({ transition, from, hasCorners, edge }: SideHandleProps) {
  const { preview } = useStrings();
  const editor = useEditor();
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const frame = event.currentTarget.parentElement;
    if (frame === null) return;
    const plan = ({ x, y }: DragPoint) => {
      const { width, height } = frame.getBoundingClientRect();
      const side = directionToward({ x: x / width, y: y / height }, hasCorners);
      const command = { type: 'attribute/set', node: transition, name: 'direction', value: side } as const;
      return { command: side === from ? null : command };
    };
    startDrag(event, editGesture(editor, { plan }), { relativeTo: frame, cursor: 'grabbing' });
  };
  const isAcross = from === 'left' || from === 'right';
  const isDown = from === 'top' || from === 'bottom';
  const [left, top] = [`${edge.x * 100}%`, `${edge.y * 100}%`];
  return (
    <>
      {isAcross && <i className={styles.upright} style={{ left }} />}
      {isDown && <i className={styles.level} style={{ top }} />}
      <span
        // The accessible alternative is the field Direction in the inspector.
        aria-hidden={true}
        title={preview.dragSide}
        className={clsx('draggable', styles.side)}
        data-transition-side={from}
        style={{ left, top }}
        onPointerDown={drag}
      >
        <Icon icon={ARROWS[from]} size={14} />
      </span>
    </>
  );
}
