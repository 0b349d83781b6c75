import { ArrowRight, Plus } from 'lucide-react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useCreateTemplate } from '#renderer/api/queries/use-templates.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { brandTemplateText } from '../model/brand-template.ts';
import type { BrandUses } from '../model/use-brand-use.ts';
import styles from './brand.module.css';

export interface UseInDialogProps {
  readonly project: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly uses: BrandUses | null;
}

/** The templates that take the brand, and a way to begin one that does. */
export function UseInDialog({ project, open, onClose, uses }: UseInDialogProps) {
  const { brand: words } = useStrings();
  const { go } = useNavigation();
  const toast = useToast();
  const create = useCreateTemplate(project);
  const names = (uses?.ofTemplates ?? []).filter((each) => each.usesBrand).map(({ template }) => template);
  const taken = new Set((uses?.ofTemplates ?? []).map(({ template }) => template.toLowerCase()));
  const begin = () => {
    const name = freeTemplate(words.newName, taken);
    const text = brandTemplateText(words.fontSamples.titles, words.fontSamples.text);
    create.mutate(
      { name, text },
      {
        onSuccess: () => go({ screen: 'project', project, template: name }),
        onError: (error) => {
          const { title, detail } = problemWords(error);
          toast.show({ message: title, detail, tone: 'danger' });
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.useInTitle}
      description={words.useInHint}
      footer={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button variant="primary" icon={Plus} busy={create.isPending} onClick={begin}>
            {words.newTemplate}
          </Button>
        </>
      }
    >
      {names.length === 0 ? (
        <p className={styles.hint}>{uses === null || !uses.isDone ? words.looking : words.useInNone}</p>
      ) : (
        <ul className={styles.list}>
          {names.map((name) => (
            <li key={name}>
              <span className={styles.grow}>{name}</span>
              <Button size="sm" iconEnd={ArrowRight} onClick={() => go({ screen: 'project', project, template: name })}>
                {words.openTemplate(name)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function freeTemplate(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
