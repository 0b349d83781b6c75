import { join } from 'node:path';
import { z } from 'zod';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { sha256 as digestOf } from '../../files/digest-file.ts';
import { readCachedJson, writeCachedJson } from '../../files/remembered.ts';
import type { MediaFacts } from './media-facts.ts';

/**
 * The damaged places inside of sources. A container can be complete although its packets are damaged, so only a decoder
 * finds them all. Every run that decodes a whole source collects its messages: a render, a proxy, and a conversion.
 */

/** Options that print the time of each frame into FFmpeg's log. They precede the filter {@link FRAME_TIMES}. */
export const LOGS_FRAMES = ['-loglevel', 'level+info'];
/**
 * The option that makes decoders of FFmpeg 7 print the times of pictures. A filter has a thread of its own there: it
 * prints the time of a picture up to some pictures after the decoder, and an error that begins inside of its line has
 * no prefix. The option adds about six lines per frame, so long conversions use a filter.
 */
export const LOGS_DECODED = '-debug_ts';
/** The filters that print the times of pictures and of sound. */
export const FRAME_TIMES = { picture: 'showinfo=checksum=0', sound: 'ashowinfo' } as const;

/** The maximum time in seconds between two faults that count as one place. */
const PLACE_SECONDS = 1;
const MAX_PLACES = 100;
const MAX_LINE = 10_000;

/** The line that FFmpeg prints after it has opened its inputs. While it opens them, it decodes their first frames. */
const OPENED = 'Stream mapping:';

/** A reader of the log of a run with {@link FRAME_TIMES}. */
interface FaultReader {
  /** Takes a chunk of the log. */
  readonly push: (chunk: string) => void;
  /** Returns the damaged places, in seconds of the source. */
  readonly places: () => readonly FaultSpan[];
}

/** A line of {@link LOGS_DECODED} about a decoded picture. */
const DECODED = /\bdecoder -> pts:.* pts_time:(-?[\d.]+)/;

/**
 * Creates a reader of damaged places. FFmpeg prints frames and errors in order, so an error has the time of the frame
 * before it. In FFmpeg 7, the order is exact only for errors of a picture's decoder with {@link LOGS_DECODED} in place of
 * a filter: other errors can have the time of a neighboring picture.
 * @param origin The time of the source at which the run starts.
 * @param from Errors before this time are caused by a seek and do not count.
 */
export function createFaultReader(origin = 0, from = 0): FaultReader {
  let places: FaultSpan[] = [];
  let now = origin;
  let isOpen = false;
  let isKnown = false;
  let showsDecoded = false;
  let rest = '';
  const take = (line: string) => {
    const decoded = DECODED.exec(line)?.[1];
    showsDecoded ||= decoded !== undefined;
    const time = showsDecoded ? decoded : / pts_time:(-?[\d.]+)/.exec(line)?.[1];
    if (time !== undefined) now = origin + Number(time);
    if (line.includes(OPENED)) isOpen = true;
    else if (line.includes(LACKS_HEADER)) isKnown = true;
    else if (isKnown && FAILED_PACKET.test(line)) isKnown = false;
    else if (isOpen && now >= from && isDecodeError(errorIn(line)))
      places = [...mergedFaults([...places, { from: now, until: now }])];
  };
  return {
    push: (chunk) => {
      const lines = (rest + chunk).split(/[\r\n]/);
      rest = (lines.pop() ?? '').slice(0, MAX_LINE);
      for (const line of lines) take(line);
    },
    places: () => places,
  };
}

/**
 * The message for a packet of MPEG audio without a frame, and FFmpeg's message after it. The probe decodes every MPEG
 * audio and knows the damage among such packets: the others are tags between joined files.
 */
const LACKS_HEADER = 'Header missing';
const FAILED_PACKET = /\[error\] Error (?:while decoding stream|submitting packet to decoder)/;

/**
 * Returns the part of a line that is an error. In FFmpeg 7, decoders have threads of their own, and their messages can
 * begin inside of a line about a frame.
 */
function errorIn(line: string): string {
  return line.slice(Math.max(0, line.search(/(?:\[[^[\]]+ @ [^\]]*\] )*\[(?:error|fatal)\]/)));
}

/** The maximum number of forms that are listed. */
const MAX_FORMS = 100;

/**
 * Creates a reader of the forms of a sound in the log of a run with {@link FRAME_TIMES}, each with its first time in
 * seconds. A form needs two consecutive frames: a single one is damaged.
 */
export function createSoundFormReader() {
  const forms: { readonly at: number; readonly form: string }[] = [];
  let previous = '';
  return {
    /** Takes a line of the log. */
    take: (line: string): void => {
      const [, at, channels, rate] = / pts_time:(-?[\d.]+) .* channels:(\d+) .* rate:(\d+) /.exec(line) ?? [];
      if (at === undefined) return;
      const form = `${rate} Hz, ${channels}`;
      const isNew = form === previous && form !== forms.at(-1)?.form && forms.length < MAX_FORMS;
      if (isNew) forms.push({ at: Number(at), form });
      previous = form;
    },
    forms: () => forms,
  };
}

/** Joins places that are close to each other. A skipped beginning stays separate. */
export function mergedFaults(places: readonly FaultSpan[]): readonly FaultSpan[] {
  const all: FaultSpan[] = [];
  for (const place of places.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    const isSame = last !== undefined && place.from - last.until <= PLACE_SECONDS;
    if (!isSame) all.push(place);
    else all.splice(-1, 1, { ...last, until: last.skipped ? last.until : Math.max(last.until, place.until) });
  }
  return all.slice(0, MAX_PLACES);
}

/** Adds damaged places to the facts of a source. */
export function withFaults(facts: MediaFacts, places: readonly FaultSpan[]): MediaFacts {
  return places.length === 0 ? facts : { ...facts, faults: mergedFaults([...(facts.faults ?? []), ...places]) };
}

const spans: z.ZodType<readonly FaultSpan[]> = z.array(
  z.strictObject({ from: z.number(), until: z.number(), skipped: z.literal(true).optional() }),
);

/** Returns the damaged places of a source that earlier runs found; an empty list without a cache. */
export async function knownFaults(
  sha256: string,
  tools: Pick<MediaTools, 'version'>,
  cacheFolder: string | null,
): Promise<readonly FaultSpan[]> {
  if (cacheFolder === null) return [];
  const read = spans.safeParse((await readCachedJson(pathOf(sha256, tools, cacheFolder)))?.['faults']);
  return read.success ? read.data : [];
}

/** Adds damaged places of a source to the cache. */
export async function keepFaults(
  sha256: string,
  places: readonly FaultSpan[],
  tools: Pick<MediaTools, 'version'>,
  cacheFolder: string | null,
): Promise<void> {
  if (places.length === 0 || cacheFolder === null) return;
  const faults = mergedFaults([...(await knownFaults(sha256, tools, cacheFolder)), ...places]);
  await writeCachedJson(pathOf(sha256, tools, cacheFolder), { faults });
}

function pathOf(sha256: string, { version }: Pick<MediaTools, 'version'>, cacheFolder: string): string {
  return join(cacheFolder, 'facts', `${digestOf(`faults 2 ${sha256} ${version}`)}.json`);
}

/** FFmpeg's contexts that encode, write, or filter. Their messages are not about the source. */
const OTHER_CONTEXT = /\[(?:lib\w+|null|rawvideo|s16le|\w*(?:muxer|enc|mux)\w*|Parsed_\w+|out#[^\]]*|\w+ost#[^\]]*) @/;
/**
 * Errors of intact sources: references before a seek, the bit reservoir of the first MP3 frames, and time stamps that
 * the engine corrects.
 */
const HARMLESS =
  /co located POCs|mmco: unref|number of reference frames|monotonically increasing dts|new backstep|overread|Could not update timestamps|Estimating duration/;

/**
 * Returns whether a line of FFmpeg's log reports damaged data of a source. Packets that only a demuxer calls corrupt do
 * not count, because the counters of intact packets restart in joined transport streams.
 */
export function isDecodeError(line: string): boolean {
  if (OTHER_CONTEXT.test(line) || HARMLESS.test(line)) return false;
  return /\[(?:error|fatal)\]/.test(line) || line.includes('corrupt decoded frame');
}
