import { expect, test } from 'vitest';
import { resultOf, VECTOR_KINDS, type Vector } from './testing/run-vector.ts';
import file from './vectors-3.json' with { type: 'json' };

const vectors = (file.vectors as unknown as readonly Vector[]).filter(({ kind }) => VECTOR_KINDS.includes(kind));

test.each(vectors)('vector $id: $expression$value$condition$text', (vector) => {
  const result = resultOf(vector);
  if (typeof vector.expect === 'boolean' || vector.expect === null) expect(result).toBe(vector.expect);
  else if (Array.isArray(vector.expect)) expect(result).toEqual(vector.expect);
  else expect(result).toMatchObject(vector.expect);
});
