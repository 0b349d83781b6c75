/** The cores and the memory that a process and its FFmpeg processes can use. */
export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

/** The number of films that are made at the same time. */
export interface FilmsAtOnce {
  readonly most: number;
  /** The number of films for which two cores each are available. Every further film slows down the others. */
  readonly withTwoCores: number;
}

/** The division of the cores among the processes and threads of a render. */
export interface Parallelism {
  /** The maximum number of FFmpeg processes that run at the same time. */
  readonly processes: number;
  /** The number of threads of each decoder and encoder. */
  readonly threads: number;
  /** The number of decoder threads of a short scene while other scenes keep the cores busy. */
  readonly threadsAmongOthers: number;
  /** The number of threads of a long scene, which may run alone at the end. */
  readonly threadsOfLong: number;
}

/** The limits of FFmpeg's memory, in bytes. */
export interface MemoryShares {
  /** The limit for the planned memory of all processes together. */
  readonly together: number;
  /** The limit for the planned memory of one process. */
  readonly mostOfOne: number;
}

/**
 * Returns the number of films that a service or a batch makes at the same time: one film per two cores, but at least
 * two films. Measured on two cores: a batch took 1.5 s per film with two films at the same time and 2.2 s with one;
 * with three films, the time was the same (row *variants* of `bench/`). Measured on 16 cores: a batch of 48 films took
 * 13.1 s with two films at the same time and 9.6 s with eight. On machines with little memory, further films would only
 * wait for memory.
 */
export function filmsAtOnce({ cores, memoryBytes }: Machine): FilmsAtOnce {
  const most = Math.max(MIN_FILMS, Math.min(Math.floor(cores / 2), Math.floor(memoryBytes / FILM_BYTES)));
  return { most, withTwoCores: Math.min(most, Math.max(1, Math.floor(cores / 2))) };
}

/** The minimum number of films. One film encodes while another film is joined and verified, which uses one core. */
const MIN_FILMS = 2;
/**
 * The memory of a machine per film: three 720p processes with about 0.2 GiB each, and the data of the film in this
 * process.
 */
const FILM_BYTES = 2 ** 30;

/**
 * Returns the number of jobs that a farm worker makes at the same time: one job per core, but at least two. If the
 * memory does not suffice for these jobs, returns a smaller number, but at least one. A parts job fills one core.
 */
export function jobsAtOnce({ cores, memoryBytes }: Machine): number {
  const { together } = memorySharesOf(memoryBytes);
  return Math.max(1, Math.min(Math.max(MIN_FILMS, cores), Math.floor(together / JOB_BYTES)));
}

/** The minimum memory of FFmpeg for a job. */
const JOB_BYTES = 256 * 2 ** 20;

const TOGETHER_SHARE = 0.6;
const ONE_SHARE = 0.85;

/**
 * Returns the limits of FFmpeg on a machine with this much memory. This process and the system get the rest. On 2 GiB,
 * the rest is 0.8 GiB with several FFmpeg processes, and 0.3 GiB with one large process.
 */
export function memorySharesOf(memoryBytes: number): MemoryShares {
  return {
    together: Math.floor(memoryBytes * TOGETHER_SHARE),
    mostOfOne: Math.floor(memoryBytes * ONE_SHARE),
  };
}

/** The maximum number of threads per picture. Additional threads use memory for frames and save no time. */
const MAX_THREADS = 16;
/** The minimum number of processes of a film. One process encodes while another one starts. */
const MIN_PROCESSES = 2;

/**
 * Returns the number of processes and threads of a film. All processes together have about twice as many threads as
 * there are cores, because each thread sometimes waits. A long scene has as many threads as x264 would choose, so that
 * it fills the cores alone. If each core has a process, each process has one thread, which needs less work and memory.
 *
 * While there are at most as many films as cores, all films together have at most two processes per core. On two cores,
 * for example, two films have two processes each.
 * @param films The number of films that are made at the same time. It changes only the number of processes.
 */
export function parallelismOf(cores: number, films = 1): Parallelism {
  const cap = Math.min(cores, Math.ceil(Math.sqrt(2 * cores)));
  const threads = Math.min(MAX_THREADS, cap);
  return {
    processes: Math.min(cap, Math.max(MIN_PROCESSES, Math.floor((2 * cores) / films))),
    threads,
    threadsAmongOthers: cap < cores ? cap : 1,
    threadsOfLong: Math.max(threads, Math.min(MAX_THREADS, Math.ceil(1.5 * cores))),
  };
}
