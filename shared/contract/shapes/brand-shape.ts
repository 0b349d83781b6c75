import { z } from 'zod';
import { brandKit } from '../../brand/brand-kit.ts';

/** A stored brand as the service returns it. */
export const storedBrand = z.object({
  brand: brandKit,
  values: z
    .record(z.string(), z.string())
    .describe('The values that the brand gives to template variables, by variable name'),
  missing: z.array(z.string()).describe('Missing assets that the brand refers to; they give no value'),
});
