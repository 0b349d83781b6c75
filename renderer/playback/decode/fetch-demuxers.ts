/**
 * The code that reads containers, which is a third of the editor's: it does not come with the editor, and nothing of
 * the editor waits for it but a source's pictures. Fetched once, however often this is called.
 */
export const fetchDemuxers = () => import('./open-media.ts');
