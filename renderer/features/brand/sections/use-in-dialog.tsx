import { ArrowRight, Plus } from 'lucide-react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useCreateTemplate } from '#renderer/api/queries/use-templates.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './brand.module.css';
import type { BrandUses } from './use-brand-use.ts';

export interface UseInDialogProps {
  readonly project: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly uses: BrandUses | null;
}

/** The dialog with the templates that use the brand, and a button that creates a template. */
export function UseInDialog({ project, open, onClose, uses }: UseInDialogProps) {
  const { brand: strings } = useStrings();
  const { go } = useNavigation();
  const toast = useToast();
  const create = useCreateTemplate(project);
  const names = (uses?.ofTemplates ?? []).filter((each) => each.usesBrand).map(({ template }) => template);
  const takenNames = new Set((uses?.ofTemplates ?? []).map(({ template }) => template.toLowerCase()));
  const begin = () => {
    const name = freeTemplate(strings.newName, takenNames);
    const text = brandTemplateText(strings.fontSamples.titles, strings.fontSamples.text);
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
      title={strings.useInTitle}
      description={strings.useInHint}
      footer={
        <>
          <Button onClick={onClose}>{strings.close}</Button>
          <Button variant="primary" icon={Plus} busy={create.isPending} onClick={begin}>
            {strings.newTemplate}
          </Button>
        </>
      }
    >
      {names.length === 0 ? (
        <p className={styles.hint}>{uses === null || !uses.isDone ? strings.looking : strings.useInNone}</p>
      ) : (
        <ul className={styles.list}>
          {names.map((name) => (
            <li key={name}>
              <span className={styles.grow}>{name}</span>
              <Button size="sm" iconEnd={ArrowRight} onClick={() => go({ screen: 'project', project, template: name })}>
                {strings.openTemplate(name)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function freeTemplate(name: string, takenNames: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!takenNames.has(candidate.toLowerCase())) return candidate;
  }
}

/** The attributes that make a layer's position refer to its upper left corner. */
const PLACED = 'origin="topleft" anchor="-50%, -50%"';

/**
 * Returns the text of the first template for a brand. It has a logo, a title, and a line of text, in the colors and
 * fonts of the brand.
 */
export function brandTemplateText(title: string, line: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<movie width="1920" height="1080" framerate="30">
  <resources>
    <variable name="title" type="text" default="${escaped(title)}"/>
    <variable name="line" type="text" default="${escaped(line)}"/>
    <variable name="brand_panel" type="color" default="#17181b"/>
    <variable name="brand_accent" type="color" default="#3b6fe0"/>
    <variable name="brand_on_dark" type="color" default="#ffffff"/>
    <variable name="brand_title_font" type="text" default="Noto Sans"/>
    <variable name="brand_title_weight" type="number" min="1" max="1000" default="700"/>
    <variable name="brand_text_font" type="text" default="Noto Sans"/>
    <variable name="brand_logo" type="image" default=""/>
  </resources>
  <scene duration="5s" background="\${brand_panel}">
    <solid color="\${brand_accent}" width="12%" height="8" ${PLACED} position="8%, 65%"/>
    <text content="\${title}" font="\${brand_title_font}" weight="\${brand_title_weight}" size="120" color="\${brand_on_dark}"
      width="84%" height="28%" yalign="bottom" ${PLACED} position="8%, 34%"/>
    <text content="\${line}" font="\${brand_text_font}" size="48" color="\${brand_on_dark}"
      width="84%" height="18%" ${PLACED} position="8%, 70%"/>
    <image src="\${brand_logo}" condition="\${brand_logo}" width="16%" height="18%" fit="contain" ${PLACED} position="8%, 9%"/>
  </scene>
</movie>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
