import { describe, expect, it } from 'vitest';
import { noMedia } from '#shared/contract/shapes/no-media.ts';
import { postersOf } from './posters.tsx';

const project = { uid: 'p', updatedAt: '2026-01-05T00:00:00.000Z' };
const template = (name: string, day: number, durationFrames: number | null = 25) => ({
  name,
  updatedAt: `2026-01-0${day}T00:00:00.000Z`,
  durationFrames,
});
const asset = (name: string, kind: 'video' | 'audio') => ({
  name,
  etag: '"1"',
  media: { ...noMedia, kind, durationSeconds: 4 },
});
const paths = (...input: Parameters<typeof postersOf>) =>
  postersOf(...input).map((picture) => picture.poster(64).replace(/[?&]v=[^&]*/, ''));

describe('the poster of a project', () => {
  it('shows the last edited template, or else the first clip', () => {
    const templates = [template('Old', 1), template('New', 3), template('Middle', 2)];
    expect(paths(project, templates, [asset('beat.wav', 'audio'), asset('clip.mp4', 'video')])).toEqual([
      '/v1/poster/p/New?width=64',
      '/v1/media/p/poster?src=clip.mp4&width=64',
    ]);
  });

  it('skips an empty template unless its length is unknown', () => {
    expect(paths(project, [template('Known', 1), template('Empty', 2, 0)], [])).toEqual([
      '/v1/poster/p/Known?width=64',
    ]);
    expect(paths(project, [template('Unset', 1, null)], [])).toEqual(['/v1/poster/p/Unset?width=64']);
    expect(paths(project, [], [asset('beat.wav', 'audio')])).toEqual([]);
  });

  it('has a URL that changes with the template and assets', () => {
    const [one] = postersOf(project, [template('Film', 1)], []);
    const [other] = postersOf(project, [template('Film', 2)], []);
    const [replaced] = postersOf({ uid: 'p', updatedAt: '2026-01-06T00:00:00.000Z' }, [template('Film', 1)], []);
    expect(new Set([one, other, replaced].map((each) => each?.poster(64))).size).toBe(3);
    expect(one?.at(0.5, 64)).toContain('&at=0.5');
    const [clip] = postersOf(project, [], [asset('clip.mp4', 'video')]);
    expect(clip?.at(0.5, 64)).toBe('/v1/media/p/frame?src=clip.mp4&v=1&at=2&width=64');
  });
});
