import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { abortable } from '../../waiting/abortable.ts';
import { runPool } from '../../waiting/pool.ts';
import { adtsPackets } from '../mp4/adts.ts';
import { type SegmentTarget, SOUND_TRACK, segmentsStep } from '../plan/join-arguments.ts';
import { copyTimeLimits, outputLimitBytes } from '../plan/limits.ts';
import type { RenderPlan } from '../plan/plan.ts';
import { type PendingSound, trackSegments } from '../plan/track-segments.ts';
import { filmSound, type SoundFile, segmentsOfRange, waitForSound } from './film-sound.ts';
import { runStep } from './join.ts';
import type { RenderContext } from './render-context.ts';

/** Returns the pending sound of the part with this key. */
export type FindPendingSound = (key: string) => PendingSound;

/**
 * The maximum number of processes that encode finished sound. One process is enough for sound that is still being made,
 * because it arrives more slowly.
 */
const MAX_PROCESSES = 2;
/** The maximum number of segments per process. Each segment has a separate encoder. */
const SEGMENTS_PER_PROCESS = 4;

/** A missing segment with its key. */
interface TrackRequest extends SegmentTarget {
  readonly key: string;
}

/**
 * Puts the segments of the film's encoded sound into the scratch folder, each under its key. Takes them from the cache,
 * or encodes them from the sound of the scenes as it arrives. Does nothing for formats whose sound is encoded during
 * the join.
 * @param ready The keys of the parts that are already in the scratch folder.
 * @param onSegment Called with the key of each segment that is in the scratch folder.
 */
export async function makeTrack(
  plan: RenderPlan,
  pendingSoundOf: FindPendingSound,
  ready: ReadonlySet<string>,
  context: RenderContext,
  onSegment: (key: string) => void,
): Promise<void> {
  const { keys, folder, signal } = context;
  const { sound } = plan.format;
  if (sound === null || keys.track === null) return;
  const segments = trackSegments(sound.priming, plan.samples);
  const missing = new Map<string, TrackRequest>();
  for (const [index, key] of keys.track.entries()) {
    const segment = required(segments[index], 'a segment for each key');
    if (missing.has(key)) continue;
    if ((await context.store.take(key, join(folder, key), signal)) !== null) {
      onSegment(key);
      continue;
    }
    missing.set(key, { key, segment, name: `${SOUND_TRACK}-${index}.new` });
  }
  const processes = isMostlyReady(plan, ready) ? MAX_PROCESSES : 1;
  // The segments of a process are complete only when its last segment is. A stream therefore has one segment per
  // process.
  const most = plan.isStreamed === true ? 1 : SEGMENTS_PER_PROCESS;
  await runPool(groupSegments([...missing.values()], processes, most), processes, signal, (group, signal) =>
    makeSegments(group, plan, pendingSoundOf, { ...context, signal }, onSegment),
  );
}

function isMostlyReady({ scenes, samples: all }: RenderPlan, ready: ReadonlySet<string>): boolean {
  const pendingScenes = scenes.filter(({ sound }) => sound !== null && !ready.has(sound.key));
  return 2 * pendingScenes.reduce((sum, { samples }) => sum + samples, 0) <= all;
}

/** Groups the segments into processes. Neighboring segments share a process, because their scenes arrive together. */
function groupSegments(
  requested: readonly TrackRequest[],
  processes: number,
  most: number,
): readonly (readonly TrackRequest[])[] {
  const size = Math.min(most, Math.ceil(requested.length / processes));
  const groups: (readonly TrackRequest[])[] = [];
  for (let start = 0; start < requested.length; start += size) groups.push(requested.slice(start, start + size));
  return groups;
}

async function makeSegments(
  group: readonly TrackRequest[],
  plan: RenderPlan,
  pendingSoundOf: FindPendingSound,
  context: RenderContext,
  onSegment: (key: string) => void,
): Promise<void> {
  const { folder, store, signal } = context;
  const ranges = group.map(({ segment }) => segment);
  const samples = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const fileOf: SoundFile = ({ key }) => pendingSoundOf(key);
  const openSound = () => filmSound(plan, ranges, fileOf, signal);
  await waitForSound(openSound());
  await runStep(segmentsStep(group, plan, context.tools.version), openSound, {
    ...context,
    // The total time is unlimited because the process waits for the pictures that are made at the same time as the
    // sounds. The stall limit still detects a hang.
    limits: { ...copyTimeLimits(0, 0), totalSeconds: Number.POSITIVE_INFINITY },
    limitBytes: outputLimitBytes(plan.canvas, 0, samples),
  });
  // The segments may have been encoded from growing sounds. Wait until all sounds are complete and checked.
  const segments = ranges.flatMap((range) => segmentsOfRange(plan, range, fileOf));
  await abortable(
    Promise.all(segments.flatMap(({ path, over }) => [path, ...over.map((sound) => sound.path)])),
    signal,
  );
  for (const { key, name, segment } of group) {
    const encoded = await readFile(join(folder, name)).catch((cause: unknown) => {
      throw new ServiceError('render/wrong-output', message('film/sound-left-out'), { cause });
    });
    const packets = adtsPackets(encoded)?.slice(segment.lead, segment.lead + segment.packets) ?? [];
    if (packets.length < segment.packets)
      throw new ServiceError(
        'render/wrong-output',
        message('film/packets', { there: packets.length, wanted: segment.packets }),
      );
    await writeFile(join(folder, key), Buffer.concat(packets));
    await store.keep(key, join(folder, key), signal);
    onSegment(key);
  }
}
