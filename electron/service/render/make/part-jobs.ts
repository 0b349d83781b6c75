import { type Frames, frames, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { type AnyPart, isPicture, type KeyedPart } from '../parts/part.ts';
import { openedAs, type PartInput } from '../parts/part-input.ts';
import { partsOf, type RenderPlan } from '../plan/plan.ts';

/** Parts that one FFmpeg process makes together, or one that is composed. */
export interface Job {
  /** The longest picture first: FFmpeg's count of frames is that of its first. */
  readonly parts: readonly KeyedPart[];
  /** Frames of the film that wait for it. */
  readonly frames: Frames;
  /** Length of what it makes together. */
  readonly seconds: number;
}

/** A scene with its parts that have to be made. Picture and sound share their sources, which are read once for both. */
interface MissingScene {
  readonly parts: readonly KeyedPart[];
  readonly length: Frames;
  readonly samples: number;
  /** Whether it is the sound of a scene whose picture is composed: the decoders of that picture do not read the sound. */
  readonly isSeparate?: boolean;
}

/** What processes take of the machine's memory, in bytes. */
interface JobMemory {
  /** The most that one process takes which makes these parts. */
  readonly bytesOf: (parts: readonly AnyPart[]) => number;
  /** One that would take more is refused. */
  readonly mostOfOne: number;
}

const UNBOUNDED: JobMemory = { bytesOf: () => 0, mostOfOne: Number.POSITIVE_INFINITY };

/** Longer scenes gain little from sharing a process: starting one costs as much as three to fifteen frames of 720p. */
const LONGEST_SHARED_PIXELS = 150 * 1280 * 720;
/** Each scene in a process has its own decoders, queues and encoders: about 20 MiB at 320×180, 100 MiB at 720p. */
const PIXELS_IN_PROCESS = 1280 * 720;
const MOST_IN_PROCESS = 5;
/** Sources are larger than the film at times: sharing a process saves a moment, which is not worth more memory. */
const BYTES_IN_PROCESS = 2 ** 30;
/** At most so many scenes share a decoder: each keeps its encoder to the end of the process. */
const SCENES_PER_DECODER = 2;
/** Scenes share a decoder within so many missing scenes. Those further on would be made long before they are needed. */
const NEIGHBOURS_WITHIN = 8;
/** In frames: 20 s of most films. Scenes made together report only when the longest is done, and are lost together. */
const LONGEST_SHARING_A_DECODER = 600;
/** Of larger pictures two encoders in each process would take gigabytes. */
const LARGEST_SHARING_A_DECODER = 1920 * 1088;
/** Encoding so many samples of sound takes longer than starting a process. */
const WORTH_A_PROCESS = 15 * SAMPLE_RATE;
/** At least so many jobs for each that runs at once, so that all processes end at about the same time. */
const JOBS_FOR_EACH = 4;
/** An FFmpeg of many libraries, as systems have it, takes as long to load as so much picture takes to be made. */
const PIXELS_WORTH_A_PROCESS = 15 * 1280 * 720;

/**
 * What has to be made, scene by scene in the film's order; equal parts are made once. Scenes behind one key frame of a
 * source share its decoder, and short scenes share a process, as many as memory allows. Where most of the film's sound is
 * kept and can only be encoded once the missing sound is there, the missing sound is made first.
 * @param width How many jobs will run at once.
 * @param memory Scenes that could be made apart are never refused because they share a process. Unbounded unless given.
 */
export function planJobs(
  plan: RenderPlan,
  ready: ReadonlySet<string>,
  width: number,
  memory: JobMemory = UNBOUNDED,
): readonly Job[] {
  const all = missingScenes(plan, ready);
  const first = soundFirst(plan, all, width);
  const missing = first === null ? all : all.flatMap(withoutSound);
  // Each scene in a process is a session of the device, of which cards allow few.
  const isAlone = plan.format.picture?.hardware !== undefined;
  const most = isAlone ? 1 : Math.min(scenesInProcess(plan.canvas), scenesForEach(missing, plan.canvas, width));
  const groups = isAlone ? missing.map((scene) => [scene]) : decodeGroups(missing, plan.canvas, width, memory);
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
    const pixels = Math.max(...group.map(({ length }) => length)) * plan.canvas.width * plan.canvas.height;
    const isShort = pixels <= LONGEST_SHARED_PIXELS && !group.some(isComposed);
    const isFull = open.length + group.length > most || !isWithin(BYTES_IN_PROCESS, [...open, ...group], memory);
    if (!isShort || isFull) close();
    open.push(...group);
    if (!isShort) close();
  }
  close();
  return jobs.length > width && first === null ? longInTime(jobs, width) : jobs;
}

/**
 * Jobs run in the film's order, because sounds are needed in that order. But a job that would run on alone after all
 * others is begun first (Graham's rule: longest processing time first).
 */
function longInTime(jobs: readonly Job[], width: number): readonly Job[] {
  const byLength = jobs.toSorted((left, right) => right.seconds - left.seconds)[Symbol.iterator]();
  const inOrder = jobs[Symbol.iterator]();
  const begun = new Set<Job>();
  const nextOf = (rest: Iterator<Job>, next: Job | undefined): Job | undefined => {
    let job = next;
    while (job !== undefined && begun.has(job)) job = rest.next().value;
    return job;
  };
  let seconds = jobs.reduce((sum, job) => sum + job.seconds, 0);
  let [longest, next]: (Job | undefined)[] = [byLength.next().value, inOrder.next().value];
  while (longest !== undefined && next !== undefined) {
    const job: Job = longest.seconds * width >= seconds ? longest : next;
    begun.add(job);
    seconds -= job.seconds;
    longest = nextOf(byLength, longest);
    next = nextOf(inOrder, next);
  }
  return [...begun];
}

/** So many sounds that are made by themselves share a process; with more, the track would wait. */
const SOUNDS_IN_PROCESS = 8;

/** For each sound that is made by itself: the sounds of its process, or none if an earlier process makes it. */
function separateSounds(
  missing: readonly MissingScene[],
): ReadonlyMap<MissingScene | undefined, readonly MissingScene[]> {
  const separate = missing.filter(({ isSeparate = false }) => isSeparate);
  return new Map(
    separate.map((scene, index) => [
      scene,
      index % SOUNDS_IN_PROCESS === 0 ? separate.slice(index, index + SOUNDS_IN_PROCESS) : [],
    ]),
  );
}

/**
 * How many scenes each job may have for that all cores are busy to the end. Where there is less to make than starting
 * processes would take, each core has something to do, and with very little one process has all of it.
 */
function scenesForEach(missing: readonly MissingScene[], { width: across, height }: Size, width: number): number {
  const pixels = missing.reduce((sum, { length }) => sum + length, 0) * across * height;
  const worthwhile = Math.floor(pixels / PIXELS_WORTH_A_PROCESS);
  const usual = width * JOBS_FOR_EACH;
  if (worthwhile === 0) return missing.length;
  return worthwhile < usual
    ? Math.ceil(missing.length / Math.max(width, worthwhile))
    : Math.floor(missing.length / usual);
}

/** Whether one process may make these scenes, and takes no more than so many bytes for it. */
function isWithin(bytes: number, scenes: readonly MissingScene[], { bytesOf, mostOfOne }: JobMemory): boolean {
  return bytesOf(scenes.flatMap(({ parts }) => parts.map(({ part }) => part))) <= Math.min(bytes, mostOfOne);
}

/** How many scenes of that size one process makes at once. */
function scenesInProcess({ width, height }: Size): number {
  return Math.max(1, Math.min(MOST_IN_PROCESS, Math.floor(PIXELS_IN_PROCESS / (width * height))));
}

/**
 * Neighbours that are to be made together because they read the same source from the same point on, and so would decode
 * the same frames. In the order of the film, by the first of each; as many groups are left as run at once.
 */
function decodeGroups(
  missing: readonly MissingScene[],
  canvas: Size,
  width: number,
  memory: JobMemory,
): readonly (readonly MissingScene[])[] {
  const most =
    canvas.width * canvas.height <= LARGEST_SHARING_A_DECODER
      ? Math.max(SCENES_PER_DECODER, scenesInProcess(canvas))
      : 1;
  const groups: MissingScene[][] = [];
  const open = new Map<string, { readonly group: MissingScene[]; readonly begun: number }>();
  let spare = missing.length - width;
  for (const [index, scene] of missing.entries()) {
    const source = scene.length > LONGEST_SHARING_A_DECODER ? null : sourceOf(scene);
    const near = source === null ? undefined : open.get(source);
    const isNear = near !== undefined && index - near.begun <= NEIGHBOURS_WITHIN && near.group.length < most;
    if (isNear && spare > 0 && isWithin(Number.POSITIVE_INFINITY, [...near.group, scene], memory)) {
      near.group.push(scene);
      spare -= 1;
      continue;
    }
    const group = [scene];
    groups.push(group);
    if (source !== null) open.set(source, { group, begun: index });
  }
  return groups;
}

/** What a scene's lowest picture is read from, and from where on. */
function sourceOf({ parts }: MissingScene): string | null {
  const inputs = parts.flatMap(({ part }): readonly PartInput[] => (part.kind === 'picture' ? part.inputs : []));
  const input = inputs.find(({ kind }) => kind === 'source');
  return input === undefined ? null : openedAs(input);
}

function isComposed({ parts }: MissingScene): boolean {
  return parts.some(({ part }) => part.kind === 'composed');
}

function missingScenes(plan: RenderPlan, ready: ReadonlySet<string>): readonly MissingScene[] {
  const claimed = new Set(ready);
  const claim = (all: readonly KeyedPart[]) => all.filter(({ key }) => !claimed.has(key) && claimed.add(key));
  const together = (parts: readonly KeyedPart[], length: Frames, samples: number): readonly MissingScene[] =>
    parts.length === 0 ? [] : [{ parts, length, samples }];
  return [
    // Every scene's sound waits for what is heard across it.
    ...plan.music.flatMap(({ part, samples }) => together(claim([part]), frames(0), samples)),
    ...plan.scenes.flatMap((scene) => {
      const { length, samples } = scene;
      const parts = claim(partsOf(scene));
      const composed = parts.filter(({ part }) => part.kind === 'composed');
      if (composed.length === 0) return together(parts, length, samples);
      // The decoders of a composed picture do not read the sound, so the sound is made by itself.
      const sounds = parts.filter(({ part }) => part.kind !== 'composed');
      return [
        ...together(composed, length, samples),
        ...together(sounds, frames(0), samples).map((scene) => ({ ...scene, isSeparate: true })),
      ];
    }),
  ];
}

/**
 * The sound of all scenes as a process of its own. It is ready long before the pictures, but the source is read twice.
 * Null where that gains nothing.
 */
function soundFirst(plan: RenderPlan, missing: readonly MissingScene[], width: number): Job | null {
  // A sound that is made apart has its scene's picture beside it.
  const samplesToMake = missing.reduce((sum, { samples, isSeparate = false }) => sum + (isSeparate ? 0 : samples), 0);
  const waiting = plan.format.sound?.segmented === true ? plan.samples - samplesToMake : 0;
  const sounds = missing.flatMap(({ parts }) => parts.filter(({ part }) => part.kind === 'sound'));
  if (waiting <= Math.max(samplesToMake, WORTH_A_PROCESS) || missing.length > width || sounds.length === 0) return null;
  // A frame waits for its picture, if it has one to be made.
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
