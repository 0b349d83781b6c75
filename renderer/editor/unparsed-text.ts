import { type History, historyLabels } from '#shared/editing/model/history.ts';
import { joinedChanges, type RecordChange, type RecordReplay } from '#shared/editing/model/record-change.ts';
import type { Message } from '#shared/messages/message.ts';
import { applyChange, changeBetween, reversedChange, type TextChange } from '#shared/template-xml/read/text-change.ts';

/**
 * The texts with XML errors. The history contains only parsed documents, so the steps between such texts are stored
 * here. Undo and redo apply these steps one at a time.
 *
 * An example: step 3 is the last step of the history. Typing `<` adds a typed step under id 3, because the text cannot
 * be parsed; undo removes the `<`. If the user restores unsaved work while the `<` is there, the restored text becomes
 * step 4, a repair. Undoing step 4 restores the text with the `<`.
 */
export interface UnparsedText {
  /** The typed steps that follow a step of the history, by the id of that step. Id 0 is the start of the history. */
  readonly typed: ReadonlyMap<number, TypedSteps>;
  /** The ids of the steps that replaced an unparsed text. Undoing such a step restores that text. */
  readonly repairStepIds: ReadonlySet<number>;
}

export interface TypedSteps {
  /** The typed steps, oldest first. */
  readonly steps: readonly TypedStep[];
  /** The number of applied steps. The later steps can be redone. */
  readonly position: number;
}

interface TypedStep {
  readonly label: Message;
  readonly change: TextChange;
  /** The change of the editing record in this step; null if there is none. */
  readonly record: RecordChange | null;
  /** Steps with equal keys can be merged; null for a step that is never merged. */
  readonly key: string | null;
  /** Whether another window or a program wrote the text. Undo leaves such a step in place. */
  readonly isRemote: boolean;
  /** The time of the last change that was merged into the step, in milliseconds of the caller's clock. */
  readonly at: number;
}

/** The parts of the editor's state that undo and redo change. */
export interface StepState {
  readonly history: History;
  readonly text: string;
  readonly unparsed: UnparsedText;
}

/** The state after undo or redo, with the changes of the editing record to replay. */
export interface ReplayedSteps extends StepState {
  readonly replays: readonly RecordReplay[];
}

export const NOTHING_UNPARSED: UnparsedText = { typed: new Map(), repairStepIds: new Set() };

const NOTHING_TYPED: TypedSteps = { steps: [], position: 0 };
/** The pause in milliseconds after which typing becomes a new step. */
const TYPING_PAUSE = 700;

/**
 * Adds a step that changes the text to another unparsed text, or merges it into the last step. Undone steps are dropped.
 */
export function addTypedStep(
  { history, text, unparsed }: StepState,
  step: {
    readonly text: string;
    readonly label: Message;
    readonly record?: RecordChange;
    readonly key: string | null;
    readonly isRemote?: boolean;
    readonly at: number;
  },
): UnparsedText {
  const { label, record = null, key, isRemote = false, at } = step;
  const { steps, position } = typedStepsAt(history, unparsed);
  const active = steps.slice(0, position);
  const change = changeBetween(text, step.text);
  const last = active.at(-1);
  const canMerge = last !== undefined && position === steps.length && key !== null && last.key === key;
  if (canMerge && record !== null && last.record !== null) {
    const joined = { ...last, record: joinedChanges(last.record, record), at };
    return withTypedSteps(history, unparsed, { steps: [...active.slice(0, -1), joined], position });
  }
  if (canMerge && record === null && continuesStep(last, change, at)) {
    const whole = changeBetween(applyChange(text, reversedChange(last.change)), step.text);
    return withTypedSteps(history, unparsed, {
      steps: [...active.slice(0, -1), { ...last, change: whole, at }],
      position,
    });
  }
  return withTypedSteps(history, unparsed, {
    steps: [...active, { label, change, record, key, isRemote, at }],
    position: position + 1,
  });
}

/**
 * Returns whether a change continues the last step. It must follow within `TYPING_PAUSE`, adjoin the last change, and
 * have the same kind (insertion or removal).
 */
function continuesStep(last: TypedStep, change: TextChange, at: number): boolean {
  const { start, inserted, removed } = last.change;
  const isNear = change.start <= start + inserted.length && change.start + change.removed.length >= start;
  return at - last.at <= TYPING_PAUSE && isNear && (removed === '') === (change.removed === '');
}

/** Undoes (-1) or redoes (1) one typed step; null if there is none. */
export function undoOrRedoTyped({ history, text, unparsed }: StepState, direction: -1 | 1): ReplayedSteps | null {
  const { steps, position } = typedStepsAt(history, unparsed);
  const step = steps[direction === -1 ? position - 1 : position];
  if (step === undefined) return null;
  const change = direction === -1 ? reversedChange(step.change) : step.change;
  const typed = { steps, position: position + direction };
  const { record } = step;
  const replays: ReplayedSteps['replays'] =
    record === null ? [] : [{ change: record, direction: direction === -1 ? 'back' : 'forth' }];
  return { history, text: applyChange(text, change), unparsed: withTypedSteps(history, unparsed, typed), replays };
}

/** Undoes (-1) or redoes (1) all typed steps. */
export function applyAllTypedSteps(from: StepState, direction: -1 | 1): ReplayedSteps {
  let current: ReplayedSteps = { ...from, replays: [] };
  for (let next = undoOrRedoTyped(current, direction); next !== null; next = undoOrRedoTyped(current, direction))
    current = { ...next, replays: [...current.replays, ...next.replays] };
  return current;
}

/** Returns the combined change of the editing record by all applied typed steps; null if there is none. */
export function recordChangeOfTyped(history: History, unparsed: UnparsedText): RecordChange | null {
  const { steps, position } = typedStepsAt(history, unparsed);
  return steps.slice(0, position).reduce<RecordChange | null>((all, { record }) => joinedChanges(all, record), null);
}

/**
 * Returns the typed steps after a step was added to the history.
 * @param replacesUnparsed Whether that step replaced an unparsed text.
 */
export function afterHistoryStep(
  unparsed: UnparsedText,
  before: History,
  next: History,
  replacesUnparsed: boolean,
): UnparsedText {
  const { steps, position } = typedStepsAt(before, unparsed);
  const last = next.entries.at(-1);
  // A step that equals the current state of the history is not added. In that case, mark the unparsed steps as undone.
  if (replacesUnparsed && next.nextId === before.nextId)
    return withTypedSteps(before, unparsed, { steps, position: 0 });
  const typed = new Map(unparsed.typed);
  const repairStepIds = new Set(unparsed.repairStepIds);
  typed.delete(stepIdOf(before));
  if (replacesUnparsed && last !== undefined) {
    typed.set(stepIdOf(before), { steps: steps.slice(0, position), position: 0 });
    repairStepIds.add(last.id);
  }
  const known = new Set([0, ...next.entries.map(({ id }) => id)]);
  for (const id of typed.keys()) if (!known.has(id)) typed.delete(id);
  for (const id of repairStepIds) if (!known.has(id)) repairStepIds.delete(id);
  return { typed, repairStepIds };
}

/**
 * Returns the unparsed text for a jump in the history: the typed steps at the current position are marked as undone.
 */
export function withoutTypedSteps({ history, unparsed }: Pick<StepState, 'history' | 'unparsed'>): UnparsedText {
  const { steps, position } = typedStepsAt(history, unparsed);
  return position === 0 ? unparsed : withTypedSteps(history, unparsed, { steps, position: 0 });
}

/**
 * Removes the typed steps that follow these steps of the history, and the typed steps that these steps replaced.
 * @param history The history before the steps moved.
 */
export function withoutTypedAround(
  { typed, repairStepIds }: UnparsedText,
  { entries }: Pick<History, 'entries'>,
  ids: ReadonlySet<number>,
): UnparsedText {
  // The replaced steps are stored under the step before the repair.
  const beforeRepairs = entries.flatMap(({ id }, index) =>
    ids.has(id) && repairStepIds.has(id) ? [entries[index - 1]?.id ?? 0] : [],
  );
  const dropped = new Set([...ids, ...beforeRepairs]);
  return {
    typed: new Map([...typed].filter(([id]) => !dropped.has(id))),
    repairStepIds: new Set([...repairStepIds].filter((id) => !ids.has(id))),
  };
}

/** Returns the names of the steps that undo and redo would apply; null for a missing step. */
export function stepLabels(steps: Pick<StepState, 'history' | 'unparsed'>): {
  readonly undo: Message | null;
  readonly redo: Message | null;
} {
  const { history, unparsed } = steps;
  const typed = typedStepsAt(history, unparsed);
  const ofHistory = historyLabels(history);
  const last = typed.steps[typed.position - 1];
  return {
    undo: last === undefined ? ofHistory.undo : last.isRemote ? null : last.label,
    redo: typed.steps[typed.position]?.label ?? (canRedo(steps) ? ofHistory.redo : null),
  };
}

/**
 * Returns whether redo is possible. While an unparsed text is shown, only the step that replaced that text can be
 * redone.
 */
export function canRedo({ history, unparsed }: Pick<StepState, 'history' | 'unparsed'>): boolean {
  const next = history.entries[history.position];
  return next !== undefined && (!hasTypedSteps(history, unparsed) || unparsed.repairStepIds.has(next.id));
}

/** Returns whether typed steps are applied. */
export function hasTypedSteps(history: History, unparsed: UnparsedText): boolean {
  return typedStepsAt(history, unparsed).position > 0;
}

function typedStepsAt(history: History, { typed }: UnparsedText): TypedSteps {
  return typed.get(stepIdOf(history)) ?? NOTHING_TYPED;
}

function withTypedSteps(history: History, { typed, repairStepIds }: UnparsedText, steps: TypedSteps): UnparsedText {
  return { typed: new Map(typed).set(stepIdOf(history), steps), repairStepIds };
}

function stepIdOf({ entries, position }: History): number {
  return entries[position - 1]?.id ?? 0;
}
