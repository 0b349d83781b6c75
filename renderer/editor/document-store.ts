import { createStore, type StoreApi } from 'zustand/vanilla';
import { isEqual } from '#renderer/interaction/equality.ts';
import { mergeBrandValues } from '#shared/brand/brand-values.ts';
import { applyCommand, previewCommand, syncText } from '#shared/editing/apply-command.ts';
import type { EditorCommand, PlannableCommand } from '#shared/editing/model/commands.ts';
import { amendHistory, createHistory, recordStep, sealHistory } from '#shared/editing/model/history.ts';
import type { RecordChange, RecordReplay } from '#shared/editing/model/record-change.ts';
import { MOVIE_SELECTION, pruneSelection, type Selection, sameSelection } from '#shared/editing/model/selection.ts';
import { clampFrame, timelineOf } from '#shared/editing/model/timeline.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import type { SourceEnds } from '#shared/timeline/timeline-kinds.ts';
import type { DocumentStore, EditorState, SavingManager } from './editor-state.ts';
import { createResolver, openText, problemsOf } from './read-template.ts';
import { createSafekeeping, type SafekeepingOptions } from './safekeeping.ts';
import { type Clock, systemClock } from './saving/clock.ts';
import { createStepActions } from './step-actions.ts';
import type { StoredSteps } from './stored-steps.ts';
import { addTypedStep, afterHistoryStep, NOTHING_UNPARSED, recordChangeOfTyped } from './unparsed-text.ts';

export interface DocumentOptions extends SafekeepingOptions {
  /** The values of the chosen data set, by variable. */
  readonly values?: Readonly<Record<string, string>>;
  /** The values of the project's brand, by variable. */
  readonly brand?: Readonly<Record<string, string>>;
  /**
   * The last saved text without XML errors; null if there is none. The editor shows its movie while `text` has XML
   * errors.
   */
  readonly lastGood?: string | null;
  /** The editing record. Its edits become steps of the same history. */
  readonly record?: RecordSteps;
  /**
   * The steps that led to `text` in the last session, with the editing record of that session; null if there are none.
   */
  readonly left?: StoredSteps | null;
  readonly clock?: Clock;
}

/** The part of an editing record that the history uses. */
export interface RecordSteps {
  /** Calls the listener after each edit. Returns a function that removes the listener. */
  readonly onEdit: (listener: (edit: RecordEdit) => void) => () => void;
  /** Applies or reverts a change during redo or undo. The listeners are not called. */
  readonly replay: (replay: RecordReplay) => void;
}

export interface RecordEdit {
  readonly label: Message;
  readonly change: RecordChange;
  /**
   * The key of the step. Successive edits with the same key form one step. An edit with a null key is always a separate
   * step.
   */
  readonly key: string | null;
  /** Whether the edit becomes part of the last step. */
  readonly amends: boolean;
}

/** The origin of a step: its key, whether it joins the last step with that key, and whether another client made it. */
interface StepOrigin {
  readonly key: string | null;
  readonly joins?: boolean;
  readonly isRemote?: boolean;
}

/** The document of an open template, with the store that all managers of the editor share. */
export interface OpenDocument {
  readonly store: StoreApi<EditorState>;
  readonly document: DocumentStore;
  readonly saving: SavingManager;
  /** Saves unsaved work, or writes it to the journal, and stops saving. */
  readonly close: () => Promise<void>;
}

/** The prefix of the step keys of typing in the XML view. Successive typing with the same key is one step. */
const TYPING = 'typing ';

/** Opens the text of a template with its history, and starts to save its changes. */
export function openDocument(options: DocumentOptions): OpenDocument {
  const { project, template, clock = systemClock, left = null } = options;
  const resolve = createResolver();
  const opened = left === null ? openText(options.text, options.lastGood ?? null) : openStored(left);
  const { values: given = {}, brand = {} } = options;
  let values: ReadonlyMap<string, string> = mergeBrandValues(Object.entries(given), Object.entries(brand));
  let sourceEnds: ReadonlyMap<string, SourceEnds> = new Map();
  const first = resolve(opened.source.document, values, sourceEnds);
  // If the opened text has XML errors, undo restores the last valid text.
  const openedUnparsed =
    opened.problems.length === 0 || opened.isEmpty || left !== null
      ? NOTHING_UNPARSED
      : addTypedStep(
          { history: createHistory(opened.source), text: opened.source.text, unparsed: NOTHING_UNPARSED },
          { text: options.text, label: message('step/edit-xml'), key: null, at: clock.now() },
        );
  const store = createStore<EditorState>(() => ({
    project,
    template,
    source: opened.source,
    document: opened.source.document,
    text: options.text,
    isTextBroken: left === null ? opened.problems.length > 0 : left.broken !== null,
    problems: opened.problems.length > 0 ? opened.problems : problemsOf(opened.source, first.findings),
    ...first,
    // Seal the restored history, so that the first edit does not merge into its last step.
    history: left === null ? createHistory(opened.source) : sealHistory(left.history),
    unparsed: left?.unparsed ?? openedUnparsed,
    opened: { etag: options.etag, at: clock.now() },
    selection: left?.selection ?? MOVIE_SELECTION,
    playhead: left === null ? frames(0) : clampFrame(timelineOf(first.movie), left.playhead),
    playing: false,
    rate: 1,
    loop: false,
    volume: 1,
    muted: false,
    scrubbing: false,
    scrubSound: true,
    values: Object.fromEntries(values),
    ...{ given, brand },
    sourceEnds,
    saving: { kind: 'saved', at: null },
    conflictCopy: null,
    undeletedCopy: null,
    journalFault: null,
    gesture: null,
    isInteractive: false,
    previewedFrame: null,
    recovered: [],
  }));
  const safekeeping = createSafekeeping(options, {
    clock,
    show: (change) => store.setState(change),
    text: () => store.getState().text,
    takeText: (text, label, isRemote) => takeText(text, label, { key: null, isRemote }),
    changeLabel: () => {
      const { entries, position, nextId } = store.getState().history;
      const isNew = nextId > labelledUntil;
      labelledUntil = nextId;
      return isNew ? entries[position - 1]?.label : undefined;
    },
  });
  /** The id that the next step had at the time of the last save. */
  let labelledUntil = store.getState().history.nextId;
  let previewed: PlannableCommand | null = null;
  /** The empty movie that replaces an opened text if all its versions are invalid. Undo must not return to it. */
  const emptySource = opened.isEmpty ? opened.source : null;

  /** Returns the part of the state that depends on the current source. */
  const stateOf = (source: TemplateSource): Partial<EditorState> => {
    const { movie, findings, withoutCopies } = resolve(source.document, values, sourceEnds);
    const problems = problemsOf(source, findings);
    const playhead = clampFrame(timelineOf(movie), store.getState().playhead);
    return {
      source,
      document: source.document,
      text: source.text,
      isTextBroken: false,
      movie,
      findings,
      withoutCopies,
      problems,
      playhead,
      gesture: null,
      isInteractive: false,
      previewedFrame: null,
    };
  };

  const textChanged = (): void => safekeeping.changed();

  const record = (
    step: { readonly source: TemplateSource; readonly label: Message; readonly selection: Selection | null },
    { key, joins = false, isRemote = false }: StepOrigin,
  ): void => {
    const { history, selection, unparsed, isTextBroken } = store.getState();
    const { document } = step.source;
    const after = pruneSelection(step.selection ?? selection, document);
    if (history.source === emptySource) {
      const newHistory = createHistory(step.source);
      store.setState({ ...stateOf(step.source), history: newHistory, unparsed: NOTHING_UNPARSED, selection: after });
      textChanged();
      return;
    }
    // While the text has XML errors, further typing changes only that text. Any other step replaces the invalid text.
    const replacesUnparsed = isTextBroken && key?.startsWith(TYPING) !== true;
    const next = recordStep(history, {
      label: step.label,
      source: step.source,
      before: selection,
      after,
      record: replacesUnparsed ? null : recordChangeOfTyped(history, unparsed),
      ...{ key, joins, isRemote },
      at: clock.now(),
    });
    store.setState({
      ...stateOf(next.source),
      history: next,
      unparsed: afterHistoryStep(unparsed, history, next, replacesUnparsed),
      selection: survivingSelection(selection, pruneSelection(after, next.source.document)),
    });
    textChanged();
  };

  const recordEdited = ({ label, change, key, amends }: RecordEdit): void => {
    if (previewed !== null) commit();
    const { history, selection, unparsed, text, isTextBroken } = store.getState();
    const at = clock.now();
    if (isTextBroken) {
      store.setState({
        unparsed: addTypedStep({ history, text, unparsed }, { text, label, record: change, key, at }),
      });
    } else if (amends) {
      store.setState({ history: amendHistory(history, change) });
    } else {
      const step = { label, source: history.source, before: selection, after: selection, record: change, key, at };
      const next = recordStep(history, step);
      store.setState({ history: next, unparsed: afterHistoryStep(unparsed, history, next, false) });
    }
  };
  const stopListening = options.record?.onEdit(recordEdited);

  const endGesture = (): void => {
    if (previewed === null) return;
    previewed = null;
    const { source, isTextBroken, text, problems } = store.getState();
    store.setState({ ...stateOf(source), ...(isTextBroken && { text, isTextBroken, problems }) });
  };

  /**
   * Resolves when no gesture is active. A change during a gesture would move the dragged element away from the pointer.
   */
  const gestureEnded = (): Promise<void> =>
    new Promise((ended) => {
      if (store.getState().gesture === null) return ended();
      const stop = store.subscribe(({ gesture }) => {
        if (gesture !== null) return;
        stop();
        ended();
      });
    });

  /** Resolves the document again after its inputs changed, such as values or source lengths. */
  const resolveAgain = () => {
    const { document, source, isTextBroken, problems } = store.getState();
    const resolved = resolve(document, values, sourceEnds);
    const keepsProblems = isTextBroken || document !== source.document;
    return { ...resolved, problems: keepsProblems ? problems : problemsOf(source, resolved.findings) };
  };

  /** Resolves the movie with other values. */
  const applyInputs = (change: Partial<Pick<EditorState, 'given' | 'brand'>>): void => {
    const { given, brand } = { ...store.getState(), ...change };
    values = mergeBrandValues(Object.entries(given), Object.entries(brand));
    store.setState({ ...change, values: Object.fromEntries(values), ...resolveAgain() });
  };

  const refusal = (): Result<never, Message> | null =>
    store.getState().isTextBroken ? err(message('edit/broken-xml')) : null;

  const dispatch: DocumentStore['dispatch'] = (command: EditorCommand, { key, joins = false } = {}) => {
    if (previewed !== null) commit();
    const refusalMessage = command.type === 'text/replace' ? null : refusal();
    if (refusalMessage !== null) return refusalMessage;
    const { source } = store.getState();
    const applied = applyCommand({ source, values }, command);
    if (!applied.ok) return applied;
    record(applied.value, { key: key ?? null, joins });
    return ok({ label: applied.value.label });
  };

  const preview: DocumentStore['preview'] = (command, { previewedFrame, isInteractive = false } = {}) => {
    const refusalMessage = refusal();
    if (refusalMessage !== null) return refusalMessage;
    const { source } = store.getState();
    const result = previewCommand({ document: source.document, values }, command);
    if (!result.ok) return result;
    previewed = command;
    const { document, label } = result.value;
    const resolved = resolve(document, values, sourceEnds);
    store.setState({
      document,
      ...resolved,
      gesture: label,
      isInteractive,
      previewedFrame: (resolved.movie && previewedFrame?.(resolved.movie)) ?? null,
    });
    return ok({ label });
  };

  const commit: DocumentStore['commit'] = () => {
    const command = previewed;
    if (command === null) return ok(null);
    previewed = null;
    const result = dispatch(command);
    if (!result.ok) store.setState(stateOf(store.getState().source));
    return result;
  };

  let typingRun = 0;
  const steps = createStepActions({
    store,
    stateOf,
    textChanged,
    endGesture,
    replay: (each) => options.record?.replay(each),
    emptySource,
  });

  /** Applies a text. If it can be parsed, it becomes a step; otherwise, it is stored as unparsed text. */
  const takeText = (text: string, label: Message, from: StepOrigin, knownProblems: readonly Problem[] = []): void => {
    endGesture();
    const state = store.getState();
    const { source, isTextBroken } = state;
    if (text === state.text) return;
    const synced = knownProblems.length > 0 ? err(knownProblems) : syncText(source, text);
    if (synced.ok && (synced.value !== source || isTextBroken)) {
      record({ source: synced.value, label, selection: null }, from);
      return;
    }
    store.setState({
      text,
      isTextBroken: true,
      problems: synced.ok ? [] : synced.error,
      unparsed: addTypedStep(state, { text, label, ...from, at: clock.now() }),
    });
    textChanged();
  };

  const document: DocumentStore = {
    get state() {
      return store.getState();
    },
    subscribe: store.subscribe,
    dispatch,
    preview,
    commit,
    cancel: endGesture,
    ...steps,
    setText: (text, knownProblems) =>
      takeText(text, message('step/edit-xml'), { key: `${TYPING}${typingRun}` }, knownProblems),
    endTyping: () => {
      typingRun++;
    },
    setValues: (next) => {
      if (next !== store.getState().given) applyInputs({ given: next });
    },
    setBrand: (next) => {
      if (!isEqual(next, store.getState().brand)) applyInputs({ brand: next });
    },
    setSourceEnds: (ends) => {
      if (ends.size === 0 && sourceEnds.size === 0) return;
      sourceEnds = ends;
      const resolved = resolveAgain();
      const playhead = clampFrame(timelineOf(resolved.movie), store.getState().playhead);
      store.setState({ sourceEnds: ends, ...resolved, playhead });
    },
    steps: () => {
      const { text, isTextBroken, problems, history, unparsed, selection, playhead, source } = store.getState();
      const pruned = pruneSelection(selection, source.document);
      return {
        text,
        broken: isTextBroken ? problems : null,
        history,
        unparsed,
        emptySource,
        selection: survivingSelection(selection, pruned),
        playhead,
      };
    },
  };

  const saving: SavingManager = {
    save: async () => {
      if (previewed !== null) commit();
      return safekeeping.saveNow();
    },
    retry: safekeeping.retry,
    savedEtag: safekeeping.savedEtag,
    resolveConflict: safekeeping.resolveConflict,
    handleRemoteChange: async (elsewhere) => {
      await gestureEnded();
      return safekeeping.handleRemoteChange(elsewhere);
    },
    isKnownVersion: safekeeping.isKnownVersion,
    findRecovered: safekeeping.findRecovered,
    restoreRecovered: safekeeping.restoreRecovered,
    discardRecovered: safekeeping.discardRecovered,
    flush: safekeeping.flush,
  };

  const close = async () => {
    endGesture();
    stopListening?.();
    await safekeeping.close();
  };

  return { store, document, saving, close };
}

/** Returns the source and the problems after the last stored step. */
function openStored({ history: { source }, broken, emptySource }: StoredSteps): ReturnType<typeof openText> {
  return { source, problems: broken ?? [], isEmpty: emptySource === source };
}

/** Returns the previous selection object if both are equal, so that components do not render again. */
function survivingSelection(before: Selection, after: Selection): Selection {
  return sameSelection(before, after) ? before : after;
}
