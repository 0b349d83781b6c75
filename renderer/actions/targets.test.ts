import { expect, test } from 'vitest';
import type { NodeId } from '#shared/template/document/document.ts';
import { canMove, moveTarget } from './targets.ts';

const order = ['a', 'b', 'c', 'd'] as NodeId[];
const pick = (text: string) => order.filter((id) => text.includes(id));

test('selected scenes move together and stop at the ends', () => {
  expect(moveTarget(order, pick('c'), -1)).toBe(1);
  expect(moveTarget(order, pick('b'), 1)).toBe(3);
  expect(moveTarget(order, pick('bc'), 1)).toBe(4);
  expect(canMove(order, pick('ab'), -1)).toBe(false);
  expect(canMove(order, pick('cd'), 1)).toBe(false);
  expect(canMove(order, [], 1)).toBe(false);
});
