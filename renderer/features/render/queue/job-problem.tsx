import type { RenderEntry } from '#renderer/api/client/entries.ts';
import { detailText } from '#renderer/api/client/problem-words.ts';
import { sayToldPlainly } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import styles from './job-row.module.css';

/** What went wrong with a render, or what was told about it, with its places; and what the engine said. */
export function JobProblem({ render, notesShown }: { readonly render: RenderEntry; readonly notesShown: boolean }) {
  const { render: words } = useStrings();
  const { error, warnings } = render;
  const issues = [...(error?.issues ?? []), ...(notesShown ? warnings : [])];
  const log = error?.log ?? [];
  return (
    <div className={styles.problem}>
      {error !== null && issues.length === 0 && <p>{detailText(error)}</p>}
      {issues.map((issue) => (
        <p key={`${issue.code} ${issue.path} ${issue.message}`}>
          {issue.line !== null && <span className={styles.place}>{words.at(issue.line)}</span>}
          {sayToldPlainly(issue)}
        </p>
      ))}
      {log.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <pre className={`${styles.log} mono`} tabIndex={0} role="log" aria-label={words.log}>
          {log.join('\n')}
        </pre>
      )}
    </div>
  );
}
