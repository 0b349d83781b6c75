import { resolve } from 'node:path';
import type { Demuxer } from '../containers/demuxer.ts';
import type { MediaFacts } from './media-facts.ts';

/**
 * Returns the arguments that open a local file, with `-i` and its path; options for its decoding go before them. They
 * pin the demuxer, allow only files, and disable a QuickTime file's references to other files. These are also FFmpeg's
 * defaults, but they are set explicitly because security depends on them.
 */
export function inputArguments(path: string, demuxer: Demuxer): string[] {
  const noReferences = demuxer === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : [];
  // The prefix prevents FFmpeg from reading a colon in the name as a protocol.
  return ['-protocol_whitelist', 'file', '-f', demuxer, ...noReferences, '-i', `file:${resolve(path)}`];
}

/** Containers whose clock may jump. FFmpeg sets their zero to the start of the first stream that is *used*. */
const JUMPING: ReadonlySet<Demuxer> = new Set(['mpegts', 'mpeg', 'ogg']);

/** Checks whether the clock of this container may jump. FFmpeg then continues without the jump. */
export function jumps(demuxer: Demuxer): boolean {
  return JUMPING.has(demuxer);
}

/** A stream that a run must use beside its own stream. */
export interface ClockStream {
  readonly streamIndex: number;
  readonly kind: 'video' | 'audio';
}

/**
 * Returns the stream that a run of FFmpeg must also use if it uses only the picture or only the sound of an input.
 * Otherwise FFmpeg would count time from that stream's start instead of the file's: a picture that starts 0.4 s after
 * its sound would be displayed 0.4 s early. Null if the run does not need it.
 */
export function clockStream({ demuxer, video, audio }: MediaFacts, usedStreamIndex: number): ClockStream | null {
  if (!JUMPING.has(demuxer)) return null;
  if (video !== null && video.streamIndex !== usedStreamIndex) return { streamIndex: video.streamIndex, kind: 'video' };
  if (audio !== null && audio.streamIndex !== usedStreamIndex) return { streamIndex: audio.streamIndex, kind: 'audio' };
  return null;
}

/**
 * Returns the arguments of an output that uses a {@link ClockStream} of an input for a single packet and discards it.
 */
export function clockOutput(inputNumber: number, { streamIndex, kind }: ClockStream): readonly string[] {
  const onePacket = kind === 'video' ? '-frames:v' : '-frames:a';
  return ['-map', `${inputNumber}:${streamIndex}`, '-c', 'copy', onePacket, '1', '-f', 'null', '-'];
}
