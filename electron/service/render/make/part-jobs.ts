import { type Frames, frames, SAMPLE_RATE } from '../../../../shared/template/values/frame-rate.ts';
import type { Size } from '../../../../shared/template/values/placement.ts';
import { isPicture, type KeyedPart } from '../parts/part.ts';
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

/** What one scene lacks. Its picture and its sound come from the same sources, so they are read once. */
interface Lack {
  readonly parts: readonly KeyedPart[];
  readonly length: Frames;
  readonly samples: number;
  /** Whether it is the sound of a scene whose picture is composed: that has decoders of its own, which leave the sound alone. */
  readonly isApart?: boolean;
}

/** Longer scenes gain little from sharing a process: starting one costs as much as three frames of 720p. */
const LONGEST_SHARED_PIXELS = 150 * 1280 * 720;
/** Each scene in a process has its own decoders, queues and encoders: about 20 MiB at 320×180, 100 MiB at 720p. */
const PIXELS_IN_PROCESS = 1280 * 720;
const MOST_IN_PROCESS = 5;
/** Scenes that are decoded together: each keeps its encoder to the end of the process. */
const SCENES_OF_A_TAKE = 2;
/** So near each other in the film, counted in scenes that lack; others would be made long before they are wanted. */
const NEIGHBOURS_WITHIN = 8;
/** 20 s of most films. What is made together is not heard of for as long as one scene of it takes, and lost together. */
const LONGEST_OF_A_TAKE = 600;
/** Of larger pictures two encoders in each process would take gigabytes. */
const LARGEST_OF_A_TAKE = 1920 * 1088;
/** Encoding so many samples of sound takes longer than starting a process. */
const WORTH_A_PROCESS = 15 * SAMPLE_RATE;
/** So many jobs for each that runs at once are left, so that all end at about the same time. */
const JOBS_FOR_EACH = 4;

/**
 * What has to be made, scene by scene in the film's order; equal parts are made once. Scenes behind one key frame of a
 * source share its decoder, and short scenes a process, as many as memory allows. Where most of the film's sound is there and waits for what lacks to be encoded with it, that is made first.
 * @param width How many jobs will run at once.
 */
export function planJobs(plan: RenderPlan, ready: ReadonlySet<string>, width: number): readonly Job[] {
  const all = lacksOf(plan, ready);
  const first = soundFirst(plan, all, width);
  const lacks = first === null ? all : all.flatMap(withoutSound);
  const fewest = Math.floor(lacks.length / (width * JOBS_FOR_EACH));
  // Each scene in a process is a session of the device, of which cards allow few.
  const isAlone = plan.format.picture?.hardware !== undefined;
  const most = isAlone ? 1 : Math.min(scenesInProcess(plan.canvas), fewest);
  const takes = isAlone ? lacks.map((lack) => [lack]) : takesOf(lacks, plan.canvas, width);
  const jobs: Job[] = first === null ? [] : [first];
  let open: Lack[] = [];
  const close = (): void => {
    if (open.length > 0) jobs.push(jobOf(open));
    open = [];
  };
  const apart = soundsApart(lacks);
  for (const take of takes) {
    const sounds = apart.get(take[0]);
    if (sounds !== undefined) {
      if (sounds.length > 0) jobs.push(jobOf(sounds));
      continue;
    }
    const pixels = Math.max(...take.map(({ length }) => length)) * plan.canvas.width * plan.canvas.height;
    const isShort = pixels <= LONGEST_SHARED_PIXELS && !take.some(isComposed);
    if (!isShort || open.length + take.length > most) close();
    open.push(...take);
    if (!isShort) close();
  }
  close();
  return jobs.length > width && first === null ? longInTime(jobs, width) : jobs;
}

/**
 * In the film's order, in which sounds are waited for; but what would still go on alone after all others is begun before
 * them (Graham's longest processing time first, where it matters).
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

/** So many sounds that are made apart share a process; more would let the track wait. */
const SOUNDS_IN_PROCESS = 8;

/** Of each sound that is made apart: those that its process makes, or none where the process of one before makes it. */
function soundsApart(lacks: readonly Lack[]): ReadonlyMap<Lack | undefined, readonly Lack[]> {
  const apart = lacks.filter(({ isApart = false }) => isApart);
  return new Map(
    apart.map((lack, index) => [
      lack,
      index % SOUNDS_IN_PROCESS === 0 ? apart.slice(index, index + SOUNDS_IN_PROCESS) : [],
    ]),
  );
}

/** How many scenes of that size one process makes at once. */
function scenesInProcess({ width, height }: Size): number {
  return Math.max(1, Math.min(MOST_IN_PROCESS, Math.floor(PIXELS_IN_PROCESS / (width * height))));
}

/**
 * Neighbours that are to be made together because they read the same source from the same point on, and so would decode
 * the same frames. In the order of the film, by the first of each; as many are left apart as run at once.
 */
function takesOf(lacks: readonly Lack[], canvas: Size, width: number): readonly (readonly Lack[])[] {
  const most =
    canvas.width * canvas.height <= LARGEST_OF_A_TAKE ? Math.max(SCENES_OF_A_TAKE, scenesInProcess(canvas)) : 1;
  const takes: Lack[][] = [];
  const open = new Map<string, { readonly take: Lack[]; readonly begun: number }>();
  let spare = lacks.length - width;
  for (const [index, lack] of lacks.entries()) {
    const source = lack.length > LONGEST_OF_A_TAKE ? null : sourceOf(lack);
    const near = source === null ? undefined : open.get(source);
    if (near !== undefined && index - near.begun <= NEIGHBOURS_WITHIN && near.take.length < most && spare > 0) {
      near.take.push(lack);
      spare -= 1;
      continue;
    }
    const take = [lack];
    takes.push(take);
    if (source !== null) open.set(source, { take, begun: index });
  }
  return takes;
}

/** What a scene's lowest picture is read from, and from where on. */
function sourceOf({ parts }: Lack): string | null {
  const inputs = parts.flatMap(({ part }): readonly PartInput[] => (part.kind === 'picture' ? part.inputs : []));
  const input = inputs.find(({ kind }) => kind === 'source');
  return input === undefined ? null : openedAs(input);
}

function isComposed({ parts }: Lack): boolean {
  return parts.some(({ part }) => part.kind === 'composed');
}

function lacksOf(plan: RenderPlan, ready: ReadonlySet<string>): readonly Lack[] {
  const claimed = new Set(ready);
  const lacking = (all: readonly KeyedPart[]) => all.filter(({ key }) => !claimed.has(key) && claimed.add(key));
  const together = (parts: readonly KeyedPart[], length: Frames, samples: number): readonly Lack[] =>
    parts.length === 0 ? [] : [{ parts, length, samples }];
  return [
    // Every scene's sound waits for what is heard across it.
    ...plan.music.flatMap(({ part, samples }) => together(lacking([part]), frames(0), samples)),
    ...plan.scenes.flatMap((scene) => {
      const { length, samples } = scene;
      const parts = lacking(partsOf(scene));
      const composed = parts.filter(({ part }) => part.kind === 'composed');
      if (composed.length === 0) return together(parts, length, samples);
      // What is composed has decoders of its own, which leave the sound alone.
      const sounds = parts.filter(({ part }) => part.kind !== 'composed');
      return [
        ...together(composed, length, samples),
        ...together(sounds, frames(0), samples).map((lack) => ({ ...lack, isApart: true })),
      ];
    }),
  ];
}

/**
 * The sound of all scenes in a process of its own: it is ready long before the pictures are, which cost a second reading
 * of the source. Null where that gains nothing.
 */
function soundFirst(plan: RenderPlan, lacks: readonly Lack[], width: number): Job | null {
  // A sound that is made apart has its scene's picture beside it.
  const lacking = lacks.reduce((sum, { samples, isApart = false }) => sum + (isApart ? 0 : samples), 0);
  const waiting = plan.format.sound?.segmented === true ? plan.samples - lacking : 0;
  const sounds = lacks.flatMap(({ parts }) => parts.filter(({ part }) => part.kind === 'sound'));
  if (waiting <= Math.max(lacking, WORTH_A_PROCESS) || lacks.length > width || sounds.length === 0) return null;
  // A frame waits for its picture, if it has one to be made.
  const alone = lacks.filter(({ parts }) => parts.every(({ part }) => part.kind === 'sound'));
  const lengths = alone.reduce((sum, { length }) => sum + length, 0);
  return { parts: sounds, frames: frames(lengths), seconds: lacking / SAMPLE_RATE };
}

function withoutSound(lack: Lack): readonly Lack[] {
  const parts = lack.parts.filter(({ part }) => isPicture(part));
  return parts.length === 0 ? [] : [{ ...lack, parts }];
}

function jobOf(lacks: readonly Lack[]): Job {
  return {
    parts: lacks.flatMap(({ parts }) => parts).toSorted((left, right) => pictureLength(right) - pictureLength(left)),
    frames: frames(lacks.reduce((sum, { length }) => sum + length, 0)),
    seconds: lacks.reduce((sum, { samples }) => sum + samples, 0) / SAMPLE_RATE,
  };
}

function pictureLength({ part }: KeyedPart): number {
  return isPicture(part) ? part.length : 0;
}
