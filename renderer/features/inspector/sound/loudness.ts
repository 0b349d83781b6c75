import type { Api } from '#renderer/api/api.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import type { LoudnessTarget, MeasuringProgress } from '#renderer/editor/loudness-state.ts';
import { formatSigned } from '#renderer/ui/format/number.ts';

/** The loudness targets of platforms, in LUFS. */
export const loudnessTargets = { web: -14, podcast: -16, europe: -23, america: -24 } as const satisfies Readonly<
  Record<LoudnessTarget, number>
>;

export const loudnessTargetNames = Object.keys(loudnessTargets) as readonly LoudnessTarget[];

/** The maximum true peak in dBTP (EBU R 128). A higher peak can distort when the sound is encoded again. */
export const HIGHEST_PEAK = -1;

/** Formats decibels with at most one decimal and the minus sign U+2212. */
export function shownDecibels(value: number): string {
  return formatSigned(value, 1);
}

const NO_PROGRESS: MeasuringProgress = { share: null, etaSeconds: null };

type MeasuringApi = Pick<Api, 'client' | 'region'> & { readonly events: Pick<Api['events'], 'subscribe'> };

/** Measures the loudness of the current movie in the service. A running measurement is canceled first. */
export async function measureFilm(editor: Editor, { client, region, events }: MeasuringApi): Promise<void> {
  const { loudness } = editor;
  const { project, source, values } = editor.document.state;
  loudness.state.stop?.();
  const stopping = new AbortController();
  loudness.set({ busy: NO_PROGRESS, issue: null, stop: () => stopping.abort() });
  const measurementId = crypto.randomUUID();
  const stopListening = events.subscribe((event) => {
    if (event.type !== 'loudness.progress' || event.data.watch !== measurementId || stopping.signal.aborted) return;
    loudness.set({ busy: { share: event.data.share, etaSeconds: event.data.etaSeconds } });
  });
  try {
    const { integratedLufs, truePeakDbtp, rangeLu, normalization } = await client.call('measureLoudness', {
      parameters: { region: await region(), project },
      body: { template: source.text, variables: JSON.stringify(values), watch: measurementId },
      signal: stopping.signal,
    });
    const measurement = {
      ...{ integrated: integratedLufs, truePeak: truePeakDbtp, range: rangeLu },
      normalization: normalization && { gain: normalization.gain, before: normalization.integratedLufs },
    };
    if (!stopping.signal.aborted)
      loudness.set({ busy: null, stop: null, measured: { ...measurement, film: { source, values } } });
  } catch (error) {
    if (!stopping.signal.aborted) loudness.set({ busy: null, stop: null, issue: problemWords(error).detail });
  } finally {
    stopListening();
  }
}

/** Cancels the running measurement. The previous result stays. */
export function stopMeasuring({ loudness }: Editor): void {
  loudness.state.stop?.();
  loudness.set({ busy: null, stop: null });
}
