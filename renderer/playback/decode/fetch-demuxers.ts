/**
 * Loads the demuxers as a separate chunk. They are a third of the editor's code and are needed only with the first
 * source, so that the editor opens faster.
 */
export const fetchDemuxers = () => import('./open-media.ts');
