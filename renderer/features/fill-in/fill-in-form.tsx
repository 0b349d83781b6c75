import { Braces } from 'lucide-react';
import { type ReactNode, type RefObject, useMemo } from 'react';
import { groupsOf } from '#renderer/common/values/asked.ts';
import { AutomaticBanner } from '#renderer/common/values/automatic-banner.tsx';
import { variableOverview } from '#renderer/common/values/variable-rows.ts';
import type { TextSizes } from '#renderer/film/compose/text-sizes.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectVariables } from '#renderer/state/selectors.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { FillField } from './fill-field.tsx';
import styles from './fill-in.module.css';
import { askedFields } from './model/asked-fields.ts';
import { useCutTexts } from './use-cut-texts.ts';

export interface FillInFormProps {
  /** Sets texts as the engine does; undefined until the preview can. */
  readonly texts: TextSizes | undefined;
  /** Fields are looked for within. */
  readonly form: RefObject<HTMLDivElement | null>;
  /** What can be done with the values; stays in sight below them. */
  readonly children: ReactNode;
}

/** The film as questions: each variable once, in the groups of its declarations. */
export function FillInForm({ texts, form, children }: FillInFormProps) {
  const { fillIn: words } = useStrings();
  const variables = useEditor(selectVariables);
  const root = useEditor((state) => state.document.root);
  const findings = useEditor((state) => state.findings);
  const values = useEditor((state) => state.given);
  const brand = useEditor((state) => state.brand);
  const fields = useMemo(
    () => askedFields(variableOverview(variables, findings, values, brand).rows, declarationsIn(root).keys()),
    [root, variables, findings, values, brand],
  );
  const cutTexts = useCutTexts(texts);
  return (
    <div ref={form} className={styles.form}>
      <ScrollArea className={styles.body}>
        <AutomaticBanner />
        {fields.length === 0 ? (
          <EmptyState icon={Braces} title={words.nothingToFill} hint={words.nothingToFillHint} />
        ) : (
          groupsOf(fields).map(([heading, group]) => (
            <section key={heading ?? ''} className={styles.section} aria-label={heading ?? words.values}>
              {heading !== null && <h2 className={styles.heading}>{heading}</h2>}
              {group.map((field) => (
                <FillField key={field.variable.name} field={field} cutTexts={cutTexts} />
              ))}
            </section>
          ))
        )}
      </ScrollArea>
      <div className={styles.footer}>{children}</div>
    </div>
  );
}
