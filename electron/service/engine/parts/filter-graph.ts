/** An FFmpeg filter. Its options are printed in insertion order. */
export interface Filter {
  readonly name: string;
  /** Positional options. */
  readonly values: readonly FilterValue[];
  /** Named options, which follow the positional ones. */
  readonly options: Readonly<Record<string, FilterValue>>;
}

/**
 * The value of an option. Text is escaped so that FFmpeg reads exactly this text. A number is printed with at most nine
 * decimals and no exponent.
 */
export type FilterValue = string | number;

/** An input or an output of a chain. */
export type Pad =
  /**
   * A stream of an input of the graph: its index, or `v` or `a` for the input's first video or audio stream. Inputs and
   * streams are counted from zero.
   */
  | { readonly kind: 'input'; readonly input: number; readonly stream: number | 'v' | 'a' }
  /** The output of one chain that another chain reads. */
  | { readonly kind: 'link'; readonly number: number }
  /** The output of the whole graph. */
  | { readonly kind: 'out' };

/** Filters in sequence. */
export interface Chain {
  /** The inputs; empty if the first filter is a source. */
  readonly from: readonly Pad[];
  readonly filters: readonly Filter[];
  readonly to: readonly Pad[];
}

/** The first of two passes of an encoder. */
export interface FirstPass {
  /** The name of the statistics. Passes with equal names have equal frames. */
  readonly statistics: string;
  /** The encoder and its options in the first pass. */
  readonly analysis: readonly string[];
}

/** A graph with its inputs. The last chain ends in `out`. */
export interface FilterGraph<Input> {
  readonly inputs: readonly Input[];
  readonly chains: readonly Chain[];
}

export const OUT: Pad = { kind: 'out' };
const NO_VALUES: readonly FilterValue[] = [];
const NO_OPTIONS: Filter['options'] = {};

/** Creates a filter whose options are all named. */
export function filter(name: string, options: Filter['options'] = NO_OPTIONS): Filter {
  return { name, values: NO_VALUES, options };
}

/** Creates a filter with positional options first. */
export function placedFilter(name: string, values: readonly FilterValue[], options = NO_OPTIONS): Filter {
  return { name, values, options };
}

export function inputPad(input: number, stream: number | 'v' | 'a'): Pad {
  return { kind: 'input', input, stream };
}

export function link(number: number): Pad {
  return { kind: 'link', number };
}

/** Returns the chains with these filters before the output of the graph. */
export function appendFilters(chains: readonly Chain[], filters: readonly Filter[]): readonly Chain[] {
  return chains.map((chain) =>
    chain.to.some(({ kind }) => kind === 'out') ? { ...chain, filters: [...chain.filters, ...filters] } : chain,
  );
}

/** Collects chains and creates the pads between them. */
export interface GraphBuilder<Input> {
  /** Adds an input and returns one of its streams. */
  readonly input: (input: Input, stream: number) => Pad;
  /** Adds a chain and returns its output. Returns `from` if the chain is empty. */
  readonly chain: (from: Pad, filters: readonly Filter[]) => Pad;
  /** Adds a chain that starts with a source filter. */
  readonly source: (filters: readonly Filter[]) => Pad;
  /** Adds a chain with several inputs, the lowest first. */
  readonly join: (from: readonly Pad[], filters: readonly Filter[]) => Pad;
  /** Splits a stream into two copies. */
  readonly split: (from: Pad) => readonly [Pad, Pad];
}

/** Builds a graph. The pads that `build` returns pass through its last filters to the output. */
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

/** A function that returns the printed name of a pad, without brackets. */
export type PadNames = (pad: Pad) => string;

/** Returns the name of a pad in a standalone graph: `in0:2` is stream 2 of the first input, `t0` is the first link. */
export const localPadNames: PadNames = (pad) => (pad.kind === 'input' ? `in${pad.input}:${pad.stream}` : linkName(pad));

/**
 * Returns pad names for a process with several graphs. An input is numbered within the process, and all other names
 * start with `prefix`.
 */
export function numberedPadNames(inputNumbers: readonly number[], prefix: string): PadNames {
  return (pad) => (pad.kind === 'input' ? `${inputNumbers[pad.input]}:${pad.stream}` : `${prefix}${linkName(pad)}`);
}

function linkName(pad: Exclude<Pad, { readonly kind: 'input' }>): string {
  return pad.kind === 'out' ? 'out' : `t${pad.number}`;
}

/** Prints chains for `-filter_complex`. */
export function printChains(chains: readonly Chain[], nameOf: PadNames = localPadNames): string {
  let text = '';
  for (const { from, filters, to } of chains) {
    if (text !== '') text += ';';
    for (const pad of from) text += `[${nameOf(pad)}]`;
    text += printFilters(filters);
    for (const pad of to) text += `[${nameOf(pad)}]`;
  }
  return text;
}

/** Prints filters for `-vf` and `-af`. */
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

/**
 * The special characters of a positional value. They include the equals sign, because FFmpeg would read a value with it
 * as a named option.
 */
const SPECIAL_IN_VALUE = /[\\':=]|^[ \n\t\r]|[ \n\t\r]$/g;
const SPECIAL_IN_OPTION = /[\\':]|^[ \n\t\r]|[ \n\t\r]$/g;
/** The characters that separate filters and chains. */
const SPECIAL_IN_GRAPH = /[\\'[\],;]|^[ \n\t\r]|[ \n\t\r]$/g;

/** Matches values without special characters. Nearly all values match. */
const PLAIN = /^[\w.+\-*/()#]*$/;

/**
 * Prints a value. FFmpeg unescapes it twice ("Notes on filtergraph escaping"): when it parses the graph, and when it
 * parses the options of the filter.
 */
function printValue(value: FilterValue, special: RegExp): string {
  if (typeof value === 'number') return decimal(value);
  if (PLAIN.test(value)) return value;
  return value.replace(special, '\\$&').replace(SPECIAL_IN_GRAPH, '\\$&');
}

/** Prints a number without an exponent, as FFmpeg requires. */
export function decimal(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(9).replace(/\.?0+$/, '');
}
