import { lastEnd } from '#shared/captions/cue.ts';
import { noMedia } from '#shared/contract/shapes/no-media.ts';
import { fontFacts } from '#shared/drawings/fonts/font-facts.ts';
import { frameDelays, imageFacts, otherImageFormat } from '#shared/drawings/images/image-facts.ts';
import { orientedSize } from '#shared/drawings/images/orientation.ts';
import { isEmptySvg } from '#shared/drawings/images/svg-root.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { formatFrameRate } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import { readFirstBytes } from '../files/read-at.ts';
import type { MediaFacts } from '../sources/facts/media-facts.ts';
import { probeMedia } from '../sources/facts/probe.ts';
import { heifIn, isCutImage, stillCaptions } from '../sources/facts/still-facts.ts';
import type { Asset, AssetMedia, Workspace } from '../storage/stores.ts';

/** A background task that probes assets, one after another. */
export interface AssetProber {
  /** Starts probing if any asset still needs it. */
  readonly wake: () => void;
  /** Ends the running probe. The next start repeats it. */
  readonly stop: () => Promise<void>;
}

/**
 * The number of stalled or interrupted probes after which an asset is probed again only after a restart. Probes stall on
 * a busy machine, and are interrupted when memory is short.
 */
const MAX_STALLS = 3;
/** The delay in milliseconds from a stalled or interrupted probe to the next run. Saving an asset starts a run earlier. */
const RETRY_MILLISECONDS = 300_000;

export function createAssetProber(
  workspace: Pick<Workspace, 'assets' | 'blobs' | 'events'>,
  /** Returns FFmpeg, which probing requires; null if it is missing. */
  tools: () => Promise<MediaTools | null>,
  onFailure: (error: unknown) => void,
): AssetProber {
  const stopping = new AbortController();
  const unreadable = new Set<string>();
  /** The number of stalled and interrupted probes, by digest. */
  const stalls = new Map<string, number>();
  let retry: NodeJS.Timeout | undefined;
  let isRequested = false;
  let isRunning = false;
  let running: Promise<void> | null = null;

  const runAll = async () => {
    try {
      // Find FFmpeg only if an asset must be probed: finding it starts a process.
      if (!isAnyLeft()) return;
      const found = await tools();
      while (isRequested && found !== null) {
        isRequested = false;
        for (let next = nextAsset(); next !== undefined && !stopping.signal.aborted; next = nextAsset()) {
          await probeAsset(next, found);
        }
      }
    } finally {
      // Clear this in the same turn of the event loop as the last check of `isRequested`, so that a later call starts a
      // new run.
      isRunning = false;
    }
  };
  const nextNew = () =>
    workspace.assets.withoutMedia(unreadable.size + 1).find(({ sha256 }) => !unreadable.has(sha256));
  /**
   * The assets with older facts, from one query. They are probed last, because they are usable without the new facts.
   */
  let older: Asset[] | null = null;
  const allOlder = () => {
    older ??= [...workspace.assets.withOlderMedia()];
    return older;
  };
  const nextAsset = () => nextNew() ?? allOlder().pop();
  const isAnyLeft = () => nextNew() !== undefined || allOlder().length > 0;
  const probeAsset = async ({ sha256 }: Asset, found: MediaTools) => {
    // A failed probe is repeated only after a restart; a stalled or interrupted probe is repeated in a later run.
    unreadable.add(sha256);
    using _hold = workspace.blobs.hold(sha256);
    const path = await workspace.blobs.atHand(sha256, stopping.signal);
    const facts = await probeMedia(path, found, stopping.signal).catch((error: unknown) => {
      // Store nothing, because the machine may be busy or short of memory. A film that uses the asset probes it again.
      if (error instanceof ServiceError && ['ffmpeg/stalled', 'ffmpeg/interrupted'].includes(error.code)) return null;
      throw error;
    });
    if (facts === null) {
      stalls.set(sha256, (stalls.get(sha256) ?? 0) + 1);
      // Add the digest again, because a call of `wake` during the probe may have removed it.
      unreadable.add(sha256);
      clearTimeout(retry);
      retry = setTimeout(wake, RETRY_MILLISECONDS).unref();
      return;
    }
    // If the file is not media, check whether it is an image, a font, or a caption file.
    const media = facts.ok
      ? mediaOf(facts.value)
      : ((await stillMedia(path)) ?? (await captionsMedia(path, facts.error, stopping.signal)));
    await workspace.assets.setMedia(sha256, media);
    unreadable.delete(sha256);
  };
  const wake = () => {
    for (const [sha256, count] of stalls) if (count < MAX_STALLS) unreadable.delete(sha256);
    isRequested = true;
    if (stopping.signal.aborted || isRunning) return;
    isRunning = true;
    running = runAll().catch((error: unknown) => {
      if (!stopping.signal.aborted) onFailure(error);
    });
  };
  const subscription = workspace.events.subscribe(({ type }) => {
    if (type === 'asset.saved') wake();
  });
  return {
    wake,
    stop: async () => {
      subscription[Symbol.dispose]();
      clearTimeout(retry);
      stopping.abort();
      await running;
    },
  };
}

/** Returns the facts of a file that no film can use, with the reason. */
function otherMedia(why: Message): AssetMedia {
  return { ...noMedia, reason: inEnglish(why), why: { reason: why.code, values: { ...why.values } } };
}

function mediaOf({ durationSeconds, video, audio, damage, faults, lateStart = 0 }: MediaFacts): AssetMedia {
  const rate = video?.frameRate ?? null;
  return {
    kind: video !== null ? 'video' : audio !== null ? 'audio' : 'other',
    durationSeconds: durationSeconds - lateStart,
    pictureSeconds: video === null ? null : video.endSeconds - lateStart,
    width: video?.displayWidth ?? null,
    height: video?.displayHeight ?? null,
    frameRate: rate === null ? null : formatFrameRate(rate),
    videoCodec: video?.codec ?? null,
    audioCodec: audio?.codec ?? null,
    hasAudio: audio !== null,
    damage,
    ...(faults !== undefined && { faults }),
    fontFamily: null,
    reason: null,
  };
}

/** The number of bytes that are read to detect an image or a font. Even fonts for every script are smaller. */
const MAX_READ = 32 * 2 ** 20;

/** Returns the facts of an image or font, or the reason for an unsupported image format; null for all other files. */
async function stillMedia(path: string): Promise<AssetMedia | null> {
  const photo = await heifIn(path);
  if (photo?.ok === false) return otherMedia(photo.error.reason);
  if (photo !== null) {
    const { format, width, height } = photo.value;
    return { ...noMedia, kind: 'image', width, height, videoCodec: format };
  }
  const { bytes } = await readFirstBytes(path, MAX_READ);
  const image = imageFacts(bytes);
  if (image !== null) {
    const oriented = orientedSize(bytes, image);
    const [width, height] = [Math.ceil(oriented.width), Math.ceil(oriented.height)];
    const milliseconds = frameDelays(bytes, image)?.reduce((sum, delay) => sum + delay, 0);
    const durationSeconds = milliseconds === undefined ? null : milliseconds / 1000;
    return { ...noMedia, kind: 'image', durationSeconds, width, height, videoCodec: image.format };
  }
  const format = otherImageFormat(bytes);
  if (format !== null) return otherMedia(message('media/other-image', { format }));
  if (isCutImage(bytes)) return otherMedia(message('media/image-damaged'));
  if (isEmptySvg(bytes)) return otherMedia(message('media/svg-size'));
  const font = fontFacts(bytes);
  return font === null ? null : { ...noMedia, kind: 'font', fontFamily: font.family };
}

/**
 * Returns the facts of a caption file, or the reason why the file is unusable. The duration is the end of the last
 * caption.
 */
async function captionsMedia(path: string, notMedia: Message, signal: AbortSignal): Promise<AssetMedia> {
  const read = await stillCaptions(path, signal);
  if (read.ok && read.value.still === 'captions')
    return { ...noMedia, kind: 'captions', durationSeconds: lastEnd(read.value.captions) };
  // Store the reason of the caption parser for a caption file. Older versions never stored it, so it also marks the
  // files that were checked for captions.
  const isOfCaptions =
    !read.ok && (notMedia.code === 'media/subtitles' || read.error.reason.code === 'media/other-captions');
  // Use two returns, because the compiler cannot reduce the union of both types.
  if (isOfCaptions) return otherMedia(read.error.reason);
  return otherMedia(notMedia);
}
