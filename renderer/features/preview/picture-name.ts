import { usableName } from '#shared/names/usable-name.ts';

/** The name of a frame's file: `Spring opening 57.png`. */
export function pictureName(template: string, frame: number): string {
  return usableName(`${template} ${frame}.png`);
}
