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
  const wanted = Math.round((now + target - integrated) * 10) / 10;
  return wanted === now || wanted > mostDecibels(most) ? null : `${writeNumber(wanted, 1)}dB`;
}
