/** Why there is no preview in this browser. */
export type NoPreviewReason = 'no-decoder';

/**
 * What the preview cannot do without and this browser lacks; asked before a canvas is made. Null where all is there.
 */
export function noPreviewReason(): NoPreviewReason | null {
  return 'VideoDecoder' in globalThis ? null : 'no-decoder';
}
