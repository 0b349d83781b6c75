import { expect, it } from 'vitest';
import { indentOf } from './hanging-indent.ts';

it('the indent of a line is measured in columns, including tabs', () => {
  expect([indentOf('<movie>', 4), indentOf('    <scene>', 4), indentOf('  \t<video/>', 4), indentOf('', 4)]).toEqual([
    0, 4, 4, 0,
  ]);
});
