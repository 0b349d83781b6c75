import type { ChangedLayer } from '#shared/golden/compare-golden.ts';
import type { PlaneDifference } from '#shared/golden/planes.ts';
import type { Problem } from '#shared/template/document/problem.ts';

/** A difference between films, in the form of the report. */
interface ShownDifference {
  readonly film: readonly string[];
  readonly frames: readonly ShownFrameDifference[];
  readonly sound: readonly { readonly from: number; readonly to: number }[] | null;
  readonly sounds: readonly ChangedLayer[];
  readonly causes: readonly string[];
  readonly cells: readonly {
    readonly picture: { readonly width: number; readonly height: number; readonly pixels: Uint8Array };
    readonly label: string;
  }[];
}

interface ShownFrameDifference {
  readonly frame: number;
  readonly seconds: number;
  readonly scene: string;
  readonly basis: string;
  readonly equal: boolean | null;
  readonly layers: readonly ChangedLayer[];
  readonly difference: PlaneDifference | null;
}

/** The result of one case. */
export interface TestedCase {
  readonly template: string;
  readonly name: string;
  readonly state: 'equal' | 'different' | 'missing' | 'created' | 'updated' | 'refused';
  readonly problems: readonly Problem[];
  /** The sentence about a damaged golden file; null if no file is damaged. */
  readonly reason: string | null;
  /** The difference from the golden film; null if the film is equal or was not compared. */
  readonly difference: ShownDifference | null;
  /** The files to write or delete; null without `--update`. */
  readonly files: ReadonlyMap<string, Uint8Array | null> | null;
}

/** Returns the result of a case for `--json`. */
export function caseResult({ template, name, state, reason, difference }: TestedCase): object {
  const frames = difference?.frames.map(({ difference: pixels, layers, ...frame }) => ({
    ...frame,
    pixels: pixels?.pixels ?? null,
    largest: pixels?.largest ?? null,
    box: pixels?.box ?? null,
    layers,
  }));
  const { film = [], sound = null, sounds = [], causes = [] } = difference ?? {};
  return { template: `${template}.xml`, case: name, state, reason, film, frames: frames ?? [], sound, sounds, causes };
}

/** Returns the lines about a case for users. */
export function caseLines({ template, name, state, reason, difference, problems }: TestedCase): readonly string[] {
  const title = `${template}.xml ${name}: ${state}`;
  const error = problems.find(({ severity }) => severity === 'error');
  if (error !== undefined) return [`${title}: ${error.message}`];
  if (reason !== null) return [`${title}: ${reason}`];
  if (difference === null) return [`${title}.`];
  const { film, frames, sound, sounds, causes } = difference;
  const skipped = frames.filter(({ equal }) => equal === null).length;
  return [
    `${title}${skippedText(skipped, sound === null)}.`,
    ...(film.length === 0 ? [] : [`  The film has a different ${film.join(', ')}.`]),
    ...frames.filter(({ equal }) => equal === false).map(frameLine),
    ...(sound ?? []).map(({ from, to }) => `  sound from ${from} to ${to} s${layersText(sounds)}`),
    ...(causes.length === 0 ? [] : [`  No layer differs, but the ${causes.join(' and the ')} changed.`]),
  ];
}

function skippedText(frames: number, isSoundSkipped: boolean): string {
  const parts = [
    ...(frames === 0 ? [] : [frames === 1 ? '1 frame' : `${frames} frames`]),
    ...(isSoundSkipped ? ['the sound'] : []),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(' and ')} can’t be compared: another FFmpeg made them)`;
}

function frameLine({ frame, seconds, scene, difference, layers }: ShownFrameDifference): string {
  const pixels =
    difference === null
      ? ''
      : `: ${difference.pixels} pixels by at most ${difference.largest}, in ${difference.box?.join(',') ?? ''}`;
  return `  frame ${frame} (${seconds.toFixed(2)} s, ${scene})${pixels}${layersText(layers)}`;
}

function layersText(layers: readonly ChangedLayer[]): string {
  if (layers.length === 0) return '';
  return `: ${layers.map(({ at, name, what }) => `${at}${name === null ? '' : ` “${name}”`} (${what.join(', ')})`).join('; ')}`;
}
