/** The reason why this browser cannot show a preview. */
export type NoPreviewReason = 'no-decoder';

/** Returns the reason why this browser cannot show a preview; null if it can. Does not need a canvas. */
export function noPreviewReason(): NoPreviewReason | null {
  return 'VideoDecoder' in globalThis ? null : 'no-decoder';
}
