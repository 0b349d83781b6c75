import type { Call } from '#shared/contract/calls/call.ts';
import { callNames, callOf } from '#shared/contract/contract.ts';

const PLACE = /<!-- calls of (\w+) -->\n.*?<!-- end of calls -->/gs;

/**
 * Replaces each `<!-- calls of CHAPTER -->` in a page by the table of the calls in the chapter. Throws if a chapter or
 * a placeholder is missing, so that the page has every call.
 */
export function withCallTables(page: string): string {
  const chapters = Map.groupBy(callNames.map(callOf), ({ chapter }) => chapter as string);
  const placed = new Set<string>();
  const filled = page.replace(PLACE, (_place, chapter: string) => {
    const calls = chapters.get(chapter);
    if (calls === undefined) throw new Error(`The contract has no chapter ${chapter}.`);
    placed.add(chapter);
    return `<!-- calls of ${chapter} -->\n\n${callTable(calls)}\n\n<!-- end of calls -->`;
  });
  const missing = [...chapters.keys()].filter((chapter) => !placed.has(chapter));
  if (missing.length > 0) throw new Error(`The page has no place for the calls of ${missing.join(', ')}.`);
  return filled;
}

function callTable(calls: readonly Call[]): string {
  const rows = calls.map(({ method, path, summary }) => {
    return `| \`${method} ${path.replace(/:(\w+)/g, '{$1}')}\` | ${summary.replaceAll('|', '\\|')} |`;
  });
  return ['| call | description |', '| --- | --- |', ...rows].join('\n');
}
