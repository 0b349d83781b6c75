import type { FilmLink } from '../containers/ogg-links.ts';
import type { CommonJump } from './media-facts.ts';
import { type ClockJump, JUMP_SECONDS, type MeasuredStream } from './packet-ends.ts';
import { numberField, type Probe, type ProbedStream } from './probe-json.ts';

/**
 * The maximum time in seconds between the same jump in picture and sound. Their packets are interleaved more closely.
 */
export const SAME_JUMP_SECONDS = 2;
/**
 * The maximum difference in seconds between the sizes of the same jump in picture and sound. Each stream measures the
 * jump from the end of its previous packet.
 */
const SAME_SIZE_SECONDS = 1;

/**
 * Returns the jumps of a clock if FFmpeg corrects one of them wrongly; otherwise an empty list. At the first packet
 * after a jump, FFmpeg shifts both streams. Packets of the other stream from before the jump then seem late. If the
 * clock jumps back by at most {@link JUMP_SECONDS}, FFmpeg takes this delay for a gap. If the other stream jumps further
 * back, FFmpeg corrects this difference as another jump.
 */
export function misreadJumps(
  measured: ReadonlyMap<number, MeasuredStream>,
  picture: number,
  sound: number,
): readonly CommonJump[] {
  const soundJumps = [...(measured.get(sound)?.jumps ?? [])];
  const commonJumps: CommonJump[] = [];
  let isMisread = false;
  for (const one of measured.get(picture)?.jumps ?? []) {
    const index = soundJumps.findIndex((candidate) => isSame(one, candidate));
    const [other] = index < 0 ? [] : soundJumps.splice(index, 1);
    commonJumps.push(commonJump([picture, one], other && [sound, other]));
    if (other !== undefined)
      isMisread ||= isUneven(one, other) || (isInterleaved(one, other) && isShort(one) && isShort(other));
  }
  commonJumps.push(...soundJumps.map((jump) => commonJump([sound, jump])));
  return isMisread ? commonJumps : [];
}

function isSame(one: ClockJump, other: ClockJump): boolean {
  return Math.abs(one.at - other.at) < SAME_JUMP_SECONDS && Math.abs(one.by - other.by) < SAME_SIZE_SECONDS;
}

function isShort({ by }: ClockJump): boolean {
  return by < 0 && by >= -JUMP_SECONDS;
}

/** The step back in seconds from which FFmpeg corrects a clock. */
const CORRECTED_SECONDS = 0.1;

/** Checks whether the stream that jumps second in the file jumps further back than the other. */
function isUneven(one: ClockJump, other: ClockJump): boolean {
  const [first, second] = one.packet < other.packet ? [one, other] : [other, one];
  return first.by - second.by > CORRECTED_SECONDS;
}

/** Checks whether packets of one stream from before the jump follow packets of the other stream from after it. */
function isInterleaved(one: ClockJump, other: ClockJump): boolean {
  return Math.max(one.previous, other.previous) > Math.min(one.packet, other.packet);
}

type StreamJump = readonly [streamIndex: number, jump: ClockJump];

/**
 * Joins the jumps of the streams. Uses the larger jump back, because it leaves a short gap in one stream instead of an
 * overlap.
 */
function commonJump(...jumps: readonly (StreamJump | undefined)[]): CommonJump {
  const present = jumps.filter((jump) => jump !== undefined);
  return {
    by: Math.min(...present.map(([, { by }]) => by)),
    positions: new Map(
      present.flatMap(([streamIndex, { position }]) => (position === null ? [] : [[streamIndex, position] as const])),
    ),
  };
}

/**
 * Adds the time that FFmpeg removes from the start of edit lists, and removes it from the end. FFmpeg prolongs the last
 * packet to the end of the edit list.
 * @param delays The removed times in seconds, by the number of the track.
 */
export function withEditDelays(
  measured: ReadonlyMap<number, MeasuredStream>,
  delays: ReadonlyMap<number, number>,
  { streams }: Probe,
): ReadonlyMap<number, MeasuredStream> {
  const delayed = new Map(measured);
  for (const { fields } of streams) {
    const index = numberField(fields, 'index') ?? 0;
    const [start, length] = [numberField(fields, 'start_time'), numberField(fields, 'duration')];
    const editDelay = delays.get(numberField(fields, 'id') ?? 0) ?? 0;
    const packets = measured.get(index);
    if (packets === undefined || start === null || length === null || editDelay === 0) continue;
    delayed.set(index, { ...packets, end: Math.min(packets.end, start + length - editDelay), editDelay });
  }
  return delayed;
}

/** Marks all streams of an MP4 as continued by fragments. */
export function asContinued(measured: ReadonlyMap<number, MeasuredStream>): ReadonlyMap<number, MeasuredStream> {
  return new Map([...measured].map(([index, stream]) => [index, { ...stream, continued: true as const }]));
}

/** Replaces the ends of the used streams of a chained film, and adds its joins as jumps of the clock. */
export function withLinks(
  measured: ReadonlyMap<number, MeasuredStream>,
  links: readonly FilmLink[],
  { picture, sound }: { readonly picture: ProbedStream | undefined; readonly sound: ProbedStream | undefined },
  { format }: Probe,
): ReadonlyMap<number, MeasuredStream> {
  const chained = new Map(measured);
  const origin = numberField(format, 'start_time') ?? 0;
  const [, ...later] = links;
  const jumps = later.map(({ start }) => ({ at: origin + start, by: 0, position: null, packet: 0, previous: 0 }));
  const last = links.at(-1);
  for (const [stream, end] of [[picture, last?.pictureEnd] as const, [sound, last?.soundEnd] as const]) {
    const index = stream === undefined ? -1 : (numberField(stream.fields, 'index') ?? -1);
    const packets = measured.get(index);
    if (packets === undefined || typeof end !== 'number') continue;
    chained.set(index, { ...packets, end: origin + end, gaps: [], jumps, lateKey: null });
  }
  return chained;
}

/** Converts the time of a frame, which includes the jumps of the clock, to a time without the jumps. */
export function withoutJumps(at: number, jumps: readonly ClockJump[]): number {
  return jumps.reduce(
    (steady, jump) => (Math.abs(steady - jump.by - jump.at) < Math.abs(steady - jump.at) ? steady - jump.by : steady),
    at,
  );
}

/**
 * Returns the bitstream filter that removes the jumps. It recognizes them by the byte positions of packets. The
 * variable 0 contains the last position, because some packets have none. The filter converts seconds with the time base
 * of the source, so the output needs the same time base: 1/90000 s in MPEG.
 */
export function jumpFilter(jumps: readonly CommonJump[], streamIndex: number): string {
  const position = 'st(0,if(gte(POS,0),POS,ld(0)))';
  const shifts = jumps.flatMap(({ by, positions }) => {
    const from = positions.get(streamIndex);
    return from === undefined ? [] : [`${-by}*gte(ld(0),${from})`];
  });
  const shift = `(0*${position}+${shifts.join('+') || '0'})/TB`;
  return `setts=pts='PTS+${shift}':dts='DTS+${shift}'`;
}
