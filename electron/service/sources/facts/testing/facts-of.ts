import { testTools } from '#service/testing/render-film.ts';
import { inEnglish } from '#shared/statements/in-english.ts';
import type { MediaFacts, VideoFacts } from '../media-facts.ts';
import { probeMedia } from '../probe.ts';

/** What ffprobe says of a file that can be used. */
export async function factsOf(path: string): Promise<MediaFacts> {
  const facts = await probeMedia(path, await testTools(), new AbortController().signal);
  if (!facts.ok) throw new Error(inEnglish(facts.error));
  return facts.value;
}

/** The picture of a file that has one. */
export async function videoOf(path: string): Promise<VideoFacts> {
  const { video } = await factsOf(path);
  if (video === null) throw new Error('no video');
  return video;
}
