import { choiceFunctions, numberFunctions } from './basic-functions.ts';
import { dateFunctions } from './date-functions.ts';
import type { FunctionSpec, Parameter } from './expression.ts';
import { formatFunctions } from './format-functions.ts';
import { listFunctions } from './list-functions.ts';
import { colorFunctions, textFunctions } from './text-functions.ts';

/** The groups of functions, in the order of the documentation. */
export const functionGroups = {
  choices: choiceFunctions,
  numbers: numberFunctions,
  texts: textFunctions,
  lists: listFunctions,
  dates: dateFunctions,
  colors: colorFunctions,
  formats: formatFunctions,
} as const satisfies Readonly<Record<string, Readonly<Record<string, FunctionSpec>>>>;

export type FunctionGroup = keyof typeof functionGroups;

type NamesIn<Groups> = { readonly [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

export type FunctionName = NamesIn<typeof functionGroups>;

/** The functions by name. A map is safe for names such as `constructor`. */
const functions: ReadonlyMap<string, FunctionSpec> = new Map(
  Object.values(functionGroups).flatMap((group) => Object.entries<FunctionSpec>(group)),
);

export const functionNames = [...functions.keys()] as readonly FunctionName[];

/** Returns the function with this name; undefined if there is none. The name is case-sensitive. */
export function functionNamed(name: string): FunctionSpec | undefined {
  return functions.get(name);
}

/** Returns whether a function accepts this number of arguments. */
export function takesCount({ parameters, repeated, last, together }: FunctionSpec, count: number): boolean {
  const required = parameters.filter(({ optional }) => optional !== true).length + (last === undefined ? 0 : 1);
  if (count < required) return false;
  if (repeated !== undefined) return (count - required) % repeated.length === 0;
  if (together === true) return count === required || count === parameters.length;
  return count <= parameters.length;
}

/** Returns the parameter of an argument; null if the function does not accept the argument. */
export function parameterAt(spec: FunctionSpec, index: number, count: number): Parameter | null {
  const { parameters, repeated = [], last } = spec;
  if (last !== undefined && index >= parameters.length && index === count - 1) return last;
  if (index < parameters.length || repeated.length === 0) return parameters[index] ?? null;
  return repeated[(index - parameters.length) % repeated.length] ?? null;
}

/** Returns the signature of a function, such as `round(x, [digits])`. */
export function signatureOf(name: string, { parameters, repeated, last, together }: FunctionSpec): string {
  const required = parameters.filter(({ optional }) => optional !== true).map(nameOf);
  const optional = parameters.filter((each) => each.optional === true).map(nameOf);
  const groups = together === true ? [optional.join(', ')] : optional;
  const more = repeated === undefined ? [] : [`[${repeated.map(nameOf).join(', ')}, …]`];
  const parts = [
    ...required,
    ...groups.map((each) => `[${each}]`),
    ...more,
    ...(last === undefined ? [] : [last.name]),
  ];
  return `${name}(${parts.join(', ')})`;
}

function nameOf({ name }: Parameter): string {
  return name;
}
