import { resolve } from 'node:path';
import type { Demuxer } from '../containers/demuxer.ts';
import type { MediaFacts } from './media-facts.ts';

/**
 * The arguments with which a local file is opened, `-i` and its path included; options for its decoding go before them.
 * The demuxer is pinned, nothing but files is read, and a QuickTime file's references to other files are not followed:
 * these are FFmpeg's defaults, and too important to be left to them.
 */
export function inputArguments(path: string, demuxer: Demuxer): string[] {
  const noReferences = demuxer === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : [];
  // The prefix keeps FFmpeg from reading a protocol into a name with a colon.
  return ['-protocol_whitelist', 'file', '-f', demuxer, ...noReferences, '-i', `file:${resolve(path)}`];
}

/** Containers whose clock may jump; FFmpeg takes their zero to be where the first stream that is *used* begins. */
const JUMPING: ReadonlySet<Demuxer> = new Set(['mpegts', 'mpeg', 'ogg']);

/** Whether the clock of such a container may jump. FFmpeg then goes on as if it had not. */
export function jumps(demuxer: Demuxer): boolean {
  return JUMPING.has(demuxer);
}

/** A stream that a run has to use beside the one it is about. */
export interface ClockStream {
  readonly streamIndex: number;
  readonly kind: 'video' | 'audio';
}

/**
 * The stream that a run which uses only the picture or only the sound of an input has to use as well, so that FFmpeg
 * counts time from the file's beginning and not from that stream's; null where it does so anyway. (A picture that
 * starts 0.4 s after its sound would otherwise be shown 0.4 s early.)
 */
export function clockStream({ demuxer, video, audio }: MediaFacts, usedStreamIndex: number): ClockStream | null {
  if (!JUMPING.has(demuxer)) return null;
  if (video !== null && video.streamIndex !== usedStreamIndex) return { streamIndex: video.streamIndex, kind: 'video' };
  if (audio !== null && audio.streamIndex !== usedStreamIndex) return { streamIndex: audio.streamIndex, kind: 'audio' };
  return null;
}

/** An output that uses a {@link ClockStream} of that input, for a single packet and nothing. */
export function clockOutput(inputNumber: number, { streamIndex, kind }: ClockStream): readonly string[] {
  const onePacket = kind === 'video' ? '-frames:v' : '-frames:a';
  return ['-map', `${inputNumber}:${streamIndex}`, '-c', 'copy', onePacket, '1', '-f', 'null', '-'];
}
