import { describe, expect, it } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { pretendedStatus, pretendedWorker } from './testing/pretended-farm.ts';
import { countWorkers, farmWaitReason, standingOf } from './worker-report.ts';

const toolchain = { engine: 3, ffmpeg: '7.1', canvasKit: '0.40.0', svg: 'resvg 0.48.1' };
const requirements = { requested: { engine: 3, canvasKit: '0.40.0', svg: 'resvg 0.48.1' }, toolchain };
const task = { order: 'a-1', kind: 'film', render: 'a', done: 1, total: 2, since: 0 } as const;

describe('a worker', () => {
  it('is working or idle if its versions match', () => {
    expect(standingOf(pretendedWorker({ maker: toolchain, doing: [task] }), requirements)).toEqual({
      state: 'working',
      why: null,
    });
    expect(standingOf(pretendedWorker({ maker: toolchain }), requirements)).toEqual({ state: 'idle', why: null });
  });

  it('gets no work if one of its versions differs', () => {
    const why = (versions: Partial<typeof toolchain>) =>
      standingOf(pretendedWorker({ maker: { ...toolchain, ...versions } }), requirements).why?.code;
    const others = [{ engine: 2 }, { canvasKit: '0.39.1' }, { svg: 'resvg 0.40' }, { svg: '' }, { ffmpeg: '5.1' }];
    expect(others.map(why)).toEqual([
      'worker/other-engine',
      'worker/other-canvaskit',
      'worker/other-svg',
      'worker/other-svg',
      'worker/other-ffmpeg',
    ]);
  });

  it('can have any FFmpeg version until one is chosen', () => {
    const worker = pretendedWorker({ maker: { ...toolchain, ffmpeg: '5.1' } });
    expect(standingOf(worker, { ...requirements, toolchain: null }).state).toBe('idle');
  });

  it('is draining even while it makes a film', () => {
    expect(standingOf(pretendedWorker({ maker: toolchain, doing: [task], isDraining: true }), requirements).state).toBe(
      'draining',
    );
  });
});

describe('the reason why films wait', () => {
  const ofWorkers = (...workers: Parameters<typeof pretendedWorker>[0][]) =>
    pretendedStatus({ ...requirements, workers: workers.map(pretendedWorker) });
  const reasonFor = (status: Parameters<typeof farmWaitReason>[0]) => {
    const why = farmWaitReason(status);
    return why === null ? null : inEnglish(why);
  };

  it('is null while a worker takes work', () => {
    expect(reasonFor(ofWorkers({ maker: toolchain }, { maker: { ...toolchain, engine: 2 } }))).toBeNull();
  });

  it('names the missing workers, the queue, or the store', () => {
    expect(reasonFor(ofWorkers())).toBe('No workers.');
    expect(reasonFor(ofWorkers({ maker: { ...toolchain, engine: 2 } }))).toBe(
      'No worker has engine 3, CanvasKit 0.40.0, and resvg 0.48.1; the only worker has other versions.',
    );
    expect(
      reasonFor(ofWorkers({ maker: toolchain, isDraining: true }, { maker: { ...toolchain, ffmpeg: '5.1' } })),
    ).toBe('The only worker accepts no new work.');
    const why = message('farm/refused-connection');
    const away = { address: 'redis://queue', state: 'away', why, since: 0 } as const;
    expect(reasonFor({ ...ofWorkers({ maker: toolchain }), queue: away })).toMatch(/^The queue is unreachable/);
    expect(reasonFor({ ...ofWorkers({ maker: toolchain }), store: away })).toMatch(/^The store is unreachable/);
  });

  it('workers are counted by state', () => {
    const { able, draining, other } = countWorkers(
      ofWorkers(
        { maker: toolchain },
        { maker: toolchain, isDraining: true },
        { maker: { ...toolchain, ffmpeg: '5.1' } },
        { maker: toolchain, doing: [task] },
      ),
    );
    expect([able, draining, other]).toEqual([2, 1, 1]);
  });
});
