import type { Figure } from './figures.ts';

export interface MetricsText {
  readonly text: string;
  readonly contentType: string;
}

/**
 * Figures as Prometheus reads them. The library is loaded when somebody asks first; its registry is made anew each
 * time, so that nothing is kept of workers that are gone.
 */
export async function metricsText(figures: readonly Figure[]): Promise<MetricsText> {
  const { Counter, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  for (const { name, help, kind, label, values } of figures) {
    const options = { name, help, labelNames: label === null ? [] : [label], registers: [registry] };
    const metric = kind === 'counter' ? new Counter(options) : new Gauge(options);
    for (const { label: of, value } of values) {
      if (label === null || of === null) metric.inc(value);
      else metric.inc({ [label]: of }, value);
    }
  }
  return { text: await registry.metrics(), contentType: registry.contentType };
}
