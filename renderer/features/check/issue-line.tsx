import { CircleX, Info, TriangleAlert, Unlink } from 'lucide-react';
import type { ListedFinding, MovieIssue } from '#renderer/editor/movie-issues.ts';
import frame from '#renderer/shell/frame/frame.module.css';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';

/** The kinds of issues that are counted separately. */
export const SORTS = ['errors', 'missingFiles', 'warnings'] as const;
export type Sort = (typeof SORTS)[number];

export const LOOK = {
  errors: { icon: CircleX, tone: frame.danger },
  missingFiles: { icon: Unlink, tone: frame.danger },
  warnings: { icon: TriangleAlert, tone: frame.warning },
} as const satisfies Record<Sort, unknown>;

export function sortOf(issue: MovieIssue): Sort {
  if (issue.kind === 'missing') return 'missingFiles';
  return issue.isError ? 'errors' : 'warnings';
}

export function IssueIcon({ issue }: { readonly issue: MovieIssue }) {
  const { icon, tone } = LOOK[sortOf(issue)];
  return <Icon icon={icon} size={14} className={tone} />;
}

/** The icon of a finding, with the name of its severity for screen readers. */
export function FindingIcon({ listed: { finding } }: { readonly listed: ListedFinding }) {
  const { check } = useStrings();
  const { severity } = finding;
  const icon = severity === 'error' ? CircleX : severity === 'warning' ? TriangleAlert : Info;
  const tone = severity === 'error' ? frame.danger : severity === 'warning' ? frame.warning : undefined;
  return (
    <>
      <Icon icon={icon} size={14} className={tone} />
      <span className="visually-hidden">{check.severities[severity]}: </span>
    </>
  );
}

/** Returns the sentence of an issue. */
export function useIssueSentence(): (issue: MovieIssue) => string {
  const { app } = useStrings();
  return (issue) => {
    if (issue.kind === 'missing') return app.missingFile(issue.name);
    return issue.kind === 'problem' ? say(issue.problem, { plain: true }) : say(issue.listed.finding.says);
  };
}
