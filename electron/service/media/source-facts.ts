import { join } from 'node:path';
import type { Result } from '../../../shared/lib/result.ts';
import { DEMUXERS } from './demuxer.ts';
import { sha256 } from './file-digest.ts';
import type { MediaFacts } from './media-facts.ts';
import { factsOf, lookInto, type ProbeRecord } from './probe.ts';
import { recall, remember } from './remembered.ts';
import type { MediaTools } from './tools.ts';

/**
 * What a source is, looked up by its digest where a cache folder is given: equal bytes are looked into once by each
 * version of FFmpeg. The error completes the sentence "`film.mp4` …". Throws as `probeMedia` does.
 */
export async function factsOfSource(
  source: { readonly path: string; readonly sha256: string },
  tools: MediaTools,
  options: { readonly cacheFolder: string | null; readonly signal: AbortSignal },
): Promise<Result<MediaFacts, string>> {
  const { cacheFolder, signal } = options;
  const memory = cacheFolder === null ? null : join(cacheFolder, 'facts', sha256(`${source.sha256} ${tools.version}`));
  const known = memory === null ? null : recordIn(await recall(`${memory}.json`));
  if (known !== null) {
    const facts = factsOf(known, tools);
    if (facts.ok) return facts;
  }

  const record = await lookInto(source.path, tools, signal);
  if (!record.ok) return record;
  const facts = factsOf(record.value, tools);
  if (memory !== null && facts.ok)
    await remember(`${memory}.json`, { ...record.value, measuredEnds: [...record.value.measuredEnds] });
  return facts;
}

/** The record that a file of the cache holds; null if it is not one. */
function recordIn(value: Readonly<Record<string, unknown>> | null): ProbeRecord | null {
  const demuxer = DEMUXERS.find((name) => name === value?.['demuxer']);
  const answer = value?.['answer'];
  const ends = value?.['measuredEnds'];
  if (demuxer === undefined || typeof answer !== 'string' || !Array.isArray(ends) || !ends.every(isEnd)) return null;
  return { demuxer, answer, measuredEnds: new Map(ends) };
}

function isEnd(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number');
}
