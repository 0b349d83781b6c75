import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleX, Lightbulb, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { Problem } from '#shared/template/document/problem.ts';
import type { XmlEditor } from './editor/xml-editor.ts';
import styles from './problem-list.module.css';

const ROW_HEIGHT = 28;
const MAX_ROWS = 4;

interface ProblemListProps {
  readonly editor: XmlEditor;
  readonly onGoTo: (problem: Problem) => void;
}

/** The problems of the template. A click moves the cursor to a problem. */
export function ProblemList({ editor, onGoTo }: ProblemListProps) {
  const { xmlView: strings } = useStrings();
  const problems = useEditorValue(({ document }) => document.state.problems);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: problems.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  if (problems.length === 0) return null;
  return (
    <div
      ref={scroller}
      className={styles.list}
      style={{ height: Math.min(MAX_ROWS, problems.length) * ROW_HEIGHT + 1 }}
    >
      <ul className={styles.rows} aria-label={strings.problems} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const problem = problems[index];
          return problem === undefined ? null : (
            <li key={index} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
              <ProblemRow editor={editor} problem={problem} onGoTo={onGoTo} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function ProblemRow({ editor, problem, onGoTo }: ProblemListProps & { readonly problem: Problem }) {
  const { xmlView: strings } = useStrings();
  const { severity, line, column } = problem;
  const fixes = editor.fixesOf(problem);
  const sentence = say(problem).replaceAll('`', '');
  return (
    <>
      <button
        type="button"
        className={styles.problem}
        title={sentence}
        aria-label={line === null || column === null ? sentence : strings.problemAt(sentence, line, column)}
        onClick={() => onGoTo(problem)}
      >
        <Icon
          icon={severity === 'error' ? CircleX : TriangleAlert}
          size={14}
          className={severity === 'error' ? styles.error : styles.warning}
        />
        <span className={styles.message}>{sentence}</span>
        {line !== null && (
          <span className={styles.place}>
            {line}:{column}
          </span>
        )}
      </button>
      {fixes.length > 0 && (
        <Menu
          align="end"
          side="top"
          trigger={
            <IconButton
              icon={Lightbulb}
              label={strings.fix}
              keys="Mod+."
              size="sm"
              iconSize={14}
              className={styles.fix}
            />
          }
          entries={fixes.map((fix, index) => ({
            kind: 'command',
            id: String(index),
            label: strings.fixAction(fix.action),
            run: () => editor.applyFix(fix),
          }))}
        />
      )}
    </>
  );
}
