import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPartClaims, type PartClaim, type PartClaims } from './part-claims.ts';

const signal = new AbortController().signal;

/** Returns the keys of a film. Each letter of the text is a part. */
function keysOf(parts: string) {
  const film = `film of ${parts}`;
  return { film, all: [film, ...parts] };
}

/** Starts films. Returns the films that have started after all callbacks have run. */
function filmsOf(claims: PartClaims) {
  const begun: string[] = [];
  return {
    begin: (parts: string, until = signal): PartClaim => {
      const claim = claims.open();
      claim.take(keysOf(parts), until).then(
        () => begun.push(parts),
        () => begun.push(`not ${parts}`),
      );
      return claim;
    },
    begun: async (): Promise<readonly string[]> => {
      await nextTurn();
      return begun.splice(0);
    },
  };
}

it('films without common parts are made at the same time', async () => {
  const { begin, begun } = filmsOf(createPartClaims());
  begin('ab');
  begin('cd');
  expect(await begun()).toEqual(['ab', 'cd']);
});

it('films wait for the film that makes their common parts', async () => {
  const { begin, begun } = filmsOf(createPartClaims());
  using first = begin('abx');
  using second = begin('aby');
  begin('abz');
  expect(await begun()).toEqual(['abx']);
  first.partsAreMade();
  expect(await begun()).toEqual(['aby', 'abz']);
  second.partsAreMade();
  begin('abv');
  expect(await begun()).toEqual(['abv']);
});

it('an equal film waits until the first one is complete', async () => {
  const { begin, begun } = filmsOf(createPartClaims());
  using first = begin('ab');
  begin('ab');
  expect(await begun()).toEqual(['ab']);
  first.partsAreMade();
  expect(await begun()).toEqual([]);
  first.filmIsMade();
  expect(await begun()).toEqual(['ab']);
});

it('a waiting film makes the parts of a failed film', async () => {
  const { begin, begun } = filmsOf(createPartClaims());
  const first = begin('ax');
  using second = begin('ay');
  begin('az');
  expect(await begun()).toEqual(['ax']);
  first[Symbol.dispose]();
  expect(await begun()).toEqual(['ay']);
  second.partsAreMade();
  expect(await begun()).toEqual(['az']);
});

it('a waiting film that is canceled blocks no other film', async () => {
  const { begin, begun } = filmsOf(createPartClaims());
  const cancelled = new AbortController();
  using first = begin('ax');
  using second = begin('ayb', cancelled.signal);
  begin('b');
  expect(await begun()).toEqual(['ax', 'b']);
  cancelled.abort();
  expect(await begun()).toEqual(['not ayb']);
  second[Symbol.dispose]();
  first.filmIsMade();
  begin('ay');
  expect(await begun()).toEqual(['ay']);
});

it('a film that is planned again does not wait for itself', async () => {
  const claim = createPartClaims().open();
  await claim.take(keysOf('ab'), signal);
  await expect(claim.take(keysOf('ab'), signal)).resolves.toBeUndefined();
});
