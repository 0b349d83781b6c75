/** What a video shows past its source's end: the last frame; the source again from its in-point; nothing. */
export const SOURCE_ENDS = ['hold', 'loop', 'hide'] as const;
export type SourceEnd = (typeof SOURCE_ENDS)[number];
