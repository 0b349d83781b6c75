import { join } from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { MediaMessage } from '#shared/messages/media.en.ts';
import { message } from '#shared/messages/message.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { fileStamp, sha256 } from '../files/digest-file.ts';
import { readCachedJson, writeCachedJson } from '../files/remembered.ts';
import { DEMUXERS } from './containers/demuxer.ts';
import type { FieldOrder, MediaFacts } from './facts/media-facts.ts';
import type { MeasuredStream } from './facts/packet-ends.ts';
import { factsOf, type ProbeRecord, probeRecordOf } from './facts/probe.ts';
import { knownFaults, withFaults } from './facts/source-faults.ts';
import type { StreamForm } from './facts/stream-forms.ts';

/** A source with a known digest. */
interface DigestedFile {
  readonly path: string;
  readonly sha256: string;
  /** The stamp of the file if other programs may change it; see `fileStamp`. */
  readonly stamp?: string | null;
}

interface ProbeOptions {
  readonly cacheFolder: string | null;
  readonly signal: AbortSignal;
  /** The result of a probe that has just run. Used if the cache has no record. */
  readonly probe?: Result<ProbeRecord, MediaMessage> | null;
}

/**
 * Returns the facts of a source. A cache folder stores them by digest, so equal bytes are probed once for each version
 * of FFmpeg. The error states why the file is not media. Throws the errors of `probeMedia`.
 */
export async function factsOfSource(
  source: DigestedFile,
  tools: MediaTools,
  options: ProbeOptions,
): Promise<Result<MediaFacts, MediaMessage>> {
  const probed = await probeSource(source, tools, options);
  return probed.ok ? ok(probed.value.facts) : probed;
}

/** Returns the facts, as {@link factsOfSource} does, together with the record of the probe. */
export async function probeSource(
  source: DigestedFile,
  tools: MediaTools,
  { cacheFolder, signal, probe = null }: ProbeOptions,
): Promise<Result<{ readonly facts: MediaFacts; readonly record: ProbeRecord }, MediaMessage>> {
  const cachePath =
    cacheFolder === null ? null : join(cacheFolder, 'facts', sha256(`${source.sha256} ${tools.version}`));
  const cached = cachePath === null ? null : recordIn(await readCachedJson(`${cachePath}.json`));
  const withDecoded = async (read: MediaFacts) =>
    withFaults(read, await knownFaults(source.sha256, tools, cacheFolder));
  if (cached !== null) {
    const facts = factsOf(cached, tools);
    if (facts.ok) return ok({ facts: await withDecoded(facts.value), record: cached });
  }

  const record = probe ?? (await probeRecordOf(source.path, tools, signal));
  if (!record.ok) return record;
  const facts = factsOf(record.value, tools);
  if (!facts.ok) return facts;
  // Store the facts only if the file is unchanged since its digest was computed.
  if (source.stamp && (await fileStamp(source.path)) !== source.stamp) return err(message('media/changed'));
  if (cachePath !== null)
    await writeCachedJson(`${cachePath}.json`, {
      version: RECORD_VERSION,
      ...record.value,
      measured: [...record.value.measured],
      keyFrames: [...record.value.keyFrames],
      forms: [...record.value.forms],
      fields: [...record.value.fields],
    });
  return ok({ facts: await withDecoded(facts.value), record: record.value });
}

/** The version of the cached records. Raise it if a changed probe returns other facts about the same file. */
const RECORD_VERSION = 12;

/** Returns the record in a cache file; null if the content is invalid. */
function recordIn(value: Readonly<Record<string, unknown>> | null): ProbeRecord | null {
  const demuxer = DEMUXERS.find((name) => name === value?.['demuxer']);
  const answer = value?.['answer'];
  const measured = pairsIn(value?.['measured'], isMeasured);
  const keyFrames = pairsIn(value?.['keyFrames'], isNumbers);
  const isCut = value?.['isCut'];
  const isFollowed = value?.['isFollowed'];
  const forms = pairsIn(value?.['forms'], isForms);
  const fields = pairsIn(value?.['fields'], isFieldOrder);
  if (value?.['version'] !== RECORD_VERSION) return null;
  if (demuxer === undefined || typeof answer !== 'string') return null;
  if (typeof isCut !== 'boolean' || typeof isFollowed !== 'boolean') return null;
  if (measured === null || keyFrames === null || forms === null || fields === null) return null;
  const faults = value?.['faults'];
  if (!isNumbers(faults)) return null;
  const fragments = fragmentsOf.safeParse(value['fragments']);
  if (!fragments.success) return null;
  const times = { measured, keyFrames, isCut, isFollowed, forms, fields, faults };
  return { demuxer, answer, ...times, ...(fragments.data === undefined ? {} : { fragments: fragments.data }) };
}

/** Returns a map with numbers as keys, made from a list of its entries; null if the list is invalid. */
function pairsIn<Value>(
  entries: unknown,
  isValue: (value: unknown) => value is Value,
): ReadonlyMap<number, Value> | null {
  const isEntry = (entry: unknown): entry is [number, Value] =>
    Array.isArray(entry) && entry.length === 2 && isNumber(entry[0]) && isValue(entry[1]);
  return Array.isArray(entries) && entries.every(isEntry) ? new Map(entries) : null;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isMeasured(value: unknown): value is MeasuredStream {
  return measuredStream.safeParse(value).success;
}

function isForms(value: unknown): value is readonly StreamForm[] {
  return streamForms.safeParse(value).success;
}

function isFieldOrder(value: unknown): value is FieldOrder {
  return fieldOrder.safeParse(value).success;
}

const measuredStream: z.ZodType<MeasuredStream> = z.strictObject({
  start: z.number(),
  end: z.number(),
  packets: z.number(),
  lasting: z.number(),
  priming: z.number(),
  padding: z.number(),
  jumps: z.array(
    z.strictObject({
      at: z.number(),
      by: z.number(),
      position: z.number().nullable(),
      packet: z.number(),
      previous: z.number(),
    }),
  ),
  gaps: z.array(z.strictObject({ from: z.number(), until: z.number() })),
  redescribed: z.boolean(),
  lateKey: z.number().nullable(),
  paddedAt: z.number().nullable(),
  editDelay: z.number().optional(),
  continued: z.literal(true).optional(),
});
const streamForms: z.ZodType<readonly StreamForm[]> = z.array(z.strictObject({ at: z.number(), form: z.string() }));
const fieldOrder: z.ZodType<FieldOrder> = z.strictObject({ first: z.enum(['top', 'bottom']), marked: z.boolean() });

const fragmentsOf = z.strictObject({ of: z.enum(['order', 'joined']), at: z.number() }).optional();

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(isNumber);
}
