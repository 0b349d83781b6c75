import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Api } from '#renderer/api/api.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { EditorStore } from '#renderer/editor/document-store.ts';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { writeNumber } from '#renderer/ui/format/written-number.ts';
import { decibelsOf, mostDecibels } from '../compound/length-parts.ts';

/** Where films are shown, and how loud they are to be there, in LUFS. */
export const loudnessTargets = { web: -14, podcast: -16, europe: -23, america: -24 } as const;

export type LoudnessTarget = keyof typeof loudnessTargets;

export const loudnessTargetNames = Object.keys(loudnessTargets) as readonly LoudnessTarget[];

/** In dBTP: what is higher may be distorted by who encodes the sound once more (EBU R 128). */
export const HIGHEST_PEAK = -1;

/** Decibels as they are shown, with a real minus sign. */
export function shownDecibels(value: number): string {
  return writeNumber(value, 1).replace('-', '−');
}

/**
 * The volume of a sound, as the language writes it, with which a film would be as loud as its target if that sound
 * alone were heard. Null where it would be what it is, or louder than a sound can be.
 * @param factor What the sound is multiplied with now.
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

export interface MeasuringProgress {
  /** From 0 to 1; null until something was told. */
  readonly share: number | null;
  readonly etaSeconds: number | null;
}

const JUST_BEGUN: MeasuringProgress = { share: null, etaSeconds: null };

export interface LoudnessState {
  readonly measured: MeasuredFilm | null;
  /** How far it is, while it is being measured. */
  readonly busy: MeasuringProgress | null;
  /** Why it could not be measured; null where nothing is known against it. */
  readonly issue: string | null;
  readonly target: LoudnessTarget;
}

const stores = new WeakMap<EditorStore, StoreApi<LoudnessState>>();
const running = new WeakMap<EditorStore, AbortController>();

/** How loud the open film is, as far as it was measured; it goes with it. */
export function loudnessStoreOf(editor: EditorStore): StoreApi<LoudnessState> {
  const known = stores.get(editor);
  if (known !== undefined) return known;
  const store = createStore<LoudnessState>(() => ({ measured: null, busy: null, issue: null, target: 'web' }));
  stores.set(editor, store);
  return store;
}

/** Whether the film was edited since. */
export function isOutdated({ film }: MeasuredFilm, { source, values }: Film): boolean {
  return film.source.text !== source.text || film.values !== values;
}

type MeasuringApi = Pick<Api, 'client' | 'region'> & { readonly events: Pick<Api['events'], 'subscribe'> };

/** Measures the film as it is now. */
export async function measureFilm(editor: EditorStore, { client, region, events }: MeasuringApi): Promise<void> {
  const store = loudnessStoreOf(editor);
  const { project, source, values } = editor.getState();
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
    const told = { integrated: integratedLufs, truePeak: truePeakDbtp, range: rangeLu };
    if (!stopping.signal.aborted) store.setState({ busy: null, measured: { ...told, film: { source, values } } });
  } catch (error) {
    if (!stopping.signal.aborted) store.setState({ busy: null, issue: problemWords(error).detail });
  } finally {
    stopListening();
  }
}

/** Stops measuring; what was measured before stays. */
export function stopMeasuring(editor: EditorStore): void {
  running.get(editor)?.abort();
  loudnessStoreOf(editor).setState({ busy: null });
}
