import type { FarmStatus, WorkerReport } from '../worker-report.ts';

/** Returns a worker report for tests. */
export function pretendedWorker(changes: Partial<WorkerReport> = {}): WorkerReport {
  return {
    id: 'w1',
    name: 'maker-1',
    version: '0.1.0',
    maker: { engine: 3, ffmpeg: '7.1', canvasKit: '0.40.0', svg: 'resvg 0.48.1' },
    cores: 8,
    memoryBytes: 16 * 2 ** 30,
    startedAt: 0,
    seenAt: 0,
    isDraining: false,
    doing: [],
    made: { films: 0, parts: 0, frames: 0, failures: 0, lookedFor: 0, found: 0, bytesFetched: 0, bytesPut: 0 },
    framesPerSecond: 0,
    partsPerSecond: 0,
    ...changes,
  };
}

/** Returns the state of a reachable farm with one idle worker. */
export function pretendedStatus(changes: Partial<FarmStatus> = {}): FarmStatus {
  return {
    queue: { address: 'redis://queue.test:6379', state: 'reached' },
    store: { address: 's3://films/farm', state: 'reached' },
    workers: [pretendedWorker()],
    requested: { engine: 3, canvasKit: '0.40.0', svg: 'resvg 0.48.1' },
    toolchain: { engine: 3, ffmpeg: '7.1', canvasKit: '0.40.0', svg: 'resvg 0.48.1' },
    given: { waiting: 0, active: 0 },
    oldestSeconds: null,
    faults: [],
    ...changes,
  };
}
