/**
 * Fetches the code that reads containers, once. It is a third of the editor's code and loads with the first source, so
 * the editor opens without it.
 */
export const fetchDemuxers = () => import('./open-media.ts');
