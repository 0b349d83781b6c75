import type { Delimiter } from '#shared/batch/guess-form.ts';
import type { ReadTable, TableChoices, TableFault } from '#shared/batch/read-table.ts';
import { FIRST_ROWS } from '#shared/contract/calls/tables.ts';
import type { ErrorCode } from '#shared/contract/shapes/error-codes.ts';
import { issueOf, ServiceError } from '../errors/service-error.ts';
import type { ByteBody, CallRequest, HandlersOf } from '../http/handler.ts';
import { readAnyTable } from '../tables/read-any-table.ts';
import { faultText } from '../tables/table-fault.ts';
import type { TaskFault } from '../tables/table-task.ts';

const DELIMITERS = { comma: ',', semicolon: ';', bar: '|', tab: '\t' } as const satisfies Record<string, Delimiter>;
type DelimiterName = keyof typeof DELIMITERS;

/** Reads tables. Nothing is stored. */
export function tableHandlers(): HandlersOf<'readTable'> {
  return {
    readTable: async ({ query, body, signal }) => {
      const read = await readAnyTable(
        {
          ...{ bytes: await bytesOf(body), choices: choicesOf(query), isList: query.list === true },
          ...{ variables: [], columnPattern: 'column #' },
        },
        signal,
      );
      if (!read.ok) throw refusalOf(read.error);
      return { status: 200, json: answerOf(read.value, query.rows ?? FIRST_ROWS) };
    },
  };
}

async function bytesOf({ stream }: ByteBody): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

function choicesOf(query: CallRequest<'readTable'>['query']): TableChoices {
  const { sheet = null, header, hidden = false, merged = false, language = null, encoding = null, delimiter } = query;
  return {
    ...{ sheet, hidden, merged, language, encoding },
    delimiter: delimiter === undefined ? null : DELIMITERS[delimiter],
    header: header === undefined ? null : header !== 'none',
    headerRow: typeof header === 'number' ? header : null,
  };
}

function refusalOf(error: TaskFault): ServiceError {
  if (error.kind === 'error') return new ServiceError(error.code, error.says);
  return new ServiceError(codeOf(error.fault), `The file${faultText(error.fault)}`);
}

function codeOf({ kind }: TableFault): ErrorCode {
  if (kind === 'too-much') return 'table/too-large';
  return kind === 'empty' ? 'table/empty' : 'table/unreadable';
}

function answerOf(read: ReadTable, count: number): object {
  const { table, form, headerLine, ragged, blankLines, repeated, repeatedColumns, otherMembers } = read;
  const { sheets = [], lines = [], notes = [] } = read;
  const name = (Object.keys(DELIMITERS) as DelimiterName[]).find((each) => DELIMITERS[each] === form.delimiter);
  return {
    kind: form.sheet !== undefined ? 'sheet' : form.delimiter === null ? 'json' : 'text',
    ...{ sheets, sheet: form.sheet ?? null, encoding: form.encoding, delimiter: name ?? null, headerLine },
    ...{ columns: table.columns, count: table.rows.length, rows: table.rows.slice(0, count) },
    typed: table.typed?.slice(0, count) ?? [],
    lines: lines.slice(0, count),
    ...{ ragged, blankLines, repeated, repeatedColumns, otherMembers },
    notes: notes.map((says) => issueOf('table/note', says, { severity: 'warning' })),
  };
}
