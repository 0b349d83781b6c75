import { expect, it } from 'vitest';
import { exampleTable } from './row-values.ts';

it('the example table has a column for each variable except brand variables', () => {
  const text = (name: string, fallback: string | null) => ({ name, type: 'text' as const, default: fallback });
  expect(exampleTable([text('name', 'Ada'), text('brand_logo', ''), text('city', null)])).toEqual({
    columns: ['name', 'city'],
    rows: [['Ada', '']],
  });
  expect(exampleTable([text('brand_logo', '')])).toBeNull();
});
