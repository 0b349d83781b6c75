import { type Frames, frames, framesToSeconds, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { MemoryShares } from '../../ffmpeg/process-plan.ts';
import { type AnyPart, isPicture, type KeyedPart, type Part } from '../parts/part.ts';
import { lowestSource } from '../parts/part-input.ts';
import { partsOf, type RenderPlan } from '../plan/plan.ts';

/** Parts that one FFmpeg process makes together, or one composed part. */
export interface Job {
  /** The parts of the job, with the longest picture first, because FFmpeg reports the frames of the first picture. */
  readonly parts: readonly KeyedPart[];
  /** The number of frames of the film that wait for this job. */
  readonly frames: Frames;
  /** The total duration of the parts, in seconds. */
  readonly seconds: number;
}

/** A scene with its missing parts. Picture and sound share their sources, so one job reads each source once. */
interface MissingScene {
  readonly parts: readonly KeyedPart[];
  readonly length: Frames;
  readonly samples: number;
  /**
   * Whether this is the sound of a scene with a composed picture. The decoders of that picture do not read the sound.
   */
  readonly isSeparate?: boolean;
}

/** The memory of processes, in bytes. */
interface JobMemory extends MemoryShares {
  /** Returns the maximum memory of one process that makes these parts. */
  readonly bytesOf: (parts: readonly AnyPart[]) => number;
}

const UNBOUNDED: JobMemory = {
  bytesOf: () => 0,
  together: Number.POSITIVE_INFINITY,
  mostOfOne: Number.POSITIVE_INFINITY,
};

/**
 * The maximum length of a scene in a shared process, in pixels of all frames. Longer scenes gain little, because
 * starting a process costs as much as 3 to 15 frames of 720p.
 */
const MAX_SHARED_PIXELS = 150 * 1280 * 720;
/**
 * The pixels per frame that one process can encode at the same time. Each scene in a process has its own decoders,
 * queues, and encoders: about 20 MiB at 320×180, 100 MiB at 720p.
 */
const PIXELS_PER_PROCESS = 1280 * 720;
const MAX_SCENES_PER_PROCESS = 5;
/**
 * The memory limit of a process with several scenes, in bytes. Sources can be larger than the film. Sharing a process
 * saves too little time to justify more memory.
 */
const MAX_BYTES_PER_PROCESS = 2 ** 30;
/** The maximum number of scenes that share a decoder. The encoder of each scene stays open until the process ends. */
const MAX_SCENES_PER_DECODER = 5;
/**
 * The maximum distance between scenes that share a decoder, counted in missing scenes. Scenes at a greater distance
 * would be made long before they are needed.
 */
const NEIGHBOR_DISTANCE = 8;
/**
 * The maximum length of a scene that shares a decoder, and of all scenes of a decoder together, in frames (20 s and 40 s
 * at 30 fps). The parts of a job are complete only when its last part is complete. An error loses all parts of the job.
 */
const MAX_FRAMES_SHARING_DECODER = 600;
const MAX_FRAMES_PER_DECODER = 2 * MAX_FRAMES_SHARING_DECODER;
/**
 * The time of decoding a frame, relative to the time of its effects and encoding. Measured at 1280×720 with `veryfast`:
 * 5.3 ms and 11.5 ms.
 */
const DECODING_SHARE = 0.46;
/** The maximum time with more scenes per decoder, relative to the time with fewer, which take less memory. */
const WORTHWHILE_TIME = 0.98;
/**
 * The maximum frame size of scenes that share a decoder, in pixels. With larger frames, two encoders in each process
 * would take gigabytes.
 */
const MAX_PIXELS_SHARING_DECODER = 1920 * 1088;
/** The number of samples below which encoding takes less time than starting a process. */
const SAMPLES_WORTH_A_PROCESS = 15 * SAMPLE_RATE;
/** The minimum number of jobs per process slot, so that all processes end at about the same time. */
const JOBS_PER_SLOT = 4;
/**
 * The number of pixels that are encoded in the time that starting FFmpeg takes. This FFmpeg has many shared libraries.
 */
const PIXELS_WORTH_A_PROCESS = 15 * 1280 * 720;

/**
 * Groups the missing parts into jobs, in the order of the scenes. Equal parts are made once. Scenes that start at the
 * same sync frame of a source share its decoder. Short scenes share a process, as many as memory allows. If only a
 * small part of the film's sound is missing, it is made first, because the cached rest waits for it. In a streamed
 * film, each picture is a job, and sounds are made ahead of the pictures.
 * @param parallelJobs The number of jobs that run at the same time.
 * @param memory The memory of processes. Scenes share a process only within this limit. Unlimited by default.
 */
export function planJobs(
  plan: RenderPlan,
  ready: ReadonlySet<string>,
  parallelJobs: number,
  memory: JobMemory = UNBOUNDED,
): readonly Job[] {
  return plan.isStreamed === true ? streamedJobs(plan, ready) : sharedJobs(plan, ready, parallelJobs, memory);
}

function sharedJobs(
  plan: RenderPlan,
  ready: ReadonlySet<string>,
  parallelJobs: number,
  memory: JobMemory,
): readonly Job[] {
  const all = missingScenes(plan, ready);
  const first = soundFirstJob(plan, all, parallelJobs);
  const missing = first === null ? all : all.flatMap(withoutSound);
  // Put each scene into a separate process. With hardware, each scene opens a session of the device, and graphics cards
  // allow few sessions. With a first pass, FFmpeg numbers the statistics files by output.
  const needsOwnProcess =
    plan.format.picture?.hardware !== undefined ||
    plan.scenes.some(({ picture }) => picture?.part.passes !== undefined);
  const mostScenes = needsOwnProcess ? 1 : mostScenesOf(missing, plan, parallelJobs);
  const groups = needsOwnProcess
    ? missing.map((scene) => [scene])
    : decodeGroups(missing, plan.canvas, parallelJobs, memory);
  const jobs: Job[] = first === null ? [] : [first];
  let open: MissingScene[] = [];
  const close = (): void => {
    if (open.length > 0) jobs.push(jobOf(open));
    open = [];
  };
  const separate = separateSounds(missing);
  for (const group of groups) {
    const sounds = separate.get(group[0]);
    if (sounds !== undefined) {
      if (sounds.length > 0) jobs.push(jobOf(sounds));
      continue;
    }
    const isShort = isShortGroup(group, plan);
    const isFull =
      open.length + group.length > mostScenes || !isWithin(MAX_BYTES_PER_PROCESS, [...open, ...group], memory);
    if (!isShort || isFull) close();
    open.push(...group);
    if (!isShort) close();
  }
  close();
  return jobs.length > parallelJobs && first === null ? withLongestInTime(jobs, parallelJobs) : jobs;
}

/** Returns the maximum number of scenes in a process, so that all cores are busy. */
function mostScenesOf(missing: readonly MissingScene[], { format, canvas }: RenderPlan, parallelJobs: number): number {
  return format.picture === null
    ? Math.min(SOUNDS_PER_PROCESS, Math.ceil(missing.length / parallelJobs))
    : Math.min(scenesInProcess(canvas), scenesForEach(missing, canvas, parallelJobs));
}

/** Checks whether starting a process for these scenes alone would cost too much. */
function isShortGroup(group: readonly MissingScene[], { format, canvas }: RenderPlan): boolean {
  if (format.picture === null) return group.every(({ samples }) => samples <= SAMPLES_WORTH_A_PROCESS);
  const pixels = Math.max(...group.map(({ length }) => length)) * canvas.width * canvas.height;
  return pixels <= MAX_SHARED_PIXELS && !group.some(isComposed);
}

/**
 * The time by which the sounds of a streamed film are made before its pictures, and the length of sound per job, in
 * seconds.
 */
const SOUND_AHEAD_SECONDS = 60;
const SOUND_JOB_SECONDS = 15;
const MAX_SOUNDS_PER_JOB = 8;

/** Returns the jobs of a film that plays while it is made, in the order in which the film needs them. */
function streamedJobs(plan: RenderPlan, ready: ReadonlySet<string>): readonly Job[] {
  const jobs: { readonly seconds: number; readonly job: Job }[] = [];
  const claimed = new Set(ready);
  const claim = (all: readonly KeyedPart[]) => all.filter(({ key }) => !claimed.has(key) && claimed.add(key));
  let sounds: MissingScene[] = [];
  let soundsFrom = 0;
  const closeSounds = () => {
    if (sounds.length > 0) jobs.push({ seconds: soundsFrom - SOUND_AHEAD_SECONDS, job: jobOf(sounds) });
    sounds = [];
  };
  for (const { part, samples } of plan.music) {
    const parts = claim([part]);
    if (parts.length > 0)
      jobs.push({ seconds: Number.NEGATIVE_INFINITY, job: jobOf([{ parts, length: frames(0), samples }]) });
  }
  for (const scene of plan.scenes) {
    const { startSample, samples, length } = scene;
    const seconds = startSample / SAMPLE_RATE;
    const parts = claim(partsOf(scene));
    const pictures = parts.filter(({ part }) => isPicture(part));
    const soundParts = parts.filter(({ part }) => !isPicture(part));
    if (pictures.length > 0) jobs.push({ seconds, job: jobOf([{ parts: pictures, length, samples }]) });
    if (soundParts.length === 0) continue;
    const count = sounds.reduce((sum, each) => sum + each.parts.length, soundParts.length);
    if (seconds >= soundsFrom + SOUND_JOB_SECONDS || count > MAX_SOUNDS_PER_JOB) closeSounds();
    if (sounds.length === 0) soundsFrom = seconds;
    sounds.push({ parts: soundParts, length: frames(pictures.length > 0 ? 0 : length), samples });
  }
  closeSounds();
  return jobs.toSorted((left, right) => left.seconds - right.seconds).map(({ job }) => job);
}

/**
 * Orders the jobs like the film, because the sounds are needed in that order. Moves a job that would still run after
 * all others to the start (Graham's rule: longest processing time first).
 */
function withLongestInTime(jobs: readonly Job[], parallelJobs: number): readonly Job[] {
  const byLength = jobs.toSorted((left, right) => right.seconds - left.seconds)[Symbol.iterator]();
  const inOrder = jobs[Symbol.iterator]();
  const ordered = new Set<Job>();
  const nextOf = (rest: Iterator<Job>, next: Job | undefined): Job | undefined => {
    let job = next;
    while (job !== undefined && ordered.has(job)) job = rest.next().value;
    return job;
  };
  let seconds = jobs.reduce((sum, job) => sum + job.seconds, 0);
  let [longest, next]: (Job | undefined)[] = [byLength.next().value, inOrder.next().value];
  while (longest !== undefined && next !== undefined) {
    const job: Job = longest.seconds * parallelJobs >= seconds ? longest : next;
    ordered.add(job);
    seconds -= job.seconds;
    longest = nextOf(byLength, longest);
    next = nextOf(inOrder, next);
  }
  return [...ordered];
}

/** The maximum number of separate sounds in a process. With more sounds, the sound track would wait. */
const SOUNDS_PER_PROCESS = 8;

/**
 * Maps each separate sound to the sounds that one process makes with it. The list is empty if the process of an earlier
 * sound makes it.
 */
function separateSounds(
  missing: readonly MissingScene[],
): ReadonlyMap<MissingScene | undefined, readonly MissingScene[]> {
  const separate = missing.filter(({ isSeparate = false }) => isSeparate);
  return new Map(
    separate.map((scene, index) => [
      scene,
      index % SOUNDS_PER_PROCESS === 0 ? separate.slice(index, index + SOUNDS_PER_PROCESS) : [],
    ]),
  );
}

/**
 * Returns the number of scenes per job that keeps all cores busy until the end. If the work takes less time than
 * starting processes, each core gets one job. A very small amount of work goes into one process.
 */
function scenesForEach(missing: readonly MissingScene[], { width, height }: Size, parallelJobs: number): number {
  const pixels = missing.reduce((sum, { length }) => sum + length, 0) * width * height;
  const worthwhileProcesses = Math.floor(pixels / PIXELS_WORTH_A_PROCESS);
  const usualJobs = parallelJobs * JOBS_PER_SLOT;
  if (worthwhileProcesses === 0) return missing.length;
  return worthwhileProcesses < usualJobs
    ? Math.ceil(missing.length / Math.max(parallelJobs, worthwhileProcesses))
    : Math.floor(missing.length / usualJobs);
}

/** Checks whether one process can make these scenes with this many bytes of memory. */
function isWithin(bytes: number, scenes: readonly MissingScene[], { bytesOf, mostOfOne }: JobMemory): boolean {
  return bytesOf(scenes.flatMap(({ parts }) => parts.map(({ part }) => part))) <= Math.min(bytes, mostOfOne);
}

/** Returns how many scenes of this size one process can make at the same time. */
function scenesInProcess({ width, height }: Size): number {
  return Math.max(1, Math.min(MAX_SCENES_PER_PROCESS, Math.floor(PIXELS_PER_PROCESS / (width * height))));
}

/**
 * Groups nearby scenes that read the same source from the same position, because separate decoders would decode the
 * same frames. Chooses the number of scenes per decoder with which all jobs end earliest.
 */
function decodeGroups(
  missing: readonly MissingScene[],
  canvas: RenderPlan['canvas'],
  parallelJobs: number,
  memory: JobMemory,
): readonly DecodeGroup[] {
  const most = canvas.width * canvas.height <= MAX_PIXELS_SHARING_DECODER ? MAX_SCENES_PER_DECODER : 1;
  let groups: readonly DecodeGroup[] = missing.map((scene) => [scene]);
  let seconds = estimatedSeconds(groups, canvas, parallelJobs);
  for (let count = 2; count <= most; count++) {
    const larger = groupsOf(count, missing, parallelJobs, memory);
    if (larger.every(({ length }) => length < count)) break;
    const largerSeconds = estimatedSeconds(larger, canvas, parallelJobs);
    if (largerSeconds <= WORTHWHILE_TIME * seconds) [groups, seconds] = [larger, largerSeconds];
  }
  return groups;
}

/** Scenes that share a decoder. */
type DecodeGroup = readonly MissingScene[];

/**
 * Returns groups of at most `most` scenes, in the order of their first scenes. At least `parallelJobs` groups remain.
 */
function groupsOf(
  most: number,
  missing: readonly MissingScene[],
  parallelJobs: number,
  memory: JobMemory,
): readonly DecodeGroup[] {
  const bytesPerJob = Math.min(MAX_BYTES_PER_PROCESS, memory.together / parallelJobs);
  const fits = (group: DecodeGroup, scene: MissingScene): boolean =>
    [...group, scene].reduce((sum, { length }) => sum + length, 0) <= MAX_FRAMES_PER_DECODER &&
    isWithin(group.length < 2 ? Number.POSITIVE_INFINITY : bytesPerJob, [...group, scene], memory);
  const groups: MissingScene[][] = [];
  const open = new Map<string, { readonly group: MissingScene[]; readonly start: number }>();
  let spare = missing.length - parallelJobs;
  for (const [index, scene] of missing.entries()) {
    const inputs = pictureOf(scene)?.inputs ?? [];
    const source = scene.length > MAX_FRAMES_SHARING_DECODER ? null : lowestSource(inputs);
    // A scene of several sources holds its raw frames of one source until the others arrive.
    const mostWith = inputs.length > 1 ? Math.min(2, most) : most;
    const near = source === null ? undefined : open.get(source);
    const isNear = near !== undefined && index - near.start <= NEIGHBOR_DISTANCE && near.group.length < mostWith;
    if (isNear && spare > 0 && fits(near.group, scene)) {
      near.group.push(scene);
      spare -= 1;
      continue;
    }
    const group = [scene];
    groups.push(group);
    if (source !== null) open.set(source, { group, start: index });
  }
  return groups;
}

/** Estimates the time until all jobs have ended if the longest start first. A second of a film counts as one. */
function estimatedSeconds(groups: readonly DecodeGroup[], canvas: RenderPlan['canvas'], parallelJobs: number): number {
  const secondsOf = (length: number): number => framesToSeconds(frames(Math.ceil(length)), canvas.frameRate);
  const startSeconds = secondsOf(PIXELS_WORTH_A_PROCESS / (canvas.width * canvas.height));
  const times = groups.map((group) => {
    const ends = group.map((scene) => (pictureOf(scene)?.leadSeconds ?? 0) + secondsOf(scene.length));
    const encoded = secondsOf(group.reduce((sum, { length }) => sum + length, 0));
    return startSeconds + DECODING_SHARE * Math.max(...ends) + encoded;
  });
  const ends = Array.from({ length: parallelJobs }, () => 0);
  for (const time of times.toSorted((left, right) => right - left)) {
    const first = ends.indexOf(Math.min(...ends));
    ends[first] = (ends[first] ?? 0) + time;
  }
  return Math.max(...ends);
}

/** Returns the picture of a scene that FFmpeg makes; null for other scenes. */
function pictureOf({ parts }: MissingScene): Part | null {
  for (const { part } of parts) if (part.kind === 'picture') return part;
  return null;
}

function isComposed({ parts }: MissingScene): boolean {
  return parts.some(({ part }) => part.kind === 'composed');
}

function missingScenes(plan: RenderPlan, ready: ReadonlySet<string>): readonly MissingScene[] {
  const claimed = new Set(ready);
  const claim = (all: readonly KeyedPart[]) => all.filter(({ key }) => !claimed.has(key) && claimed.add(key));
  const missingScene = (parts: readonly KeyedPart[], length: Frames, samples: number): readonly MissingScene[] =>
    parts.length === 0 ? [] : [{ parts, length, samples }];
  return [
    // Make music first, because the sound of every scene under it needs it.
    ...plan.music.flatMap(({ part, samples }) => missingScene(claim([part]), frames(0), samples)),
    ...plan.scenes.flatMap((scene) => {
      const { length, samples } = scene;
      const parts = claim(partsOf(scene));
      const composed = parts.filter(({ part }) => part.kind === 'composed');
      if (composed.length === 0) return missingScene(parts, length, samples);
      // Make the sound in a separate job, because the decoders of a composed picture do not read it.
      const sounds = parts.filter(({ part }) => part.kind !== 'composed');
      return [
        ...missingScene(composed, length, samples),
        ...missingScene(sounds, frames(0), samples).map((scene) => ({ ...scene, isSeparate: true })),
      ];
    }),
  ];
}

/**
 * Returns a job with the sounds of all missing scenes. It finishes the sounds long before the pictures but reads the
 * sources twice. Returns null if that saves no time.
 */
function soundFirstJob(plan: RenderPlan, missing: readonly MissingScene[], parallelJobs: number): Job | null {
  // Ignore separate sounds, because each already has its own job, which runs at the same time as the picture of its
  // scene.
  const samplesToMake = missing.reduce((sum, { samples, isSeparate = false }) => sum + (isSeparate ? 0 : samples), 0);
  const waiting = plan.format.sound?.segmented === true ? plan.samples - samplesToMake : 0;
  const sounds = missing.flatMap(({ parts }) => parts.filter(({ part }) => part.kind === 'sound'));
  if (
    waiting <= Math.max(samplesToMake, SAMPLES_WORTH_A_PROCESS) ||
    missing.length > parallelJobs ||
    sounds.length === 0
  )
    return null;
  // Count only scenes whose pictures exist, because the frames of the other scenes wait for their pictures.
  const alone = missing.filter(({ parts }) => parts.every(({ part }) => part.kind === 'sound'));
  const lengths = alone.reduce((sum, { length }) => sum + length, 0);
  return { parts: sounds, frames: frames(lengths), seconds: samplesToMake / SAMPLE_RATE };
}

function withoutSound(scene: MissingScene): readonly MissingScene[] {
  const parts = scene.parts.filter(({ part }) => isPicture(part));
  return parts.length === 0 ? [] : [{ ...scene, parts }];
}

function jobOf(missing: readonly MissingScene[]): Job {
  return {
    parts: missing.flatMap(({ parts }) => parts).toSorted((left, right) => pictureLength(right) - pictureLength(left)),
    frames: frames(missing.reduce((sum, { length }) => sum + length, 0)),
    seconds: missing.reduce((sum, { samples }) => sum + samples, 0) / SAMPLE_RATE,
  };
}

function pictureLength({ part }: KeyedPart): number {
  return isPicture(part) ? part.length : 0;
}
