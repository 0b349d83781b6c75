import { z } from 'zod';
import { DECLARED_TYPES } from '../../template/tables/variable-attributes.ts';

/** The declaration of a variable in a template, with types that the `type` of the variable does not have. */
export const declaration = z.object({
  type: z.enum(DECLARED_TYPES).nullable(),
  label: z.string().nullable(),
  help: z.string().nullable(),
  group: z.string().nullable(),
  required: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  maxlength: z.int().nullable(),
  multiline: z.boolean(),
  choices: z.array(z.object({ value: z.string(), label: z.string().nullable() })),
});
