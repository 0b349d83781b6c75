/** Sizes that films usually have: width and height in pixels. */
export const sizePresets = {
  fullHd: [1920, 1080],
  hd: [1280, 720],
  portrait: [1080, 1920],
  portrait45: [1080, 1350],
  square: [1080, 1080],
  ultraHd: [3840, 2160],
} as const;

export type SizePreset = keyof typeof sizePresets;

/** In the order in which they are offered. */
export const presetNames: readonly SizePreset[] = ['fullHd', 'hd', 'portrait', 'portrait45', 'square', 'ultraHd'];

/** The usual size that a film of this width and height has, as fields show them; null for any other, or none. */
export function presetOf(width: string | null, height: string | null): SizePreset | null {
  const found = presetNames.find((name) => {
    const [across, down] = sizePresets[name];
    return width === String(across) && height === String(down);
  });
  return found ?? null;
}
