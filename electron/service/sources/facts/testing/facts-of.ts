import { testTools } from '#service/testing/render-film.ts';
import { inEnglish } from '#shared/messages/english.ts';
import type { MediaFacts, VideoFacts } from '../media-facts.ts';
import { probeMedia } from '../probe.ts';

/** Returns the facts of a usable file. Throws for other files. */
export async function factsOf(path: string): Promise<MediaFacts> {
  const facts = await probeMedia(path, await testTools(), new AbortController().signal);
  if (!facts.ok) throw new Error(inEnglish(facts.error));
  return facts.value;
}

/** Returns the video facts of a file with a picture. Throws for other files. */
export async function videoOf(path: string): Promise<VideoFacts> {
  const { video } = await factsOf(path);
  if (video === null) throw new Error('no video');
  return video;
}
