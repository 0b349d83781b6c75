import { expect, test } from 'vitest';
import { resultOf, VECTOR_KINDS, type Vector } from './testing/run-vector.ts';
import file from './vectors-3.json' with { type: 'json' };

const vectors = (file.vectors as unknown as readonly Vector[]).filter(({ kind }) => VECTOR_KINDS.includes(kind));

test.each(vectors)('vector $id: $expression$value$condition', (vector) => {
  const result = resultOf(vector);
  if (typeof vector.expect === 'boolean') expect(result).toBe(vector.expect);
  else expect(result).toMatchObject(vector.expect);
});
