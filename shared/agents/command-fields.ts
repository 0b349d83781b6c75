import { z } from 'zod';

/** The operations of `edit_template`. */
export const commandNames = [
  ...['set', 'add', 'remove', 'move', 'duplicate', 'split', 'trim', 'group', 'ungroup', 'choose'],
  ...['transition', 'animate', 'effect', 'mask', 'sound', 'bind', 'unbind', 'declare', 'rename', 'resize', 'relink'],
] as const;

/**
 * A command as `tools/list` describes it. This schema accepts any fields to keep the list short. {@link editCommands}
 * has the strict fields.
 */
export const anyCommand = z.looseObject({
  do: z.string().describe(commandNames.join(' ')),
  at: z.array(z.string()).optional().describe('Places, such as `scene[2]/text[1]`, `scene["Offer"]`, `movie`'),
  to: z.string().optional().describe('`in:`, `before:` or `after:` and a place'),
  name: z.string().optional(),
  attributes: z.record(z.string(), z.string().nullable()).optional().describe('As XML writes them; null removes'),
  text: z.string().optional(),
  xml: z.string().optional(),
  frame: z.int().optional(),
});

const at = z.array(z.string()).min(1).max(1000).describe('Places');
const one = z.array(z.string()).length(1).describe('One place');
const to = z
  .string()
  .regex(/^(?:in|before|after):/)
  .describe('`in:`, `before:` or `after:` and a place');
const attributes = z.record(z.string(), z.string().nullable()).describe('As XML writes them; null removes');
const added = z.record(z.string(), z.string()).describe('As XML writes them');

/** The fields of each command of `edit_template`. Unknown fields are errors. */
export const editCommands = {
  set: z
    .strictObject({ at, attributes: attributes.optional(), text: z.string().optional() })
    .describe('Sets attributes, the text, or both. A placeholder stays; its default changes.'),
  add: z
    .strictObject({ to, xml: z.string().min(1) })
    .describe('Adds one or more elements, such as a layer, a scene, a `key`, or a `filter`.'),
  remove: z.strictObject({ at }).describe('Removes elements with their content.'),
  move: z.strictObject({ at, to }).describe('Moves scenes, layers, effects, or other elements.'),
  duplicate: z.strictObject({ at }).describe('Copies scenes, or layers and sounds.'),
  split: z
    .strictObject({ at, frame: z.int().min(1) })
    .describe('Splits a scene or layers at a frame, counted from their own start.'),
  trim: z
    .strictObject({ at, name: z.enum(['start', 'end']), frame: z.int() })
    .describe('Takes frames away at the start or the end; a negative number adds frames.'),
  group: z.strictObject({ at }).describe('Groups layers of one parent.'),
  ungroup: z.strictObject({ at }).describe('Replaces groups by their layers.'),
  choose: z.strictObject({ at }).describe('Makes a choice of scenes, which a variable selects.'),
  transition: z
    .strictObject({ to, attributes: added.optional() })
    .describe('Adds a transition between two scenes, such as `after:scene[2]`.'),
  animate: z
    .strictObject({ at, name: z.string(), attributes: added.optional() })
    .describe('Adds a preset, such as `fadein`, to layers.'),
  effect: z
    .strictObject({ at, name: z.string(), attributes: added.optional() })
    .describe('Adds an effect, such as `blur`, to layers.'),
  mask: z.strictObject({ at, name: z.enum(['rectangle', 'ellipse']) }).describe('Adds a mask to layers.'),
  sound: z
    .strictObject({ to, name: z.string(), attributes: added.optional() })
    .describe('Adds a sound of the project, such as `in:scene[1]` or `in:movie`.'),
  bind: z
    .strictObject({
      at,
      name: z.string().optional(),
      text: z.string(),
      attributes: z.strictObject({ default: z.string() }).optional(),
    })
    .describe('Makes the attribute `name`, or the text, the variable `text`.'),
  unbind: z
    .strictObject({ at, name: z.string().optional(), text: z.string().optional() })
    .describe('Replaces the variable in the attribute `name`, or in the text, by a fixed value.'),
  declare: z
    .strictObject({ name: z.string(), attributes })
    .describe('Sets attributes of the declaration of a variable.'),
  rename: z
    .strictObject({ at: one.optional(), name: z.string(), text: z.string().optional() })
    .describe('Names an element; without `at`, renames the variable `name` to `text`.'),
  resize: z
    .strictObject({ name: z.string().optional(), attributes: z.strictObject({ framerate: z.string() }).optional() })
    .describe('Fits the film to a shape (`9:16`) or a size (`1280x720`), or changes its frame rate.'),
  relink: z
    .strictObject({ name: z.string(), text: z.string() })
    .describe('Replaces the asset `name` by the asset `text`.'),
} as const satisfies Record<(typeof commandNames)[number], z.ZodObject>;

export type CommandName = keyof typeof editCommands;
export type FieldsOf<Name extends CommandName> = z.output<(typeof editCommands)[Name]>;
