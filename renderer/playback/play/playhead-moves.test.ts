import { expect, test } from 'vitest';
import { movieOf } from '../testing/movie-of.ts';
import { type PlayheadMoves, playheadMoves } from './playhead-moves.ts';

const text =
  '<movie width="16" height="16" framerate="25"><scene duration="10"/><scene duration="20"/><scene duration="5"/></movie>';

/** Returns the frame to which a move takes the playhead; undefined if the playhead stays. */
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
  [0, 'ten frames forward', 10, (moves: PlayheadMoves) => moves.step(10)],
  [30, 'ten frames forward at the end', 34, (moves: PlayheadMoves) => moves.step(10)],
  [3, 'ten frames back at the start', 0, (moves: PlayheadMoves) => moves.step(-10)],
  [12, 'to the start', 0, (moves: PlayheadMoves) => moves.toStart()],
  [12, 'to the end', 34, (moves: PlayheadMoves) => moves.toEnd()],
  [12, 'to the previous cut', 10, (moves: PlayheadMoves) => moves.toCut(-1)],
  [12, 'to the next cut', 30, (moves: PlayheadMoves) => moves.toCut(1)],
  [31, 'to the next cut after the last one', 34, (moves: PlayheadMoves) => moves.toCut(1)],
] as const)('a move from frame %i %s ends at frame %i', (from, _, to, move) => {
  expect(movedFrom(from, move)).toBe(to);
});
