import { expect, it } from 'vitest';
import { withoutAgents } from './agents.tsx';

const film = (size: number, name: string, color = 'red') =>
  `<movie width="320" height="180" framerate="25">
  <scene name="${name}" duration="25">
    <solid color="${color}"/>
    <text content="Hello" size="${size}"/>
  </scene>
</movie>
`;

/** A user makes revisions 1 and 3; an assistant makes the others. */
const texts = [film(20, 'a'), film(40, 'a'), film(40, 'b'), film(40, 'b', 'blue')];
const revisions = texts
  .map((_, index) => ({
    revision: index + 1,
    author: { kind: index % 2 === 0 ? ('person' as const) : ('agent' as const), name: '' },
  }))
  .toReversed();
const textOf = async (revision: number) => texts[revision - 1] ?? '';

it.each([
  [1, film(20, 'b')],
  [2, film(40, 'b')],
  [4, film(40, 'b', 'blue')],
])('removes the changes of assistants and keeps others: revision %i', async (before, expected) => {
  expect(await withoutAgents(film(40, 'b', 'blue'), { revisions, before, textOf })).toBe(expected);
});

it('returns null after a later change in the same place', async () => {
  const input = { revisions, before: 1, textOf };
  expect(await withoutAgents(film(60, 'b', 'blue'), input)).toBeNull();
  expect(await withoutAgents(film(40, 'b', 'blue'), { ...input, before: 9 })).toBeNull();
});
