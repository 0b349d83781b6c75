import { expect, test } from 'vitest';
import { statement } from './statement.ts';

test('a message consists of its code and its values', () => {
  expect(statement('xml/lone-slash')).toEqual({ code: 'xml/lone-slash', values: {} });
  expect(statement('xml/character-in-tag', { character: 'é' })).toEqual({
    code: 'xml/character-in-tag',
    values: { character: 'é' },
  });
});

test('unknown codes and wrong values do not compile', () => {
  const refused = () => {
    // @ts-expect-error No statement has this code.
    statement('xml/of-no-table');
    // @ts-expect-error A statement lacks its values.
    statement('xml/character-in-tag');
    // @ts-expect-error One of its values is missing.
    statement('xml/character-in-tag', {});
    // @ts-expect-error A value is of another type.
    statement('xml/character-in-tag', { character: 1 });
    // @ts-expect-error A value is superfluous.
    statement('xml/character-in-tag', { character: 'a', column: 1 });
    // @ts-expect-error A statement that always says the same has a value.
    statement('xml/lone-slash', { character: 'a' });
  };
  expect(refused).not.toThrow();
});
