/** The default facts of an asset that is neither media nor a font. */
export const noMedia = {
  kind: 'other',
  durationSeconds: null,
  pictureSeconds: null,
  width: null,
  height: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
  hasAudio: false,
  damage: null,
  fontFamily: null,
  reason: null,
} as const;
