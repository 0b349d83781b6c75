import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Api } from '../../../api/api.ts';
import { problemWords } from '../../../api/client/problem-words.ts';
import type { EditorState } from '../../../state/editor-state.ts';
import type { EditorStore } from '../../../state/editor-store.ts';
import type { LoudnessTarget } from './loudness.ts';

/** What was measured, and of which film. */
export interface MeasuredFilm {
  /** In LUFS; null of silence. */
  readonly integrated: number | null;
  /** In dBTP; null of silence. */
  readonly truePeak: number | null;
  /** In LU. */
  readonly range: number;
  readonly film: Film;
}

/** What a film sounds like depends on nothing else. */
type Film = Pick<EditorState, 'source' | 'values'>;

export interface LoudnessState {
  readonly measured: MeasuredFilm | null;
  /** Whether it is being measured. */
  readonly busy: boolean;
  /** Why it could not be measured; null where nothing is known against it. */
  readonly trouble: string | null;
  readonly target: LoudnessTarget;
}

const stores = new WeakMap<EditorStore, StoreApi<LoudnessState>>();
const running = new WeakMap<EditorStore, AbortController>();

/** How loud the open film is, as far as it was measured; it goes with it. */
export function loudnessStoreOf(editor: EditorStore): StoreApi<LoudnessState> {
  const known = stores.get(editor);
  if (known !== undefined) return known;
  const store = createStore<LoudnessState>(() => ({ measured: null, busy: false, trouble: null, target: 'web' }));
  stores.set(editor, store);
  return store;
}

/** Whether the film was edited since. */
export function isOutdated({ film }: MeasuredFilm, { source, values }: Film): boolean {
  return film.source.text !== source.text || film.values !== values;
}

/** Measures the film as it is now. */
export async function measureFilm(editor: EditorStore, { client, region }: Api): Promise<void> {
  const store = loudnessStoreOf(editor);
  const { project, source, values } = editor.getState();
  running.get(editor)?.abort();
  const stopping = new AbortController();
  running.set(editor, stopping);
  store.setState({ busy: true, trouble: null });
  try {
    const { integratedLufs, truePeakDbtp, rangeLu } = await client.call('measureLoudness', {
      parameters: { region: await region(), project },
      body: { template: source.text, variables: JSON.stringify(values) },
      signal: stopping.signal,
    });
    const told = { integrated: integratedLufs, truePeak: truePeakDbtp, range: rangeLu };
    if (!stopping.signal.aborted) store.setState({ busy: false, measured: { ...told, film: { source, values } } });
  } catch (error) {
    if (!stopping.signal.aborted) store.setState({ busy: false, trouble: problemWords(error).detail });
  }
}

/** Stops measuring; what was measured before stays. */
export function stopMeasuring(editor: EditorStore): void {
  running.get(editor)?.abort();
  loudnessStoreOf(editor).setState({ busy: false });
}
