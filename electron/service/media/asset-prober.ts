import { formatFrameRate } from '../../../shared/template/frame-rate.ts';
import type { Asset, AssetMedia, Workspace } from '../storage/stores.ts';
import type { MediaFacts } from './media-facts.ts';
import { probeMedia } from './probe.ts';
import type { MediaTools } from './tools.ts';

/** Looks into assets in the background, one after the other. */
export interface AssetProber {
  /** Looks for what was not looked into yet. */
  readonly wake: () => void;
  /** Ends the look that is going on, which is done again at the next start. */
  readonly stop: () => Promise<void>;
}

export function createAssetProber(
  workspace: Pick<Workspace, 'assets' | 'blobs' | 'events'>,
  /** Null where there is no FFmpeg: nothing is looked into then. */
  tools: () => Promise<MediaTools | null>,
  onFailure: (error: unknown) => void,
): AssetProber {
  const stopping = new AbortController();
  const unreadable = new Set<string>();
  let asked = false;
  let running: Promise<void> | null = null;

  const runAll = async () => {
    const found = await tools();
    while (asked && found !== null) {
      asked = false;
      for (let next = nextAsset(); next !== undefined && !stopping.signal.aborted; next = nextAsset()) {
        await look(next, found);
      }
    }
  };
  const nextAsset = () =>
    workspace.assets.withoutMedia(unreadable.size + 1).find(({ sha256 }) => !unreadable.has(sha256));
  const look = async ({ sha256 }: Asset, found: MediaTools) => {
    // Whatever comes of it, it is not tried again before the next start.
    unreadable.add(sha256);
    using _hold = workspace.blobs.hold(sha256);
    const facts = await probeMedia(workspace.blobs.pathOf(sha256), found, stopping.signal);
    workspace.assets.setMedia(sha256, facts.ok ? mediaOf(facts.value) : noMedia);
    unreadable.delete(sha256);
  };
  const wake = () => {
    asked = true;
    if (stopping.signal.aborted || running !== null) return;
    running = runAll()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onFailure(error);
      })
      .finally(() => {
        running = null;
      });
  };
  const subscription = workspace.events.subscribe(({ type }) => {
    if (type === 'asset.saved') wake();
  });
  return {
    wake,
    stop: async () => {
      subscription[Symbol.dispose]();
      stopping.abort();
      await running;
    },
  };
}

const noMedia: AssetMedia = {
  kind: 'other',
  durationSeconds: null,
  width: null,
  height: null,
  frameRate: null,
  videoCodec: null,
  audioCodec: null,
  hasAudio: false,
};

function mediaOf({ durationSeconds, video, audio }: MediaFacts): AssetMedia {
  const rate = video?.frameRate ?? null;
  return {
    kind: video !== null ? 'video' : audio !== null ? 'audio' : 'other',
    durationSeconds,
    width: video?.displayWidth ?? null,
    height: video?.displayHeight ?? null,
    frameRate: rate === null ? null : formatFrameRate(rate),
    videoCodec: video?.codec ?? null,
    audioCodec: audio?.codec ?? null,
    hasAudio: audio !== null,
  };
}
