import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useAssets, useReplaceAsset } from '#renderer/api/queries/use-assets.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { type CaptionsFile, captionsFile, useCaptionsFile } from '#renderer/project/captions-file.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { type Captions, type CaptionsForm, captionLimits, readCueText } from '#shared/captions/cue.ts';
import {
  cuesInText,
  type WrittenCue,
  withCue,
  withCueAfter,
  withoutCue,
  withoutWordTimes,
  withSplitCue,
  withWordTimes,
} from '#shared/captions/edit-captions.ts';
import { formOf } from '#shared/captions/read-captions.ts';
import { clockOf } from '#shared/editing/keyframes/animated.ts';
import { formatTimecode } from '#shared/editing/model/timecode.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { CaptionsLayer, FileCaptions, MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { sourceKey, withNestedLayers } from '#shared/template/movie/used-sources.ts';
import { type FrameRate, frames, framesToSeconds } from '#shared/template/values/frame-rate.ts';
import fields from '../controls/fields.module.css';
import { Problem } from '../fields/field-row.tsx';
import styles from '../fields/inspector.module.css';
import { CueRow, cueFrame, cutCues, WordStrip } from './cue-row.tsx';
import ownStyles from './layer-form.module.css';
import { OwnCues } from './own-cues.tsx';

/**
 * The cues of a captions layer with their times. A click on a cue moves the playhead to it. If the captions file is in
 * the project, the click also opens the cue for editing.
 */
export function CueList({ layer }: { readonly layer: NodeId }) {
  const captions = useEditorValue(({ document }) => captionsIn(document.state.movie, layer));
  const rate = useEditorValue(({ document }) => document.state.movie?.frameRate ?? null);
  if (captions === null || rate === null) return null;
  if (captions.cues !== undefined) return <OwnCues layer={layer} rate={rate} />;
  if (captions.source === null) return null;
  return <Cues key={sourceKey(captions.source)} layer={{ ...captions, source: captions.source }} rate={rate} />;
}

/** The maximum number of listed cues. A longer list shows the cues near the playhead. */
const MAX_LISTED = 200;

/** The index of the cue that is being edited, and the initial caret position. */
interface EditedCue {
  readonly at: number;
  readonly caret: Parameters<typeof CueRow>[0]['caret'];
}

function Cues({ layer, rate }: { readonly layer: FileCaptions; readonly rate: FrameRate }) {
  const { inspector } = useStrings();
  const editor = useEditor();
  const { file, change: changeText, step } = useCaptionsEdit(layer.source);
  // The cues of a JSON file are not lines of text. Only the template and other programs change them.
  const change = file !== null && isJson(file.text) ? null : changeText;
  const layerStart = useEditorValue(({ document }) => clockOf(document.state.movie, layer.id)?.begin ?? 0);
  const length = useEditorValue(({ document }) => clockOf(document.state.movie, layer.id)?.length ?? 0);
  const [edited, setEdited] = useState<EditedCue | null>(null);
  /** The index of the cue that takes the focus after editing; null for none. */
  const [cueToFocus, setCueToFocus] = useState<number | null>(null);
  const clock = useMemo(() => ({ rate, begin: layerStart - layer.skip }), [rate, layerStart, layer.skip]);
  const text = file?.text ?? null;
  const cues = useMemo(() => (file === null ? [] : listedCuesOf(file)), [file]);
  const spans = useMemo(
    () => cues.map(({ start, end }) => ({ from: cueFrame(start, clock), to: cueFrame(end, clock) })),
    [cues, clock],
  );
  // Select only the index, because it changes rarely, whereas the playhead changes with each frame.
  const currentCue = useEditorValue(({ document }) =>
    spans.findIndex(({ from, to }) => document.state.playhead >= from && document.state.playhead < to),
  );
  const isNew =
    useEditorValue(({ captions }) => captions.state.toWrite === layer.id) && change !== null && cues.length > 0;
  useEffect(() => {
    if (!isNew) return;
    editor.captions.set({ toWrite: null });
    setEdited({ at: 0, caret: 'all' });
  }, [isNew, editor]);
  if (text === null) return null;
  const form = formOf(text);
  const isFull = cues.length >= captionLimits.cues;
  const middle = edited?.at ?? Math.max(0, currentCue);
  const first = Math.max(0, Math.min(middle - MAX_LISTED / 2, cues.length - MAX_LISTED));
  const listedCues = cues.slice(first, first + MAX_LISTED);
  const isOutside = ({ from, to }: { readonly from: number; readonly to: number }) =>
    to <= layerStart || from >= layerStart + length;
  const outsideCount = spans.filter(isOutside).length;
  const cut = cutCues(spans, layerStart, layerStart + length);
  const goTo = (at: number, caret: number | null = null) => {
    const span = spans[at];
    if (span !== undefined) editor.playback.seek(frames(Math.max(0, span.from)));
    setEdited(change === null || cues[at] === undefined ? null : { at, caret });
  };
  const add = () => {
    if (isFull) return;
    const { playhead } = editor.document.state;
    const playheadTime = Math.max(0, framesToSeconds(frames(playhead - clock.begin), rate) * 1000);
    // If the playhead is in a cue, the new cue starts at the end of that cue.
    const start = cues.find((cue) => cue.start <= playheadTime && playheadTime < cue.end)?.end ?? playheadTime;
    const before = cues.findLast((cue) => cue.start <= start) ?? null;
    const nextIndex = cues.findIndex((cue) => cue.start > start);
    const next = nextIndex === -1 ? undefined : cues[nextIndex]?.start;
    const cue = { start, words: inspector.newCue, ...(next !== undefined && next < start + 2000 && { end: next }) };
    change?.(withCueAfter(text, before?.line ?? null, cue).text);
    setEdited({ at: nextIndex === -1 ? cues.length : nextIndex, caret: 'all' });
  };
  /** Commits the text and edits the next cue. After the last cue, adds a new one. */
  const continueWithNext = (cue: WrittenCue, at: number, words: string) => {
    const newText = withWords(text, cue, words);
    if (at + 1 < cues.length || isFull) {
      change?.(newText);
      goTo(Math.min(at + 1, cues.length - 1));
      return;
    }
    change?.(withCueAfter(newText, cue.line, { start: cue.end, words: inspector.newCue }).text);
    editor.playback.seek(frames(Math.max(0, cueFrame(cue.end, clock))));
    setEdited({ at: at + 1, caret: 'all' });
  };
  return (
    <section aria-label={inspector.cues}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{inspector.cues}</h2>
        <span className={`${styles.count} tabular`}>{cues.length}</span>
        {change !== null && (
          <IconButton icon={Plus} label={inspector.addCue} size="sm" disabled={isFull} onClick={add} />
        )}
      </div>
      <ol className={ownStyles.cues}>
        {listedCues.map((cue, place) => {
          const at = first + place;
          return (
            // Use the index as the key, because the text and the times of a cue can change.
            <li key={at}>
              {edited?.at === at && change !== null ? (
                <CueRow
                  cue={cue}
                  clock={clock}
                  caret={edited.caret}
                  onTime={(time) => change(withCue(text, cue.line, time))}
                  onWords={(words) => change(withWords(text, cue, words))}
                  onSplit={(words, cut) => {
                    if (isFull) return;
                    const split = withSplitCue(withCue(text, cue.line, { words }), cue.line, cut);
                    if (split === null) return;
                    change(split.text);
                    setEdited({ at: at + 1, caret: 0 });
                  }}
                  onNext={(words) => continueWithNext(cue, at, words)}
                  onStep={step}
                  onLeave={(isByKey) => {
                    setEdited((current) => (current?.at === at ? null : current));
                    setCueToFocus(isByKey ? at : null);
                  }}
                >
                  <WordStrip
                    {...{ cue, form }}
                    onTimes={(words) => change(withWordTimes(text, cue, words))}
                    onSpread={() => change(withoutWordTimes(text, cue))}
                  />
                </CueRow>
              ) : (
                <CueButton
                  {...{ cue, clock, form }}
                  isCurrent={at === currentCue}
                  isOutside={spans[at] !== undefined && isOutside(spans[at])}
                  hasFocus={at === cueToFocus}
                  onOpen={() => goTo(at)}
                  onDelete={change === null || cues.length === 1 ? null : () => change(withoutCue(text, cue.line))}
                  onStep={step}
                />
              )}
            </li>
          );
        })}
      </ol>
      {cues.length > listedCues.length && (
        <p className={`${styles.padded} ${styles.dim}`}>{inspector.cuesNear(cues.length - listedCues.length)}</p>
      )}
      {layer.mode === 'word' && <WordTimes captions={file?.captions ?? null} layer={layer.id} />}
      {cut > 0 && <p className={`${styles.padded} ${styles.dim}`}>{inspector.cuesCut(cut)}</p>}
      {outsideCount > 0 && <p className={`${styles.padded} ${styles.dim}`}>{inspector.cuesOutside(outsideCount)}</p>}
    </section>
  );
}

/** A note about cues that cannot appear word by word, because their word times are missing. */
function WordTimes({ captions, layer }: { readonly captions: Captions | null; readonly layer: NodeId }) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const cues = captions?.cues ?? [];
  // A cue with a single word needs no word times.
  const withoutTimes = cues.filter(({ words, text }) => words.length === 0 && /\s/.test(text.trim())).length;
  if (withoutTimes === 0) return null;
  return (
    <div className={styles.padded}>
      <Problem text={inspector.noWordTimes(withoutTimes, cues.length)} tone="warning" />
      {withoutTimes === cues.length && (
        <Button
          size="sm"
          className={fields.fix}
          onClick={() => dispatch({ type: 'attribute/set', node: layer, name: 'mode', value: null })}
        >
          {inspector.showWholeCaptions}
        </Button>
      )}
    </div>
  );
}

interface CueButtonProps extends Pick<Parameters<typeof CueRow>[0], 'cue' | 'clock' | 'onStep'> {
  readonly form: CaptionsForm;
  readonly isCurrent: boolean;
  /** Whether the layer is invisible at the time of the cue. */
  readonly isOutside: boolean;
  /** Whether the cue takes the focus after editing. */
  readonly hasFocus: boolean;
  readonly onOpen: () => void;
  /** Deletes the cue; null for the last remaining cue, because a captions file needs at least one. */
  readonly onDelete: (() => void) | null;
}

function CueButton({ cue, clock, form, isCurrent, isOutside, hasFocus, onOpen, onDelete, onStep }: CueButtonProps) {
  const { inspector } = useStrings();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFocus) button.current?.focus();
  }, [hasFocus]);
  const time = formatTimecode(frames(Math.max(0, cueFrame(cue.start, clock))), clock.rate);
  return (
    <div className={ownStyles.cueSaid}>
      <button
        ref={button}
        type="button"
        className={ownStyles.cue}
        aria-current={isCurrent || undefined}
        data-outside={isOutside || undefined}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (event.key === 'Delete' && onDelete !== null) onDelete();
          else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey))
            onStep(event.shiftKey ? 'redo' : 'undo');
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <span className="tabular">{time}</span>
        <span>{readCueText(cue.words, cue, form).text || cue.words}</span>
      </button>
      {onDelete !== null && (
        <IconButton
          icon={Trash2}
          label={inspector.deleteCue(time)}
          size="sm"
          className={ownStyles.cueDelete}
          onClick={onDelete}
        />
      )}
    </div>
  );
}

/** Returns the cues to list. The line of a cue of a JSON file is its index. */
function listedCuesOf({ text, captions }: CaptionsFile): readonly WrittenCue[] {
  if (!isJson(text)) return cuesInText(text);
  return (captions?.cues ?? []).map(({ start, end, text: words }, line) => ({ start, end, words, line }));
}

function isJson(text: string): boolean {
  return /^\ufeff?\s*[[{]/.test(text);
}

/**
 * Returns the text of the file with other words in a cue. Empty words leave the cue unchanged, because only the delete
 * button removes cues.
 */
function withWords(text: string, { line, words: before }: WrittenCue, words: string): string {
  return words.trim() === '' || words === before ? text : withCue(text, line, { words });
}

const captionsByMovie = new WeakMap<Movie, Map<NodeId, CaptionsLayer | null>>();

/** Returns the captions layer with this id; null if there is none. */
export function captionsIn(movie: Movie | null, id: NodeId): CaptionsLayer | null {
  if (movie === null) return null;
  const cacheOfMovie = captionsByMovie.get(movie) ?? new Map<NodeId, CaptionsLayer | null>();
  captionsByMovie.set(movie, cacheOfMovie);
  const cached = cacheOfMovie.get(id);
  if (cached !== undefined) return cached;
  const layers = [...movie.scenes, ...movie.overlays].flatMap((container) => withNestedLayers(container.layers));
  const layer = layers.find((each) => each.id === id);
  const captions = layer?.kind === 'captions' ? layer : null;
  cacheOfMovie.set(id, captions);
  return captions;
}

/** A captions file with its unsaved changes. */
export interface CaptionsEdit {
  /** The file with all changes, saved or not; null while it is loading. */
  readonly file: CaptionsFile | null;
  /** Changes the text of the file; null for a file that is not in the project. */
  readonly change: ((text: string) => void) | null;
  /** Undoes or redoes a change of the file. */
  readonly step: (direction: 'undo' | 'redo') => void;
}

/** Changes a captions file. Each change is saved immediately and can be undone while the editor is open. */
function useCaptionsEdit(source: MediaSource): CaptionsEdit {
  const editor = useEditor();
  const project = useEditorValue(({ document }) => document.state.project);
  const key = sourceKey(source);
  const { queries } = useApi();
  const { inspector } = useStrings();
  const toasts = useToast();
  const stored = useCaptionsFile(source);
  const { data: assets } = useAssets(project);
  const replace = useReplaceAsset(project);
  const [requested, setRequested] = useState<CaptionsFile | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const entry = source.kind === 'asset' ? assetNamed(assets, source.name) : undefined;
  /** The etag of the file as last saved or loaded, which guards the next save. */
  const etag = useRef<string | null>(null);
  const file = requested ?? stored;

  const save = (text: string) => {
    if (entry === undefined) return;
    const next = captionsFile(text);
    if (requested === null) etag.current = entry.etag;
    setRequested(next);
    const store = async () => {
      const body = new TextEncoder().encode(text);
      const asset = await replace.mutateAsync({ name: entry.name, etag: etag.current ?? entry.etag, body });
      etag.current = asset.etag;
      queries.setQueryData(queryKeys.captions(project, key, asset.etag), next);
    };
    last.current = last.current
      .then(store)
      .catch((error: unknown) => {
        toasts.show({ message: inspector.cueNotSaved, detail: problemWords(error).detail, tone: 'danger' });
      })
      .finally(() => setRequested((now) => (now === next ? null : now)));
  };
  return {
    file,
    change:
      entry === undefined
        ? null
        : (text) => {
            if (file === null || text === file.text) return;
            editor.captions.changed(key, file.text);
            save(text);
          },
    step: (direction) => {
      const text = file === null ? null : editor.captions.stepped(key, file.text, direction);
      if (text !== null) save(text);
    },
  };
}
