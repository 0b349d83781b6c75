/** A filter of FFmpeg with its options, in the order in which they are printed. */
export interface Filter {
  readonly name: string;
  /** Options that are known by their position. */
  readonly values: readonly FilterValue[];
  /** Options that are known by their name; they follow the values. */
  readonly options: Readonly<Record<string, FilterValue>>;
}

/** Text is printed so that FFmpeg reads exactly it; a number has at most nine decimals and never an exponent. */
export type FilterValue = string | number;

/** Where a chain takes pictures or sound from, or hands them on to. */
export type Pad =
  /** A stream of one of the graph's inputs, both counted from zero; or the first of its pictures or its sound. */
  | { readonly kind: 'input'; readonly input: number; readonly stream: number | 'v' | 'a' }
  /** What one chain makes and another one takes. */
  | { readonly kind: 'link'; readonly number: number }
  /** What the whole graph makes. */
  | { readonly kind: 'out' };

/** Filters one behind the other. */
export interface Chain {
  /** None where the first filter makes pictures of its own. */
  readonly from: readonly Pad[];
  readonly filters: readonly Filter[];
  readonly to: readonly Pad[];
}

/** What is done with some inputs; one chain of it ends in `out`. */
export interface FilterGraph<Input> {
  readonly inputs: readonly Input[];
  readonly chains: readonly Chain[];
}

export const OUT: Pad = { kind: 'out' };
const NO_VALUES: readonly FilterValue[] = [];
const NO_OPTIONS: Filter['options'] = {};

/** A filter whose options are all known by their name. */
export function filter(name: string, options: Filter['options'] = NO_OPTIONS): Filter {
  return { name, values: NO_VALUES, options };
}

/** A filter whose first options are known by their position. */
export function placedFilter(name: string, values: readonly FilterValue[], options = NO_OPTIONS): Filter {
  return { name, values, options };
}

export function inputPad(input: number, stream: number | 'v' | 'a'): Pad {
  return { kind: 'input', input, stream };
}

export function link(number: number): Pad {
  return { kind: 'link', number };
}

/** The chains with more filters before what the graph makes. */
export function extended(chains: readonly Chain[], filters: readonly Filter[]): readonly Chain[] {
  return chains.map((chain) =>
    chain.to.some(({ kind }) => kind === 'out') ? { ...chain, filters: [...chain.filters, ...filters] } : chain,
  );
}

/** Collects chains and hands out the pads between them; it knows nothing of what the filters do. */
export interface GraphBuilder<Input> {
  /** Adds an input and gives back one of its streams. */
  readonly input: (input: Input, stream: number) => Pad;
  /** Adds a chain and gives back what it makes. Without filters that is what it would take. */
  readonly chain: (from: Pad, filters: readonly Filter[]) => Pad;
  /** Adds a chain that makes pictures or sound of its own. */
  readonly source: (filters: readonly Filter[]) => Pad;
  /** Adds a chain that takes several, the lowest first. */
  readonly join: (from: readonly Pad[], filters: readonly Filter[]) => Pad;
  /** The same twice. */
  readonly split: (from: Pad) => readonly [Pad, Pad];
}

/** Builds a graph. What `build` gives back goes through the last filters and is what the graph makes. */
export function buildGraph<Input>(
  build: (graph: GraphBuilder<Input>) => { readonly from: readonly Pad[]; readonly filters: readonly Filter[] },
): FilterGraph<Input> {
  const inputs: Input[] = [];
  const chains: Chain[] = [];
  let links = 0;
  const join: GraphBuilder<Input>['join'] = (from, filters) => {
    const to = link(links++);
    chains.push({ from, filters, to: [to] });
    return to;
  };
  const last = build({
    input: (input, stream) => inputPad(inputs.push(input) - 1, stream),
    chain: (from, filters) => (filters.length === 0 ? from : join([from], filters)),
    source: (filters) => join([], filters),
    join,
    split: (from) => {
      const [first, second] = [link(links++), link(links++)];
      chains.push({ from: [from], filters: [filter('split')], to: [first, second] });
      return [first, second];
    },
  });
  chains.push({ ...last, to: [OUT] });
  return { inputs, chains };
}

/** How the pads of a graph are called when it is printed, without brackets. */
export type PadNames = (pad: Pad) => string;

/** Names that hold for the graph alone: `in0:2` is stream 2 of its first input, `t0` its first link. */
export const ownNames: PadNames = (pad) => (pad.kind === 'input' ? `in${pad.input}:${pad.stream}` : linkName(pad));

/** Names for a process in which the inputs have those numbers and everything else begins with `prefix`. */
export function placedNames(inputNumbers: readonly number[], prefix: string): PadNames {
  return (pad) => (pad.kind === 'input' ? `${inputNumbers[pad.input]}:${pad.stream}` : `${prefix}${linkName(pad)}`);
}

function linkName(pad: Exclude<Pad, { readonly kind: 'input' }>): string {
  return pad.kind === 'out' ? 'out' : `t${pad.number}`;
}

/** Prints chains as `-filter_complex` takes them. */
export function printChains(chains: readonly Chain[], nameOf: PadNames = ownNames): string {
  let text = '';
  for (const { from, filters, to } of chains) {
    if (text !== '') text += ';';
    for (const pad of from) text += `[${nameOf(pad)}]`;
    text += printFilters(filters);
    for (const pad of to) text += `[${nameOf(pad)}]`;
  }
  return text;
}

/** Prints filters as `-vf` and `-af` take them. */
export function printFilters(filters: readonly Filter[]): string {
  let text = '';
  for (const { name, values, options } of filters) {
    text += text === '' ? name : `,${name}`;
    let separator = '=';
    for (const value of values) {
      text += separator + printValue(value, SPECIAL_IN_VALUE);
      separator = ':';
    }
    for (const option in options) {
      text += `${separator}${option}=${printValue(options[option] ?? '', SPECIAL_IN_OPTION)}`;
      separator = ':';
    }
  }
  return text;
}

/** What a filter's options are separated by; before an equals sign a value would be taken for a name. */
const SPECIAL_IN_VALUE = /[\\':=]|^[ \n\t\r]|[ \n\t\r]$/g;
const SPECIAL_IN_OPTION = /[\\':]|^[ \n\t\r]|[ \n\t\r]$/g;
/** What filters and chains are separated by. */
const SPECIAL_IN_GRAPH = /[\\'[\],;]|^[ \n\t\r]|[ \n\t\r]$/g;

/** What has nothing special in it, as nearly all has. */
const PLAIN = /^[\w.+\-*/()#]*$/;

/**
 * A graph is read twice, as FFmpeg's "Notes on filtergraph escaping" say: first its filters, then a filter's options.
 */
function printValue(value: FilterValue, special: RegExp): string {
  if (typeof value === 'number') return decimal(value);
  if (PLAIN.test(value)) return value;
  return value.replace(special, '\\$&').replace(SPECIAL_IN_GRAPH, '\\$&');
}

/** A number as FFmpeg reads it: never with an exponent. */
export function decimal(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(9).replace(/\.?0+$/, '');
}
