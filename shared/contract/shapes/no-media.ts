/** What is known of an asset that no film can use, as far as nothing else says it. */
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
