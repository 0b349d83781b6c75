import type { CommonJump } from './media-facts.ts';
import { type ClockJump, JUMP_SECONDS, type MeasuredStream } from './packet-ends.ts';

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
 * clock jumps back by at most {@link JUMP_SECONDS}, FFmpeg takes this delay for a gap.
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
    if (other !== undefined) isMisread ||= isInterleaved(one, other) && isShort(one) && isShort(other);
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
