import { z } from 'zod';
import { brandKit } from '../../brand/brand-kit.ts';

/** A brand as it is answered. */
export const storedBrand = z.object({
  brand: brandKit,
  values: z.record(z.string(), z.string()).describe('What it gives to variables of templates, by their names'),
  missing: z.array(z.string()).describe('Assets that it names and the project lacks; they give no value'),
});
