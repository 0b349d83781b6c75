/**
 * Loads the demuxers as a separate chunk, so that the editor opens faster. They are a third of the editor's code and
 * are needed only when the first source opens.
 */
export const fetchDemuxers = () => import('./open-media.ts');
