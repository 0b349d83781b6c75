/** Common sizes of movies: width and height in pixels. */
export const sizePresets = {
  fullHd: [1920, 1080],
  hd: [1280, 720],
  portrait: [1080, 1920],
  portrait45: [1080, 1350],
  square: [1080, 1080],
  ultraHd: [3840, 2160],
} as const;

export type SizePreset = keyof typeof sizePresets;

/** The preset names in list order. */
export const presetNames: readonly SizePreset[] = ['fullHd', 'hd', 'portrait', 'portrait45', 'square', 'ultraHd'];

/** Returns the preset with this width and height; null for other or unknown sizes. */
export function presetOf(width: string | null, height: string | null): SizePreset | null {
  const preset = presetNames.find((name) => {
    const [across, down] = sizePresets[name];
    return width === String(across) && height === String(down);
  });
  return preset ?? null;
}
