import { expect, test } from 'vitest';
import { movieOf } from '../testing/movie-of.ts';
import { type PlayheadMoves, playheadMoves } from './playhead-moves.ts';

const text =
  '<movie width="16" height="16" framerate="25"><scene duration="10"/><scene duration="20"/><scene duration="5"/></movie>';

/** The frame that a move goes to from another. */
function movedFrom(playhead: number, move: (moves: PlayheadMoves) => void): number | undefined {
  const movie = movieOf(text);
  const seeks: number[] = [];
  move(
    playheadMoves(
      () => ({ movie, playhead }),
      (frame) => seeks.push(frame),
    ),
  );
  return seeks[0];
}

test.each([
  [0, 'ten on', 10, (moves: PlayheadMoves) => moves.step(10)],
  [30, 'ten on at the end', 34, (moves: PlayheadMoves) => moves.step(10)],
  [3, 'ten back at the start', 0, (moves: PlayheadMoves) => moves.step(-10)],
  [12, 'to the start', 0, (moves: PlayheadMoves) => moves.toStart()],
  [12, 'to the end', 34, (moves: PlayheadMoves) => moves.toEnd()],
  [12, 'to the cut before', 10, (moves: PlayheadMoves) => moves.toCut(-1)],
  [12, 'to the cut behind', 30, (moves: PlayheadMoves) => moves.toCut(1)],
  [31, 'to the cut behind the last', 34, (moves: PlayheadMoves) => moves.toCut(1)],
] as const)('from frame %i, %s is frame %i', (from, _, to, move) => {
  expect(movedFrom(from, move)).toBe(to);
});
