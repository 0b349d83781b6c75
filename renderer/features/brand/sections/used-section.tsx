import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { type DesignEntry, useDesigns } from '#renderer/api/queries/use-designs.ts';
import { createTemplateSaver, readTemplateText } from '#renderer/editor/saving/template-service.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { BrandColor } from '#shared/brand/brand-kit.ts';
import { brandColorPlaceholder, type LiteralBrandColor, literalBrandColors } from '#shared/brand/literal-colors.ts';
import { applyCommand } from '#shared/editing/apply-command.ts';
import { isBrandVariable } from '#shared/template/variables/variable-uses.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import styles from './brand.module.css';
import { BrandGroup, BrandRow } from './brand-group.tsx';
import type { SectionProps } from './section-props.ts';
import type { BrandUses } from './use-brand-use.ts';

/** The maximum number of listed literal colors. */
const MAX_LISTED = 6;

/** The templates and designs that use the brand, and the templates that contain its colors as literal values. */
export function UsedSection({
  project,
  kit,
  uses,
}: Omit<SectionProps, 'onChange'> & { readonly uses: BrandUses | null }) {
  const { brand: strings } = useStrings();
  const replaceColor = useBrandColor(project, kit.colours ?? []);
  const { data } = useDesigns();
  const designs = (data ?? []).filter(takesBrand).map(({ title }) => title);
  const [busy, setBusy] = useState(false);
  const all = uses?.ofTemplates ?? [];
  const literalColors = all.flatMap(({ template, byHand: colors }) => colors.map((color) => ({ template, color })));
  const names = all.filter((each) => each.usesBrand).map(({ template }) => template);
  return (
    <BrandGroup title={strings.used}>
      <BrandRow label={strings.templates}>
        <span title={names.join(', ')} className={styles.grow}>
          {uses === null || !uses.isDone
            ? strings.looking
            : uses.count === 0
              ? strings.noTemplates
              : strings.templatesCount(names.length, uses.count)}
        </span>
      </BrandRow>
      <BrandRow label={strings.designs}>
        <span title={designs.join(', ')} className={styles.grow}>
          {data === undefined ? strings.lookingDesigns : strings.designsCount(designs.length, data.length)}
        </span>
      </BrandRow>
      <BrandRow label={strings.byHand}>
        {literalColors.length === 0 ? (
          <span className={styles.grow}>{strings.nothingByHand}</span>
        ) : (
          <ul className={styles.byHand}>
            {literalColors.slice(0, MAX_LISTED).map(({ template, color }) => (
              <li key={`${template} ${color.value}`}>
                <Icon icon={TriangleAlert} size={14} className={styles.warning} />
                <i className={styles.chip} style={{ background: color.value }} aria-hidden={true} />
                <span className={styles.grow}>
                  {color.value.toLowerCase() === color.near.value.toLowerCase()
                    ? strings.isByHandIn(color.value, template)
                    : strings.byHandIn(color.value, template, color.near.name)}
                </span>
                <Button
                  size="sm"
                  disabled={busy}
                  onClick={() => {
                    setBusy(true);
                    void replaceColor(template, color).finally(() => setBusy(false));
                  }}
                >
                  {strings.use(color.near.name)}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </BrandRow>
    </BrandGroup>
  );
}

function takesBrand({ variables }: DesignEntry): boolean {
  return variables.some(({ name }) => isBrandVariable(name));
}

/**
 * Returns a function that replaces a literal color with the brand color in a saved template, which creates a revision.
 */
function useBrandColor(project: string, colours: NonNullable<SectionProps['kit']['colours']>) {
  const api = useApi();
  const toast = useToast();
  const { brand: strings } = useStrings();
  return async (template: string, color: LiteralBrandColor): Promise<void> => {
    try {
      const { text, etag } = await readTemplateText(api, { project, name: template });
      const changed = withBrandColor(text, color, colours);
      if (changed === null) return void toast.show({ message: strings.notUsed(template), tone: 'warning' });
      const outcome = await createTemplateSaver(api, { project, name: template })({
        text: changed,
        etag,
        keepalive: false,
      });
      if (outcome.kind === 'saved') toast.show(strings.usedNow(color.near.name, template));
      else toast.show({ message: strings.notUsed(template), tone: 'warning' });
    } catch (error) {
      const { title, detail } = problemWords(error);
      toast.show({ message: title, detail, tone: 'danger' });
    }
  };
}

/**
 * Replaces a literal color with the brand color in the text of a template; null if the text does not contain the
 * literal.
 */
export function withBrandColor(
  text: string,
  { value, near }: LiteralBrandColor,
  colours: readonly BrandColor[],
): string | null {
  let { source } = readTemplate(text);
  if (source === null) return null;
  // Search again, because the text can have been saved in the meantime.
  const literalColor = literalBrandColors(source.document, colours).find((color) => color.value === value);
  if (literalColor === undefined) return null;
  for (const { node, attribute: name } of literalColor.places) {
    const command = { type: 'attribute/set', node, name, value: brandColorPlaceholder(near) } as const;
    const applied = applyCommand({ source, values: new Map() }, command);
    if (!applied.ok) return null;
    source = applied.value.source;
  }
  return source.text;
}
