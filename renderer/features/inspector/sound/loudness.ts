import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Api } from '#renderer/api/api.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import { decibelsOf, mostDecibels } from '../compound/length-parts.ts';

/** The loudness targets of platforms, in LUFS. */
export const loudnessTargets = { web: -14, podcast: -16, europe: -23, america: -24 } as const;

export type LoudnessTarget = keyof typeof loudnessTargets;

export const loudnessTargetNames = Object.keys(loudnessTargets) as readonly LoudnessTarget[];

/** The highest true peak in dBTP. A higher peak can be distorted when the sound is encoded again (EBU R 128). */
export const HIGHEST_PEAK = -1;

/** Formats decibels with a minus sign (U+2212). */
export function shownDecibels(value: number): string {
  return writeNumber(value, 1).replace('-', '−');
}

/**
 * Returns the volume at which the movie would reach its target if it had only this sound, in the notation of the
 * template. Null if the volume is already right or would exceed the maximum.
 * @param factor The current factor of the sound.
 * @param most The highest factor.
 */
export function volumeForTarget(
  factor: number,
  { integrated, target, most }: { readonly integrated: number; readonly target: number; readonly most: number },
): string | null {
  const now = decibelsOf(factor);
  if (now === null) return null;
  const requested = Math.round((now + target - integrated) * 10) / 10;
  return requested === now || requested > mostDecibels(most) ? null : `${writeNumber(requested, 1)}dB`;
}

/** The result of a measurement, with the movie that was measured. */
export interface MeasuredFilm {
  /** The integrated loudness in LUFS; null for silence. */
  readonly integrated: number | null;
  /** The true peak in dBTP; null for silence. */
  readonly truePeak: number | null;
  /** In LU. */
  readonly range: number;
  readonly film: Film;
}

/** The parts of the state that determine the sound of a movie. */
type Film = Pick<EditorState, 'source' | 'values'>;

export interface MeasuringProgress {
  /** The progress from 0 to 1; null before the first report. */
  readonly share: number | null;
  readonly etaSeconds: number | null;
}

const JUST_BEGUN: MeasuringProgress = { share: null, etaSeconds: null };

export interface LoudnessState {
  readonly measured: MeasuredFilm | null;
  /** The progress of the current measurement; null if none is running. */
  readonly busy: MeasuringProgress | null;
  /** The reason why the measurement failed; null if it did not. */
  readonly issue: string | null;
  readonly target: LoudnessTarget;
}

const stores = new WeakMap<Editor, StoreApi<LoudnessState>>();
const running = new WeakMap<Editor, AbortController>();

/** Returns the store with the loudness of the open movie. It exists as long as the editor store. */
export function loudnessStoreOf(editor: Editor): StoreApi<LoudnessState> {
  const known = stores.get(editor);
  if (known !== undefined) return known;
  const store = createStore<LoudnessState>(() => ({ measured: null, busy: null, issue: null, target: 'web' }));
  stores.set(editor, store);
  return store;
}

/** Returns whether the movie was edited since the measurement. */
export function isOutdated({ film }: MeasuredFilm, { source, values }: Film): boolean {
  return film.source.text !== source.text || film.values !== values;
}

type MeasuringApi = Pick<Api, 'client' | 'region'> & { readonly events: Pick<Api['events'], 'subscribe'> };

/** Measures the current movie. */
export async function measureFilm(editor: Editor, { client, region, events }: MeasuringApi): Promise<void> {
  const store = loudnessStoreOf(editor);
  const { project, source, values } = editor.document.state;
  running.get(editor)?.abort();
  const stopping = new AbortController();
  running.set(editor, stopping);
  store.setState({ busy: JUST_BEGUN, issue: null });
  const watch = crypto.randomUUID();
  const stopListening = events.subscribe((event) => {
    if (event.type !== 'loudness.progress' || event.data.watch !== watch || stopping.signal.aborted) return;
    store.setState({ busy: { share: event.data.share, etaSeconds: event.data.etaSeconds } });
  });
  try {
    const { integratedLufs, truePeakDbtp, rangeLu } = await client.call('measureLoudness', {
      parameters: { region: await region(), project },
      body: { template: source.text, variables: JSON.stringify(values), watch },
      signal: stopping.signal,
    });
    const measurement = { integrated: integratedLufs, truePeak: truePeakDbtp, range: rangeLu };
    if (!stopping.signal.aborted)
      store.setState({ busy: null, measured: { ...measurement, film: { source, values } } });
  } catch (error) {
    if (!stopping.signal.aborted) store.setState({ busy: null, issue: problemWords(error).detail });
  } finally {
    stopListening();
  }
}

/** Cancels the current measurement. The previous result stays. */
export function stopMeasuring(editor: Editor): void {
  running.get(editor)?.abort();
  loudnessStoreOf(editor).setState({ busy: null });
}
