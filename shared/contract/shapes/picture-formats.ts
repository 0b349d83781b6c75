/** The file formats of one frame of a film, with the FFmpeg encoders that can write them, best first. */
export const pictureFormats = {
  png: { label: 'PNG', mimeType: 'image/png', encoders: ['png'] },
  jpeg: { label: 'JPEG', mimeType: 'image/jpeg', encoders: ['mjpeg'] },
  webp: { label: 'WebP', mimeType: 'image/webp', encoders: ['libwebp'] },
  avif: { label: 'AVIF', mimeType: 'image/avif', encoders: ['libaom-av1', 'libsvtav1'] },
} as const;

export type PictureFormat = keyof typeof pictureFormats;

export const pictureFormatNames = Object.keys(pictureFormats) as readonly PictureFormat[];
