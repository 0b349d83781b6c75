import { expect, test } from 'vitest';
import { message } from './message.ts';

test('a message consists of its code and its values', () => {
  expect(message('xml/lone-slash')).toEqual({ code: 'xml/lone-slash', values: {} });
  expect(message('xml/character-in-tag', { character: 'é' })).toEqual({
    code: 'xml/character-in-tag',
    values: { character: 'é' },
  });
});

test('unknown codes and wrong values do not compile', () => {
  const refused = () => {
    // @ts-expect-error No message has this code.
    message('xml/of-no-table');
    // @ts-expect-error The values are missing.
    message('xml/character-in-tag');
    // @ts-expect-error A value is missing.
    message('xml/character-in-tag', {});
    // @ts-expect-error A value is of another type.
    message('xml/character-in-tag', { character: 1 });
    // @ts-expect-error A value is superfluous.
    message('xml/character-in-tag', { character: 'a', column: 1 });
    // @ts-expect-error This message has no values.
    message('xml/lone-slash', { character: 'a' });
  };
  expect(refused).not.toThrow();
});
