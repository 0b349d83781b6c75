import { z } from 'zod';
import { anyCommand } from './command-fields.ts';

/** The permission that a tool needs. A key has one or more of them. */
export const agentScopes = ['look', 'edit', 'render'] as const;
export type AgentScope = (typeof agentScopes)[number];

/** The hints of the Model Context Protocol about the effects of a tool. */
interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/** A tool of the MCP server. Unknown arguments are errors. */
export interface AgentTool {
  readonly title: string;
  readonly description: string;
  readonly scope: AgentScope;
  readonly hints: ToolHints;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
}

const reads: ToolHints = { readOnlyHint: true, openWorldHint: false };
const writes: ToolHints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

const project = z.string().describe('Project uid, from `list`');
const template = z.string().describe('Template name');
const revision = z.int().min(1).describe('The revision that you read');
const values = z
  .record(z.string(), z.string())
  .optional()
  .describe('Values of variables; brand and defaults fill the rest');
const label = z.string().min(1).describe('What the step does, for the history, such as `Larger titles`');
const rows = z.array(z.record(z.string(), z.string())).min(1).max(1000);
const quality = z.enum(['draft', 'standard', 'high']).default('standard');
const failOn = z
  .enum(['never', 'error', 'warning'])
  .optional()
  .describe('Check each film first (quick); findings of this severity stop it');
const waitSeconds = z.int().min(0).max(600).describe('Seconds');

/** A problem in the answer of a tool. */
export const agentFinding = z.looseObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'notice']),
  message: z.string(),
  at: z.string(),
});
export type AgentFinding = z.output<typeof agentFinding>;

const findings = z.array(agentFinding);

const edited = z.object({
  revision: z.int(),
  undo: z.int().describe('Revision for restore_template'),
  changed: z.boolean(),
  merged: z.boolean().describe('Whether changes of others were kept beside it'),
  diff: z.string(),
  ranges: z.array(z.array(z.number())).describe('Seconds to look at'),
  problems: findings,
});

/** All tools in the order of `tools/list`. Do not change names or order, because clients store them. */
export const agentTools = {
  list: {
    title: 'List',
    description:
      'List or search projects, templates, assets, designs, renders or batches. Start here: uids and names come from this tool.',
    scope: 'look',
    hints: reads,
    input: z.strictObject({
      kind: z.enum(['projects', 'templates', 'assets', 'designs', 'renders', 'batches']),
      project: z.string().optional().describe('For all kinds but projects and designs'),
      query: z.string().max(200).optional().describe('Words in names, titles, tags'),
      limit: z.int().min(1).max(200).default(50),
      cursor: z.string().optional(),
    }),
    output: z.object({
      items: z.array(z.looseObject({ id: z.string(), name: z.string() })),
      cursor: z.string().nullable(),
    }),
  },
  read_reference: {
    title: 'Read the language reference',
    description:
      'Read the reference of the template language: an element, effect, preset, transition, edit command or topic; or search it. Read it before you write something you have not written yet. Without arguments: its contents.',
    scope: 'look',
    hints: reads,
    input: z.strictObject({
      topic: z
        .string()
        .max(100)
        .optional()
        .describe(
          'Such as `conventions` (read it first), `text`, `filter/blur`, `transition`, `variables`, `command/add`',
        ),
      query: z.string().max(200).optional(),
    }),
    output: z.object({ topic: z.string(), text: z.string(), related: z.array(z.string()) }),
  },
  read_template: {
    title: 'Read a template',
    description:
      'Read a template: `outline` (scenes, layers, their places and times), `text` (XML with line numbers), `variables`, `problems`, `history`. Edits need the revision that this tool returns.',
    scope: 'look',
    hints: reads,
    input: z.strictObject({
      project,
      template,
      show: z
        .array(z.enum(['outline', 'text', 'variables', 'problems', 'history']))
        .min(1)
        .default(['outline', 'variables', 'problems']),
      within: z.string().optional().describe('A place: outline or text of this element only'),
      from_line: z.int().min(1).optional(),
      lines: z.int().min(1).max(2000).optional(),
      revision: z.int().min(1).optional().describe('An earlier one'),
      values,
    }),
    output: z.object({
      revision: z.int(),
      seconds: z.number().nullable(),
      frames: z.int().nullable(),
      size: z.string(),
      rate: z.string(),
      outline: z.string().optional(),
      text: z.string().optional(),
      variables: z.array(z.looseObject({ name: z.string() })).optional(),
      problems: findings.optional(),
      history: z.array(z.looseObject({ revision: z.int() })).optional(),
    }),
  },
  create: {
    title: 'Create',
    description:
      'Create a project, or a template in a project: empty, from a design, as a copy (also in another shape) or from XML. A name that is taken is refused.',
    scope: 'edit',
    hints: writes,
    input: z.strictObject({
      name: z.string().min(1).max(200),
      project: z.string().optional().describe('Uid; without it, a new project of that name'),
      from: z.enum(['empty', 'design', 'copy', 'xml']),
      source: z.string().optional().describe('Name of the design or template, or the XML'),
      shape: z.enum(['16:9', '9:16', '1:1', '4:5']).optional(),
    }),
    output: z.object({
      project: z.string(),
      template: z.string().nullable(),
      revision: z.int().nullable(),
      problems: findings,
    }),
  },
  edit_template: {
    title: 'Edit a template',
    description:
      'Change a template by commands, all or none, as one undo step. Only what they concern is rewritten. `dry_run` returns the diff and saves nothing. Fields of each command: read_reference `command`.',
    scope: 'edit',
    hints: writes,
    input: z.strictObject({
      project,
      template,
      revision,
      label,
      commands: z.array(anyCommand).min(1).max(100),
      dry_run: z.boolean().default(false),
    }),
    output: edited,
  },
  edit_text: {
    title: 'Edit the XML',
    description:
      'Change the XML of a template as text, as one undo step: each `old` must occur exactly once. Refused if the result has new errors. For attributes use edit_template.',
    scope: 'edit',
    hints: writes,
    input: z.strictObject({
      project,
      template,
      revision,
      label,
      replace: z
        .array(z.object({ old: z.string().min(1), new: z.string() }))
        .min(1)
        .max(100)
        .optional(),
      text: z.string().optional().describe('The whole XML instead'),
      dry_run: z.boolean().default(false),
    }),
    output: edited,
  },
  restore_template: {
    title: 'Go back to a revision',
    description:
      'Make an earlier revision the newest again, as one undo step. Takes back your own edits; refused if somebody else has edited since, unless `also_others`.',
    scope: 'edit',
    hints: { ...writes, idempotentHint: true },
    input: z.strictObject({
      project,
      template,
      to: z.int().describe('Such as `undo` of an edit'),
      also_others: z.boolean().default(false),
    }),
    output: edited,
  },
  check: {
    title: 'Check',
    description:
      'Find what is wrong, before rendering. `language`: XML, values, sources. `film`: also how it looks over time, such as texts that are cut, too small, or too short to read. For a saved template, for XML, or for each row.',
    scope: 'look',
    hints: reads,
    input: z.strictObject({
      project,
      template: z.string().optional(),
      xml: z.string().optional(),
      level: z
        .enum(['language', 'film', 'full'])
        .default('film')
        .describe('`film` reads the geometry; `full` also reads pictures and sound, which takes seconds'),
      values,
      rows: rows.optional(),
      platforms: z.array(z.string()).max(8).optional().describe('Zones and limits to check, such as `shorts`'),
      only: z.array(z.string()).max(30).optional().describe('Codes of problems'),
    }),
    output: z.object({
      verdict: z.enum(['passed', 'warned', 'failed']),
      findings,
      more: z.int(),
      skipped: z.array(z.string()),
    }),
  },
  view_frames: {
    title: 'Look at frames',
    description:
      'See the film exactly as it is rendered: frames at times, or a contact sheet, as images, with a table of what each shows. `against` shows another revision too and says whether the frame differs. Look after each edit.',
    scope: 'look',
    hints: reads,
    input: z.strictObject({
      project,
      template: z.string().optional(),
      xml: z.string().optional(),
      values,
      at: z.array(z.string()).min(1).max(12).optional().describe('`1.5s`, or a frame `45`'),
      sheet: z.int().min(2).max(48).optional().describe('Pictures of a contact sheet instead'),
      from: z.string().optional(),
      to: z.string().optional(),
      against: z.int().min(1).optional().describe('Revision'),
      overlay: z.enum(['boxes', 'safe']).optional().describe('Lines around visible layers, or 5 % from the edges'),
      width: z.int().min(64).max(1568).optional(),
    }),
    output: z.object({
      revision: z.int().nullable(),
      pictures: z.array(z.looseObject({ image: z.int(), frame: z.int(), seconds: z.number(), scene: z.string() })),
    }),
  },
  inspect_asset: {
    title: 'Inspect an asset',
    description:
      'What a file of the project is: kind, length, size, sound, font, captions, where it is used. `pictures` adds frames of it as images.',
    scope: 'look',
    hints: reads,
    input: z.strictObject({ project, asset: z.string(), pictures: z.int().min(0).max(12).default(0) }),
    output: z.looseObject({ name: z.string(), kind: z.string(), used: z.array(z.string()) }),
  },
  add_asset: {
    title: 'Add an asset',
    description:
      'Add a file to the project: text (SVG, captions, CSV), base64 (at most 4 MiB), a path below a folder that the person opened to you, or an https address if the person allowed it. A name that is taken gets a number.',
    scope: 'edit',
    hints: { ...writes, openWorldHint: true },
    input: z.strictObject({
      project,
      name: z.string().min(1).max(255),
      from: z.enum(['text', 'base64', 'path', 'address']),
      content: z.string(),
    }),
    output: z.looseObject({ name: z.string(), kind: z.string() }),
  },
  render: {
    title: 'Render',
    description:
      'Render a saved template to a film, with progress. Cancelling this call cancels the render unless it is `detached`. What is longer than `wait` goes on; follow it with `job`.',
    scope: 'render',
    hints: writes,
    input: z.strictObject({
      project,
      template,
      values,
      format: z.string().default('mp4'),
      quality,
      from: z.string().optional(),
      to: z.string().optional(),
      wait: waitSeconds.default(40),
      detached: z.boolean().default(false),
      fail_on: failOn,
      save_as: z.string().optional().describe('File name in the folder for films, if the person gave one'),
    }),
    output: z.object({
      job: z.string(),
      state: z.string(),
      done: z.int(),
      total: z.int(),
      film: z.string().nullable(),
      path: z.string().nullable(),
      findings,
    }),
  },
  start_batch: {
    title: 'Render many',
    description:
      'Render one template with many rows, given here or in a table of the project (CSV, XLSX, ODS, JSON). All rows are checked first; `dry_run` only checks. Follow it with `job`.',
    scope: 'render',
    hints: writes,
    input: z.strictObject({
      project,
      template,
      rows: rows.optional(),
      table: z.string().optional().describe('Asset; with `#Sheet` for a sheet'),
      columns: z.record(z.string(), z.string()).optional().describe('Column to variable where names differ'),
      format: z.string().default('mp4'),
      quality,
      filename: z.string().optional().describe('Such as `${city}-${index}`'),
      only_good: z.boolean().default(false).describe('Leave out rows with errors'),
      fail_on: failOn,
      dry_run: z.boolean().default(false),
    }),
    output: z.object({ job: z.string().nullable(), rows: z.int(), good: z.int(), findings, more: z.int() }),
  },
  job: {
    title: 'Follow a job',
    description:
      'State of a render or a batch; `wait` waits for its end, with progress. Cancelling this call cancels nothing.',
    scope: 'look',
    hints: reads,
    input: z.strictObject({
      project,
      job: z.string(),
      wait: waitSeconds.default(0),
      rows: z.enum(['none', 'failed', 'all']).default('failed'),
    }),
    output: z.object({
      job: z.string(),
      state: z.string(),
      done: z.int(),
      total: z.int(),
      film: z.string().nullable(),
      error: z.string().nullable(),
      rows: z.array(z.looseObject({ index: z.int(), state: z.string() })),
    }),
  },
  control_job: {
    title: 'Control a job',
    description: 'Cancel, pause, resume or retry a render or batch that you started. Finished films stay.',
    scope: 'render',
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({
      project,
      job: z.string(),
      action: z.enum(['cancel', 'pause', 'resume', 'retry']),
    }),
    output: z.object({ job: z.string(), state: z.string() }),
  },
} as const satisfies Record<string, AgentTool>;

export type AgentToolName = keyof typeof agentTools;
export type ToolInput<Name extends AgentToolName> = z.output<(typeof agentTools)[Name]['input']>;
export type ToolOutput<Name extends AgentToolName> = z.output<(typeof agentTools)[Name]['output']>;

const agentToolNames = Object.keys(agentTools) as readonly AgentToolName[];

export function isToolName(name: string): name is AgentToolName {
  return Object.hasOwn(agentTools, name);
}

/** A tool in the form of the protocol. */
export interface ListedTool {
  readonly name: AgentToolName;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolHints;
}

export type JsonSchema = { readonly type: 'object' } & Readonly<Record<string, unknown>>;

/** Returns the tools for these scopes in the format of `tools/list`, with short JSON schemas (2020-12). */
export function listedTools(scopes: readonly AgentScope[]): readonly ListedTool[] {
  return agentToolNames
    .filter((name) => scopes.includes(agentTools[name].scope))
    .map((name) => {
      const { title, description, input, output, hints } = agentTools[name];
      return {
        ...{ name, title, description },
        inputSchema: schemaOf(input, 'input'),
        outputSchema: schemaOf(output, 'output'),
        annotations: hints,
      };
    });
}

function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  return { ...(withoutNoise(z.toJSONSchema(schema, { io })) as Record<string, unknown>), type: 'object' };
}

/** Redundant keywords of JSON Schema. Each keyword costs the client tokens. */
const NOISE = new Set(['$schema', 'propertyNames']);

function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, field]) => {
    if (NOISE.has(key)) return false;
    if (key === 'additionalProperties') return typeof field === 'object' && Object.keys(field ?? {}).length > 0;
    return !((key === 'maximum' || key === 'minimum') && Math.abs(Number(field)) === Number.MAX_SAFE_INTEGER);
  });
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutNoise(field)]));
}
