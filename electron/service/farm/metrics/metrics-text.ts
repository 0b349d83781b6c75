import type { Figure } from './figures.ts';

export interface MetricsText {
  readonly text: string;
  readonly contentType: string;
}

/**
 * Figures as Prometheus reads them (https://prometheus.io/docs/instrumenting/exposition_formats/, text format 0.0.4):
 * each line is a series, in front of each figure stand its help and its kind.
 */
export function metricsText(figures: readonly Figure[]): MetricsText {
  return { text: figures.map(textOf).join('\n'), contentType: 'text/plain; version=0.0.4; charset=utf-8' };
}

function textOf({ name, help, kind, label, values }: Figure): string {
  const lines = values.map(({ label: of, value }) =>
    label === null || of === null ? `${name} ${value}` : `${name}{${label}="${escaped(of)}"} ${value}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines, ''].join('\n');
}

/** A worker is called what somebody called it. */
function escaped(label: string): string {
  return label.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
