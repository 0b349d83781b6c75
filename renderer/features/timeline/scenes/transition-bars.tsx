import { clsx } from 'clsx';
import { Plus, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { TRANSITION_ICONS } from '#renderer/ui/display/transition-icons.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';
import { transitionLabel } from '../model/labels.ts';
import { brandTransition } from '../model/like-brand.ts';
import { isFirstOfClip, useShownScenes } from '../model/repeated-scenes.ts';
import { CHIP_WIDTH, type OpenCut, openCutsIn, type TransitionBar, transitionsIn } from '../model/scene-geometry.ts';
import { draggedLength } from '../model/scene-plans.ts';
import { useVisibleSpan } from '../model/timeline-context.tsx';
import styles from './transition-bars.module.css';

/** The chips of visible transitions, each over the frames in which both scenes are visible. */
export function TransitionBars({ movie }: { readonly movie: Movie }) {
  const { base, from, to, pixelsPerFrame } = useVisibleSpan();
  const ids = useEditorValue(({ document }) => document.state.selection.ids);
  const timeline = buildTimeline(movie);
  const shown = useShownScenes();
  const isAtClip = (scene: number | null) => scene === null || isFirstOfClip(shown, scene);
  const transitions = timeline.transitions.filter(({ incoming }) => isAtClip(incoming));
  const bars = transitionsIn(transitions, { from, to }, pixelsPerFrame, ids);
  const cuts = openCutsIn(timeline, { from, to }, pixelsPerFrame).filter(({ incoming }) => isAtClip(incoming.index));
  // The added transition receives the focus, because the button that added it disappears.
  const [added, setAdded] = useState<NodeId | null>(null);
  const tabStop = bars.find(({ transition }) => ids.includes(transition.id)) ?? bars[0];
  return (
    <>
      {bars.map((bar) => (
        <Chip
          key={bar.transition.id}
          bar={bar}
          movie={movie}
          base={base}
          selected={ids.includes(bar.transition.id)}
          tabStop={bar === tabStop}
          wantsFocus={bar.transition.id === added}
          onFocused={() => setAdded(null)}
        />
      ))}
      {cuts.map((cut) => (
        <AddTransitionButton key={cut.incoming.scene.id} cut={cut} base={base} onAdded={setAdded} />
      ))}
    </>
  );
}

interface AddTransitionButtonProps {
  readonly cut: OpenCut;
  readonly base: number;
  readonly onAdded: (transition: NodeId | null) => void;
}

/** A button at a cut that adds a transition. It appears while the pointer is near the cut. */
function AddTransitionButton({ cut, base, onAdded }: AddTransitionButtonProps) {
  const { timeline: strings } = useStrings();
  const editor = useEditor();
  const api = useApi();
  const label = strings.addTransitionHere(cut.outgoing.index + 1, cut.incoming.index + 1);
  return (
    <button
      type="button"
      // The button is not a tab stop, because Shift+T does the same.
      tabIndex={-1}
      aria-label={label}
      title={label}
      className={styles.add}
      style={{ left: cut.left - base - ADD_WIDTH / 2 }}
      onClick={() => {
        const at = { after: cut.outgoing.scene.id };
        editor.document.dispatch({
          type: 'transition/add',
          at,
          ...brandTransition(api, editor.document.state.project),
        });
        onAdded(editor.document.state.selection.primary);
      }}
    >
      <Icon icon={Plus} size={12} />
    </button>
  );
}

const ADD_WIDTH = 16;
/** The width in pixels at each end of a transition where it can be dragged. */
const EDGE_WIDTH = 8;

interface ChipProps {
  readonly bar: TransitionBar;
  readonly movie: Movie;
  readonly base: number;
  readonly selected: boolean;
  readonly tabStop: boolean;
  readonly wantsFocus: boolean;
  readonly onFocused: () => void;
}

function Chip({ bar, movie, base, selected, tabStop, wantsFocus, onFocused }: ChipProps) {
  const { timeline: strings } = useStrings();
  const editor = useEditor();
  const { timeline: view } = editor;
  const { transition, length, outgoing, incoming } = bar;
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!wantsFocus) return;
    ref.current?.focus({ preventScroll: true });
    onFocused();
  }, [wantsFocus, onFocused]);
  const neighbor = movie.scenes[incoming ?? outgoing ?? 0]?.id;
  useLayoutEffect(() => {
    const chip = ref.current;
    return () => {
      // If the focused chip is removed, focus the scene after the cut, or else the scene before it.
      if (chip === null || chip !== document.activeElement || neighbor === undefined) return;
      const { movie: now } = editor.document.state;
      if (now?.transitions.some(({ id }) => id === transition.id) === true) return;
      view.set({ focus: { scene: neighbor, part: null }, focusRequested: true });
    };
  }, [editor, view, transition.id, neighbor]);
  const requested = transition.duration;
  const isShort = length < requested;
  const title = transitionLabel(bar, strings);
  const edges = [
    ...(incoming === null || outgoing !== null ? [['start', Math.min(bar.left, bar.chip - EDGE_WIDTH)] as const] : []),
    ...(outgoing === null || incoming !== null
      ? [['end', Math.max(bar.left + bar.width, bar.chip + CHIP_WIDTH + EDGE_WIDTH)] as const]
      : []),
  ];
  return (
    <span role="none" className={styles.whole}>
      <span
        aria-hidden={true}
        className={clsx(styles.span, selected && styles.spanOn)}
        style={{ left: bar.left - base, width: bar.width }}
      />
      {edges.map(([edge, at]) => (
        <span
          key={edge}
          aria-hidden={true}
          title={strings.transitionEdge}
          data-part={transition.id}
          data-transition-edge={edge}
          className={clsx(styles.edge, selected && styles.edgeOn)}
          style={{ left: (edge === 'start' ? at : at - EDGE_WIDTH) - base, width: EDGE_WIDTH }}
        />
      ))}
      <button
        ref={ref}
        type="button"
        tabIndex={tabStop ? 0 : -1}
        aria-label={title}
        aria-pressed={selected}
        title={isShort ? `${title}. ${strings.transitionShort(length, requested)}` : title}
        data-part={transition.id}
        className={clsx(styles.chip, selected && styles.chipOn)}
        style={{ left: bar.chip - base, width: CHIP_WIDTH }}
        onClick={() => editor.selection.select([transition.id])}
        onKeyDown={(event) => {
          const by = lengthChangeOf(event);
          if (by === 0) return focusNeighbor(event);
          event.preventDefault();
          event.stopPropagation();
          const duration = draggedLength(movie, bar, 'end', by);
          editor.selection.select([transition.id]);
          const command = { type: 'transition/set-duration', transition: transition.id, duration } as const;
          const done = editor.document.dispatch(command, { key: `length ${transition.id}` });
          view.say(done.ok ? strings.frames(duration) : say(done.error));
        }}
      >
        <Icon icon={isShort ? TriangleAlert : TRANSITION_ICONS[transition.look.type]} size={12} />
      </button>
    </span>
  );
}

/**
 * Returns the number of frames by which Shift with an arrow key lengthens a transition. Negative if it shortens the
 * transition; 0 for other keys.
 */
function lengthChangeOf({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): number {
  if (!shiftKey || altKey || ctrlKey || metaKey) return 0;
  return key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
}

/** Moves the focus to the neighboring visible transition with the left and right arrow keys. */
function focusNeighbor(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (step === 0) return;
  const all = [
    ...(event.currentTarget.parentElement?.parentElement?.querySelectorAll<HTMLElement>('button[data-part]') ?? []),
  ];
  all[all.indexOf(event.currentTarget) + step]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
