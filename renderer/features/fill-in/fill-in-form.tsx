import { Braces } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { selectVariables } from '#renderer/editor/selectors.ts';
import type { TextSizes } from '#renderer/playback/compose/text-sizes.ts';
import { AutomaticBanner } from '#renderer/project/sample-field.tsx';
import { groupsOf, variableOverview } from '#renderer/project/variable-rows.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { ScrollArea } from '#renderer/ui/layout/scroll-area.tsx';
import type { NodeId } from '#shared/template/document/document.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { framedLayers } from '#shared/timeline/boxes.ts';
import { FillField } from './fill-field.tsx';
import styles from './fill-in.module.css';
import { formFields } from './form-fields.ts';

export interface FillInFormProps {
  /** The measured sizes of texts, as in the engine; undefined until the preview provides them. */
  readonly texts: TextSizes | undefined;
  /** The element that contains the fields. */
  readonly form: RefObject<HTMLDivElement | null>;
  /** The commands for the film, which stay visible below the fields. */
  readonly children: ReactNode;
}

/** The template as a form: one field per variable, grouped by the declarations. */
export function FillInForm({ texts, form, children }: FillInFormProps) {
  const { fillIn: strings } = useStrings();
  const variables = useEditorValue(({ document }) => selectVariables(document.state));
  const root = useEditorValue(({ document }) => document.state.document.root);
  const findings = useEditorValue(({ document }) => document.state.findings);
  const values = useEditorValue(({ document }) => document.state.given);
  const brand = useEditorValue(({ document }) => document.state.brand);
  const fields = useMemo(
    () => formFields(variableOverview(variables, findings, values, brand).rows, declarationsIn(root).keys()),
    [root, variables, findings, values, brand],
  );
  const cutTexts = useCutTexts(texts);
  return (
    <div ref={form} className={styles.form}>
      <ScrollArea className={styles.body}>
        <AutomaticBanner />
        {fields.length === 0 ? (
          <EmptyState icon={Braces} title={strings.nothingToFill} hint={strings.nothingToFillHint} />
        ) : (
          groupsOf(fields).map(([heading, group]) => (
            <section key={heading ?? ''} className={styles.section} aria-label={heading ?? strings.values}>
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

const NONE: ReadonlySet<NodeId> = new Set();

/** Returns the text layers with variables whose current text does not fit the box. */
function useCutTexts(texts: TextSizes | undefined): ReadonlySet<NodeId> {
  const movie = useEditorValue(({ document }) => document.state.movie);
  const variables = useEditorValue(({ document }) => selectVariables(document.state));
  const [layoutRevision, setLayoutRevision] = useState(0);
  useEffect(() => texts?.subscribe(() => setLayoutRevision((count) => count + 1)), [texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout of the texts can change the result
  return useMemo(() => {
    if (texts === undefined || movie === null) return NONE;
    const nodes = new Set(variables.flatMap(({ uses }) => uses.map(({ node }) => node)));
    return new Set(
      framedLayers(movie).flatMap(({ layer, frame }) =>
        layer.kind === 'text' && nodes.has(layer.id) && texts.overflows(movie, layer, frame) ? [layer.id] : [],
      ),
    );
  }, [texts, movie, variables, layoutRevision]);
}
