import { ArrowRight } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useEditor, useEditorValue, useStableValue } from '#renderer/editor/editor-context.tsx';
import { goToNode, nextUse } from '#renderer/editor/go-to-use.ts';
import { selectVariables } from '#renderer/editor/selectors.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { needsValue, type Variable } from '#shared/resolve/variables.ts';
import { elementsOf, type NodeId, type TemplateDocument } from '#shared/template/document/document.ts';
import styles from './inspector.module.css';

/** The variables that elements and their descendants use. */
export function UsedVariables({ nodes }: { readonly nodes: readonly NodeId[] }) {
  const { inspector } = useStrings();
  const variables = useEditorValue(({ document }) => selectVariables(document.state));
  const idsInside = useCallback((document: TemplateDocument) => idsOf(document, nodes), [nodes]);
  const innerIds = useStableValue(({ document }) => document, idsInside, isEqual);
  const usedVariables = useMemo(
    () => variables.filter(({ uses }) => uses.some(({ node }) => innerIds.has(node))),
    [variables, innerIds],
  );
  if (usedVariables.length === 0) return null;
  return (
    <section aria-label={inspector.variablesHere}>
      <div className={`${styles.section} ${styles.line}`}>
        <h2>{inspector.variablesHere}</h2>
        <span className={`${styles.count} tabular`}>{usedVariables.length}</span>
      </div>
      {usedVariables.map((variable) => (
        <UsedVariable key={variable.name} variable={variable} />
      ))}
    </section>
  );
}

/** Returns the ids of elements and of all their descendants. */
function idsOf(document: TemplateDocument, nodes: readonly NodeId[]): ReadonlySet<NodeId> {
  const { elements } = indexOf(document);
  const nodeElements = nodes.flatMap((id) => elements.get(id)?.element ?? []);
  return new Set(nodeElements.flatMap((element) => [...elementsOf(element)].map(({ id }) => id)));
}

function UsedVariable({ variable }: { readonly variable: Variable }) {
  const { inspector } = useStrings();
  const { name, uses, default: fallback } = variable;
  const editor = useEditor();
  const hasSample = useEditorValue(({ document }) => Object.hasOwn(document.state.given, name));
  const isBranded = useEditorValue(({ document }) => Object.hasOwn(document.state.brand, name));
  const isNeeded = needsValue(variable);
  const isUnset = !hasSample && !isBranded && fallback === null;
  const without = isNeeded ? inspector.unset : inspector.unneeded;
  const state = hasSample
    ? inspector.sampleSet
    : isBranded
      ? inspector.brandSet
      : fallback === null
        ? without
        : inspector.defaultSet;
  return (
    <div className={styles.variable}>
      <VariableChip name={name} unset={isUnset && isNeeded} onClick={() => editor.views.screen?.setTab('variables')} />
      <span className={styles.cut}>{inspector.usesAndState(uses.length, state)}</span>
      <IconButton
        icon={ArrowRight}
        label={inspector.nextUse(name)}
        size="sm"
        iconSize={14}
        onClick={() => {
          const { document, selection } = editor.document.state;
          const next = nextUse(document, uses, selection);
          if (next !== null) goToNode(editor, next.node);
        }}
      />
    </div>
  );
}
