import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { selectNodes } from '../../../../shared/editing/selection.ts';
import { settle } from '../../../../shared/film/scenes/settle.ts';
import type { Movie } from '../../../../shared/template/movie/movie.ts';
import { useEditor, useEditorStore } from '../../../state/editor-context.tsx';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { TRANSITION_ICONS } from '../../../ui/display/transition-icons.ts';
import { CHIP, type TransitionBar, transitionsIn } from '../layout/transitions.ts';
import { transitionTitle } from '../model/scene-words.ts';
import { useStretch } from '../model/use-stretch.ts';
import styles from './transition-bars.module.css';

/** A chip for each transition in sight, over the frames that show both of its scenes. */
export function TransitionBars({ movie }: { readonly movie: Movie }) {
  const { base, from, to, pixelsPerFrame } = useStretch();
  const ids = useEditor(({ selection }) => selection.ids);
  const bars = transitionsIn(settle(movie).transitions, { from, to }, pixelsPerFrame, ids);
  const tabStop = bars.find(({ transition }) => ids.includes(transition.id)) ?? bars[0];
  return bars.map((bar) => (
    <Chip
      key={bar.transition.id}
      bar={bar}
      base={base}
      selected={ids.includes(bar.transition.id)}
      tabStop={bar === tabStop}
    />
  ));
}

interface ChipProps {
  readonly bar: TransitionBar;
  readonly base: number;
  readonly selected: boolean;
  readonly tabStop: boolean;
}

function Chip({ bar, base, selected, tabStop }: ChipProps) {
  const { timeline: words } = useStrings();
  const editor = useEditorStore();
  const { transition, length, outgoing, incoming } = bar;
  const wanted = transition.duration;
  const isShort = length < wanted;
  const title = words.transitionLabel(
    transitionTitle(transition, words),
    outgoing === null ? null : outgoing + 1,
    incoming === null ? null : incoming + 1,
    length,
  );
  return (
    <>
      <span
        aria-hidden={true}
        className={clsx(styles.span, selected && styles.spanOn)}
        style={{ left: bar.left - base, width: bar.width }}
      />
      <button
        type="button"
        tabIndex={tabStop ? 0 : -1}
        aria-label={title}
        aria-pressed={selected}
        title={isShort ? `${title}. ${words.transitionShort(length, wanted)}` : title}
        data-part={transition.id}
        className={clsx(styles.chip, selected && styles.chipOn)}
        style={{ left: bar.chip - base, width: CHIP }}
        onClick={() => editor.actions.select(selectNodes([transition.id]))}
        onKeyDown={toNeighbour}
      >
        <Icon icon={isShort ? TriangleAlert : TRANSITION_ICONS[transition.look.type]} size={12} />
      </button>
    </>
  );
}

/** Left and right go from one transition to the next that is in sight. */
function toNeighbour(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  if (step === 0) return;
  const all = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('button[data-part]') ?? [])];
  all[all.indexOf(event.currentTarget) + step]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
