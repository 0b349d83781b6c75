import { z } from 'zod';
import { brandKit } from '../../brand/brand-kit.ts';

/** A stored brand as the service returns it. */
export const storedBrand = z.object({
  brand: brandKit,
  values: z
    .record(z.string(), z.string())
    .describe('Values of template variables that come from the brand, by variable name'),
  missing: z
    .array(z.string())
    .describe('Assets that the brand refers to but the project does not have; no variable gets them as its value'),
});
