import { Combine, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { elementOf } from '#renderer/editor/selectors.ts';
import { startDrag } from '#renderer/interaction/drag.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { clockOf } from '#shared/editing/keyframes/animated.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import {
  addedCue,
  cueTimes,
  joinedCues,
  type OwnCueElement,
  ownCuesIn,
  removedCue,
  splitCue,
} from '#shared/editing/model/own-cues.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { type FrameRate, frames, framesToSeconds } from '#shared/template/values/frame-rate.ts';
import styles from '../fields/inspector.module.css';
import { type CueClock, CueRow, cueFrame } from './cue-row.tsx';
import own from './layer-form.module.css';

interface OwnCuesProps {
  readonly layer: NodeId;
  readonly rate: FrameRate;
}

/**
 * The cues that a captions layer contains in the template itself, without a file. Each change is a step of the
 * document.
 */
export function OwnCues({ layer, rate }: OwnCuesProps) {
  const { inspector } = useStrings();
  const editor = useEditor();
  const dispatch = useInspectorDispatch();
  const element = useEditorValue(({ document }) => elementOf(document.state.document, layer));
  const begin = useEditorValue(({ document }) => clockOf(document.state.movie, layer)?.begin ?? 0);
  const [edited, setEdited] = useState<{ readonly cue: NodeId; readonly caret: number | 'all' | null } | null>(null);
  const cues = useMemo(() => (element === null ? [] : ownCuesIn(element, rate)), [element, rate]);
  const clock = useMemo((): CueClock => ({ rate, begin }), [rate, begin]);
  const current = useEditorValue(({ document }) =>
    cues.findIndex(
      ({ time }) =>
        time !== null &&
        document.state.playhead >= cueFrame(time.start, clock) &&
        document.state.playhead < cueFrame(time.end, clock),
    ),
  );
  const apply = (command: PlannableCommand | null) => command !== null && dispatch(command) !== null;
  /** Applies a command that adds a cue, and opens the cue for editing. */
  const applyAndEdit = (command: PlannableCommand | null, caret: number | 'all') => {
    const known = new Set(cues.map(({ id }) => id));
    if (!apply(command)) return;
    const now = elementOf(editor.document.state.document, layer);
    const added = now === null ? undefined : ownCuesIn(now, rate).find(({ id }) => !known.has(id));
    if (added !== undefined) setEdited({ cue: added.id, caret });
  };
  const add = () => {
    const playhead = (framesToSeconds(frames(Math.max(0, editor.document.state.playhead - begin)), rate) * 1000) | 0;
    applyAndEdit(addedCue(layer, cues, { at: playhead, text: inspector.newCue }), 'all');
  };
  const open = (cue: OwnCueElement) => {
    if (cue.time !== null) editor.playback.seek(frames(Math.max(0, cueFrame(cue.time.start, clock))));
    setEdited({ cue: cue.id, caret: null });
  };
  return (
    <section aria-label={inspector.cues}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{inspector.cues}</h2>
        <span className={`${styles.count} tabular`}>{cues.length}</span>
        <IconButton icon={Plus} label={inspector.addCue} size="sm" onClick={add} />
      </div>
      <ol className={own.cues}>
        {cues.map((cue, at) => {
          const next = cues[at + 1];
          if (edited?.cue !== cue.id)
            return (
              <li key={cue.id}>
                <OwnCueButton
                  {...{ cue, clock }}
                  isCurrent={at === current}
                  onOpen={() => open(cue)}
                  onDelete={cues.length === 1 ? null : () => apply(removedCue(cue))}
                />
              </li>
            );
          if (cue.time === null)
            return (
              <li key={cue.id}>
                <ComputedCue cue={cue} onLeave={() => setEdited(null)} />
              </li>
            );
          const { time } = cue;
          return (
            <li key={cue.id}>
              <CueRow
                cue={{ ...time, words: cue.text, line: at }}
                clock={clock}
                caret={edited.caret}
                onTime={(change) => apply(cueTimes(cue, { ...time, ...change }))}
                onWords={(words) => words.trim() !== '' && apply(textCommand(cue.id, words))}
                onSplit={(words, caret) => applyAndEdit(splitCue(layer, { ...cue, text: words, time }, caret), 0)}
                onNext={(words) => {
                  if (words.trim() !== '' && words !== cue.text) apply(textCommand(cue.id, words));
                  if (next !== undefined) open(next);
                  else applyAndEdit(addedCue(layer, cues, { at: time.end, text: inspector.newCue }), 'all');
                }}
                onStep={(direction) => (direction === 'undo' ? editor.document.undo() : editor.document.redo())}
                onLeave={() => setEdited((now) => (now?.cue === cue.id ? null : now))}
              >
                <CueStrip
                  {...{ time, text: cue.text }}
                  from={cues[at - 1]?.time?.end ?? 0}
                  to={next?.time?.start ?? time.end + MORE_TIME}
                  onTime={(change) => apply(cueTimes(cue, change))}
                />
                {next?.time != null && (
                  <Button size="sm" icon={Combine} onClick={() => apply(joinedCues(cue, next))}>
                    {inspector.joinCues}
                  </Button>
                )}
              </CueRow>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The duration in milliseconds that the strip shows after the last cue. */
const MORE_TIME = 2000;

function textCommand(node: NodeId, value: string): PlannableCommand {
  return { type: 'attribute/set', node, name: null, value };
}

interface OwnCueButtonProps {
  readonly cue: OwnCueElement;
  readonly clock: CueClock;
  readonly isCurrent: boolean;
  readonly onOpen: () => void;
  /** Deletes the cue; null for the only cue, because a layer needs at least one. */
  readonly onDelete: (() => void) | null;
}

function OwnCueButton({ cue: { time, start, text, list }, clock, isCurrent, onOpen, onDelete }: OwnCueButtonProps) {
  const { inspector } = useStrings();
  const shown = time === null ? start : formatTimecode(frames(Math.max(0, cueFrame(time.start, clock))), clock.rate);
  return (
    <div className={own.cueSaid}>
      <button
        type="button"
        className={own.cue}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (event.key !== 'Delete' || onDelete === null) return;
          event.preventDefault();
          event.stopPropagation();
          onDelete();
        }}
      >
        <span className="tabular">{list === null ? shown : inspector.cueForEach(list)}</span>
        <span>{text}</span>
      </button>
      {onDelete !== null && (
        <IconButton
          icon={Trash2}
          label={inspector.deleteCue(shown)}
          size="sm"
          className={own.cueDelete}
          onClick={onDelete}
        />
      )}
    </div>
  );
}

/** A cue that a list repeats, or whose times are variables. It shows the values as written in the template. */
function ComputedCue({ cue, onLeave }: { readonly cue: OwnCueElement; readonly onLeave: () => void }) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const set = (name: 'start' | 'end' | null, before: string) => (value: string) => {
    if (value !== before && value.trim() !== '') dispatch({ type: 'attribute/set', node: cue.id, name, value });
  };
  return (
    <fieldset
      className={own.cueEdited}
      aria-label={inspector.cueEdited}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      <div className={own.cueTimes}>
        <TextField size="sm" mono label={inspector.cueStart} value={cue.start} onCommit={set('start', cue.start)} />
        <TextField size="sm" mono label={inspector.cueEnd} value={cue.end} onCommit={set('end', cue.end)} />
      </div>
      <TextField size="sm" mono autoFocus label={inspector.cueWords} value={cue.text} onCommit={set(null, cue.text)} />
      {cue.list !== null && <p className={own.cueHint}>{inspector.cueOfList(cue.list)}</p>}
    </fieldset>
  );
}

interface CueStripProps {
  readonly time: { readonly start: number; readonly end: number };
  readonly text: string;
  /** The time range that the strip shows, in milliseconds: from the previous cue to the next cue. */
  readonly from: number;
  readonly to: number;
  readonly onTime: (time: { readonly start: number; readonly end: number }) => void;
}

/** The minimum duration of a cue, and the step of the arrow keys, in milliseconds. */
const MIN_CUE = 100;
const STEP = 50;

/** A cue between its neighbors. The user moves its edges by dragging or with the arrow keys. */
function CueStrip({ time, text, from, to, onTime }: CueStripProps) {
  const { inspector } = useStrings();
  const strip = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<typeof time | null>(null);
  const low = Math.min(from, time.start);
  const high = Math.max(to, time.end);
  const shown = dragged ?? time;
  const moved = (edge: 'start' | 'end', by: number) =>
    edge === 'start'
      ? { ...time, start: Math.round(Math.min(time.end - MIN_CUE, Math.max(low, time.start + by))) }
      : { ...time, end: Math.round(Math.max(time.start + MIN_CUE, Math.min(high, time.end + by))) };
  const onPointerDown = (edge: 'start' | 'end') => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    const width = strip.current?.getBoundingClientRect().width ?? 1;
    const at = (dx: number) => moved(edge, (dx / width) * (high - low));
    startDrag(
      event,
      {
        move: ({ dx }) => setDragged(at(dx)),
        end: ({ dx }) => {
          setDragged(null);
          onTime(at(dx));
        },
        cancel: () => setDragged(null),
      },
      { axis: 'x', cursor: 'ew-resize' },
    );
  };
  const onKeyDown = (edge: 'start' | 'end') => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    onTime(moved(edge, step));
  };
  const share = (at: number) => `${(100 * (at - low)) / Math.max(1, high - low)}%`;
  return (
    <div ref={strip} className={own.cueStrip} dir="ltr">
      <span
        className={own.cueSpan}
        style={{ left: share(shown.start), right: `calc(100% - ${share(shown.end)})` }}
        title={text}
      >
        {(['start', 'end'] as const).map((edge) => (
          <span
            key={edge}
            role="slider"
            tabIndex={0}
            className={own.cueEdge}
            data-edge={edge}
            aria-label={edge === 'start' ? inspector.cueStart : inspector.cueEnd}
            aria-valuemin={low}
            aria-valuemax={high}
            aria-valuenow={shown[edge]}
            aria-valuetext={`${shown[edge] / 1000} s`}
            onPointerDown={onPointerDown(edge)}
            onKeyDown={onKeyDown(edge)}
          />
        ))}
      </span>
    </div>
  );
}
