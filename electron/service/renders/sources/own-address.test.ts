import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openFoundation } from '../testing/job-world.ts';
import { ownAssetOf } from './own-address.ts';

describe('an address of the service itself', () => {
  it.each([
    ['http://127.0.0.1:7420/v1/data/p1/a%20b.mp4', 'a b.mp4'],
    ['https://xml.localhost/v1/data/p1/a.mp4?x=1', 'a.mp4'],
    ['http://api-local.LOCALHOST.:1/v1/data/p1/a.mp4', 'a.mp4'],
    ['http://[::1]:80/v1/data/p1/a.mp4', 'a.mp4'],
    ['http://films.example:7420/v1/data/p1/a.mp4', 'a.mp4'],
    ['http://other.example/v1/data/p1/a.mp4', null],
    ['http://127.0.0.1/v1/data/p2/a.mp4', null],
    ['http://127.0.0.1/v1/data/p1/%ff.mp4', null],
    ['http://127.0.0.1/v1/data/p1/a/b.mp4', null],
    ['ftp://127.0.0.1/v1/data/p1/a.mp4', null],
  ])('%s refers to the asset %s', async (address, name) => {
    await using folder = await temporaryFolder();
    const { database } = await openFoundation(folder.path);
    database.run(`INSERT INTO project VALUES ('p1', 'p1', 0, 0)`);
    const asset = ownAssetOf(address, { hosts: new Set(['films.example']) }, database);
    expect(asset?.name ?? null).toBe(name);
  });
});
