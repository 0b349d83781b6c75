/** A prompt that a person can choose in an assistant. */
interface AgentPrompt {
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly text: (given: (name: string) => string) => string;
}

const template = { name: 'template', description: 'Name of the template', required: true };

/** The prompts of the MCP server. They name the tools in their order and contain no text of a template. */
export const agentPrompts: Readonly<Record<string, AgentPrompt>> = {
  make_film: {
    title: 'Make a film',
    description: 'Make a new film from a description',
    arguments: [
      { name: 'brief', description: 'What the film shows', required: true },
      { name: 'size', description: 'Such as 9:16', required: false },
    ],
    text: (given) => `Make a film with Scenewright. Brief: ${given('brief')}. Size: ${given('size') || '16:9'}.
Use list (designs, projects), then create from the design that fits, or from empty. Read read_reference for each element before
you write it. Edit with edit_template, look with view_frames after each edit, and run check. Render a draft, and tell the person
what to look at. Stop before the final quality and ask.`,
  },
  review_film: {
    title: 'Review a film',
    description: 'Find what could be better in a template',
    arguments: [template, { name: 'platforms', description: 'Such as tiktok, reels', required: false }],
    text: (
      given,
    ) => `Review the template ${given('template')} ${given('platforms') && `for ${given('platforms')}`}. Use list to find it, read_template
for its outline, check for its problems, and view_frames with a sheet of 12. List what you would change, most important first, with
the place of each. Change nothing.`,
  },
  fill_table: {
    title: 'Make many films',
    description: 'Render a template with the rows of a table',
    arguments: [template, { name: 'table', description: 'Name of the table among the assets', required: true }],
    text: (
      given,
    ) => `Make the films of the template ${given('template')} for the rows of ${given('table')}. Read the variables with
read_template. Call start_batch with dry_run, and explain each finding. Look at two rows with view_frames. Ask before you start the
batch, then follow it with job.`,
  },
  translate: {
    title: 'Translate a template',
    description: 'Make a copy of a template in another language',
    arguments: [template, { name: 'language', description: 'Such as German', required: true }],
    text: (
      given,
    ) => `Translate the template ${given('template')} to ${given('language')}. Create a copy, read its outline and variables, and change its
texts with edit_template. Keep placeholders. Look at each scene with view_frames, because texts become longer, and run check.`,
  },
  fix_problems: {
    title: 'Fix the problems',
    description: 'Fix the errors and warnings of a template',
    arguments: [template],
    text: (
      given,
    ) => `Fix the problems of the template ${given('template')}. Read them with read_template and check. Fix the errors first, one edit for
each cause, with edit_template. Read the reference of an element before you change it. Look at the changed ranges. Stop when check
passes, or ask where the intention is unclear.`,
  },
};

const MAX_ARGUMENT = 2000;

/** Returns the text of a prompt with its arguments; null if there is no such prompt. */
export function promptText(name: string, given: Readonly<Record<string, unknown>>): string | null {
  if (!Object.hasOwn(agentPrompts, name)) return null;
  const argument = (field: string) => String(given[field] ?? '').slice(0, MAX_ARGUMENT);
  return agentPrompts[name]?.text(argument) ?? null;
}
