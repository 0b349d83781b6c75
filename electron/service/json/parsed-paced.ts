import { z } from 'zod';
import { yieldRegularly } from '../waiting/yield-regularly.ts';

/** The maximum number of issues in one answer. */
const MAX_ISSUES = 100;
/** The number of elements or members that are checked without a pause. This takes a few milliseconds. */
const PIECE = 1000;

type Issues = z.core.$ZodIssue[];

/**
 * Checks a value with a schema, as `schema.parse` does, with pauses for other work. Checks objects, lists, and records
 * in pieces until there are {@link MAX_ISSUES} issues. Throws zod's error.
 */
export async function parsedPaced(schema: z.ZodType, value: unknown): Promise<unknown> {
  const issues: Issues = [];
  const yieldTurn = yieldRegularly();
  const checked = await check(schema, value, { issues, yieldTurn, path: [] });
  if (issues.length > 0) throw new z.ZodError(issues);
  return checked;
}

interface Checking {
  readonly issues: Issues;
  readonly yieldTurn: () => Promise<void>;
  readonly path: readonly (string | number)[];
}

async function check(schema: z.ZodType, value: unknown, checking: Checking): Promise<unknown> {
  if (schema instanceof z.ZodOptional && value !== undefined)
    return await check(schema.unwrap() as z.ZodType, value, checking);
  if (schema instanceof z.ZodObject && isObject(value)) return await checkObject(schema, value, checking);
  if (schema instanceof z.ZodArray && Array.isArray(value)) return await checkList(schema, value, checking);
  if (schema instanceof z.ZodRecord && isObject(value) && Object.keys(value).length > PIECE && !hasRules(schema))
    return await checkRecord(schema, value, checking);
  return collectIssues(schema.safeParse(value), checking);
}

/**
 * Checks each key of the schema separately. A schema without a rule for other keys drops them. A schema with rules for
 * the whole object checks it in one step.
 */
async function checkObject(schema: z.ZodObject, value: Record<string, unknown>, checking: Checking): Promise<unknown> {
  if (hasRules(schema)) return collectIssues(schema.safeParse(value), checking);
  const { issues, path } = checking;
  const checked: Record<string, unknown> = {};
  for (const [key, fieldSchema] of Object.entries(schema.shape)) {
    if (issues.length >= MAX_ISSUES) break;
    const made = await check(fieldSchema as z.ZodType, value[key], { ...checking, path: [...path, key] });
    if (made !== undefined || Object.hasOwn(value, key)) checked[key] = made;
  }
  const { catchall } = schema.def;
  if (catchall === undefined) return checked;
  const others = Object.entries(value).filter(([key]) => !Object.hasOwn(schema.shape, key));
  if (others.length === 0) return checked;
  const known = collectIssues(
    z
      .object({})
      .catchall(catchall as z.ZodType)
      .safeParse(Object.fromEntries(others)),
    checking,
  );
  return { ...checked, ...(isObject(known) && known) };
}

/** Checks whether a schema has rules for an object or a list as a whole, such as its size or a relation of its parts. */
function hasRules({ def }: z.ZodObject | z.ZodRecord): boolean {
  return (def.checks ?? []).length > 0;
}

async function checkList(schema: z.ZodArray, value: readonly unknown[], checking: Checking): Promise<unknown> {
  const { issues, path, yieldTurn } = checking;
  const { ownRules, ofValues } = listSchemas(schema);
  if (collectIssues(ownRules.safeParse(value), checking) === undefined) return undefined;
  const checked: unknown[] = [];
  for (let start = 0; start < value.length && issues.length < MAX_ISSUES; start += PIECE) {
    const piece = value.slice(start, start + PIECE);
    if (ofValues === null)
      for (const [index, item] of piece.entries()) {
        if (issues.length >= MAX_ISSUES) break;
        checked.push(await check(schema.element as z.ZodType, item, { ...checking, path: [...path, start + index] }));
        await yieldTurn();
      }
    else for (const item of checkedPiece(ofValues.safeParse(piece), start, checking)) checked.push(item);
    await yieldTurn();
  }
  return checked;
}

interface ListSchemas {
  /** The rules of the list itself, such as its length. Its elements can have any value. */
  readonly ownRules: z.ZodArray;
  /**
   * The schema of a piece of the list. Null for elements that are objects, lists, or records, which are checked one by
   * one.
   */
  readonly ofValues: z.ZodArray | null;
}

/** The schemas by list, because creating a schema takes longer than checking a short list. */
const schemasOfLists = new WeakMap<z.ZodArray, ListSchemas>();

function listSchemas(schema: z.ZodArray): ListSchemas {
  const cached = schemasOfLists.get(schema);
  if (cached !== undefined) return cached;
  const rules = (schema.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[];
  const element = schema.element as z.ZodType;
  const isContainer = [z.ZodOptional, z.ZodObject, z.ZodArray, z.ZodRecord].some((Kind) => element instanceof Kind);
  const made = { ownRules: z.array(z.unknown()).check(...rules), ofValues: isContainer ? null : z.array(element) };
  schemasOfLists.set(schema, made);
  return made;
}

/** Collects the issues of a piece of a list. The piece starts at the given index. Returns the checked values. */
function checkedPiece(
  result: z.ZodSafeParseResult<unknown[]>,
  start: number,
  { issues, path }: Checking,
): readonly unknown[] {
  if (result.success) return result.data;
  for (const { path: within, ...issue } of result.error.issues) {
    if (issues.length >= MAX_ISSUES) break;
    const [index = 0, ...inside] = within;
    issues.push({ ...issue, path: [...path, start + Number(index), ...inside] } as Issues[number]);
  }
  return [];
}

async function checkRecord(schema: z.ZodRecord, value: Record<string, unknown>, checking: Checking): Promise<unknown> {
  const { issues, yieldTurn } = checking;
  const checked: Record<string, unknown> = {};
  const entries = Object.entries(value);
  for (let start = 0; start < entries.length && issues.length < MAX_ISSUES; start += PIECE) {
    const piece = collectIssues(schema.safeParse(Object.fromEntries(entries.slice(start, start + PIECE))), checking);
    if (isObject(piece)) for (const [key, member] of Object.entries(piece)) checked[key] = member;
    await yieldTurn();
  }
  return checked;
}

function collectIssues(result: z.ZodSafeParseResult<unknown>, { issues, path }: Checking): unknown {
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    if (issues.length >= MAX_ISSUES) break;
    issues.push({ ...issue, path: [...path, ...issue.path] });
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
