import { resolve } from 'node:path';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { hasThreadPerStage } from '../../ffmpeg/tools-version.ts';
import type { Demuxer } from '../containers/demuxer.ts';
import type { MediaFacts } from './media-facts.ts';

/**
 * Returns the arguments that open a local file, with `-i` and its path. Decoding options go before them. The arguments
 * fix the demuxer, allow only files, and disable a QuickTime file's references to other files. These are also FFmpeg's
 * defaults, but security depends on them, so they are set explicitly.
 */
export function inputArguments(path: string, demuxer: Demuxer): string[] {
  // The prefix prevents FFmpeg from reading a colon in the name as a protocol.
  return ['-protocol_whitelist', 'file', '-f', demuxer, ...noReferences(demuxer), '-i', `file:${resolve(path)}`];
}

/** Returns the arguments that read a file from standard input, with the limits of {@link inputArguments}. */
export function pipedInput(demuxer: Demuxer): string[] {
  return ['-protocol_whitelist', 'pipe', '-f', demuxer, ...noReferences(demuxer), '-i', 'pipe:0'];
}

function noReferences(demuxer: Demuxer): readonly string[] {
  return demuxer === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : [];
}

/** The containers whose packets are whole frames. */
const WHOLE_PACKETS: ReadonlySet<Demuxer> = new Set(['mov', 'matroska']);

/**
 * Returns options of an input that keep FFmpeg's log of packets and errors in order. In FFmpeg 7, a parser runs in the
 * demuxer's thread, ahead of decoders and filters, and repeats their errors. Whole packets need no parser.
 */
export function withoutParser(demuxer: Demuxer, { version }: Pick<MediaTools, 'version'>): readonly string[] {
  return hasThreadPerStage(version) && WHOLE_PACKETS.has(demuxer) ? ['-fflags', '+noparse'] : [];
}

/** The containers whose clock may jump. In them, FFmpeg's time zero is the start of the first stream that is *used*. */
const JUMPING: ReadonlySet<Demuxer> = new Set(['mpegts', 'mpeg', 'ogg']);

/** Checks whether the clock of this container may jump. FFmpeg then removes the jump from its times. */
export function clockCanJump(demuxer: Demuxer): boolean {
  return JUMPING.has(demuxer);
}

/** A stream that a run must use in addition to its own stream. */
export interface ClockStream {
  readonly streamIndex: number;
  readonly kind: 'video' | 'audio';
}

/**
 * Returns the stream that a run of FFmpeg must also use if it uses only the picture or only the sound of an input.
 * Otherwise FFmpeg would count time from that stream's start instead of the file's start. For example, a picture that
 * starts 0.4 s after its sound would be displayed 0.4 s early. Returns null if the run does not need the stream.
 */
export function clockStream({ demuxer, video, audio }: MediaFacts, usedStreamIndex: number): ClockStream | null {
  if (!JUMPING.has(demuxer)) return null;
  if (video !== null && video.streamIndex !== usedStreamIndex) return { streamIndex: video.streamIndex, kind: 'video' };
  if (audio !== null && audio.streamIndex !== usedStreamIndex) return { streamIndex: audio.streamIndex, kind: 'audio' };
  return null;
}

/** Returns the arguments of an output that uses only one packet of a {@link ClockStream} and discards it. */
export function clockOutput(inputNumber: number, { streamIndex, kind }: ClockStream): readonly string[] {
  const onePacket = kind === 'video' ? '-frames:v' : '-frames:a';
  return ['-map', `${inputNumber}:${streamIndex}`, '-c', 'copy', onePacket, '1', '-f', 'null', '-'];
}
