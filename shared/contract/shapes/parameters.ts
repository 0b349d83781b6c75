import { z } from 'zod';

/** A path segment. The handler of the resource checks additional rules for the name. */
const segment = z.string().min(1).max(1024);

export const projectPath = z.object({ project: segment });
export const assetPath = projectPath.extend({ name: segment });
export const trashedPath = projectPath.extend({ id: segment });
export const uploadPath = projectPath.extend({ upload: segment });
export const moviePath = projectPath.extend({ movie: segment });
export const regionPath = z.object({ region: segment, project: segment });
export const templatePath = regionPath.extend({ name: segment });
export const noPath = z.object({});

export const noQuery = z.object({});

export const scalarValue = z.union([z.string(), z.number(), z.boolean()]);
/** The value of a variable. A list has any items. The fields of an object are variables such as `customer.name`. */
export const givenValue = z.union([scalarValue, z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])]);

/**
 * Returns a schema of integers in a query, where values are text. Accepts only decimal digits: ` 1`, `1e3`, `0x1`, and
 * an empty text are errors.
 */
export function wholeNumber(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'Write a whole number.')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}
