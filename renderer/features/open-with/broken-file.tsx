import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { newTemplateText } from '#renderer/common/projects/new-template-text.ts';
import { leaveForMending } from '#renderer/shell/window/left-text.ts';
import { rememberMode } from '#renderer/shell/window/use-editor-layout.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { sayTold } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import type { Problem } from '#shared/template/document/problem.ts';
import { saveTemplateFile } from './open-template-file.ts';
import styles from './open-with.module.css';
import { TargetField } from './target-field.tsx';
import { useTarget } from './use-target.ts';

export interface BrokenFileProps {
  readonly title: string;
  readonly name: string;
  readonly problems: readonly Problem[];
  readonly text: string | null;
  readonly onClose: () => void;
}

const most = 20;

/** A file that is no template yet: what is wrong with it, and where; its text can be mended in the XML view. */
export function BrokenFile({ title, name, problems, text, onClose }: BrokenFileProps) {
  const { openWith: words, kit } = useStrings();
  const api = useApi();
  const { go } = useNavigation();
  const target = useTarget(name);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async () => {
    if (busy || text === null) return;
    setBusy(true);
    try {
      const body = newTemplateText({ width: 1920, height: 1080, frameRate: '25' });
      const saved = await saveTemplateFile(api, target.target, { name, body });
      await leaveForMending({ project: saved.project, template: saved.template, text });
      rememberMode('xml');
      go({ screen: 'project', ...saved });
      onClose();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={words.broken(problems.length)}
      onSubmit={() => void open()}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          {text !== null && (
            <Button type="submit" variant="primary" busy={busy}>
              {words.mend}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <ul className={styles.problems} aria-label={words.problems}>
          {problems.slice(0, most).map((problem, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={index}>
              <Icon icon={CircleX} size={14} />
              <span>
                {problem.line !== null && problem.column !== null && (
                  <span className={`${styles.place} tabular`}>{words.place(problem.line, problem.column)}</span>
                )}{' '}
                {sayTold(problem).replaceAll('`', '')}
              </span>
            </li>
          ))}
        </ul>
        {problems.length > most && <p className={styles.hint}>{words.more(problems.length - most)}</p>}
        {text === null ? (
          <p className={styles.hint}>{words.noText}</p>
        ) : (
          <>
            <TargetField target={target} name={name} />
            <p className={styles.hint}>{words.mendHint}</p>
          </>
        )}
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
