import { CloudOff, FileX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemCode, problemText, problemWords } from '#renderer/api/client/problem-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';

export interface TemplateFailureProps {
  readonly error: unknown;
  /** Opens the template again. For a deleted template, the button is hidden. */
  readonly onRetry: () => void;
  /** Additional buttons. */
  readonly children?: ReactNode;
}

/** The content of a screen whose template could not be opened: the reason, and buttons to continue. */
export function TemplateFailure({ error, onRetry, children }: TemplateFailureProps) {
  const { app } = useStrings();
  const isMissing = isMissingTemplate(error);
  return (
    <EmptyState
      icon={isMissing ? FileX2 : CloudOff}
      title={isMissing ? app.templateMissing : problemWords(error).title}
      hint={problemText(error)}
    >
      {!isMissing && <Button onClick={onRetry}>{app.retry}</Button>}
      {children}
    </EmptyState>
  );
}

/** Returns whether an error means that the template or its project does not exist. */
export function isMissingTemplate(error: unknown): boolean {
  return ['template/not-found', 'project/not-found'].includes(problemCode(error) ?? '');
}
