import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { metricsOf } from '#service/farm/metrics.ts';
import { pretendedStatus } from '#service/farm/protocol/testing/pretended-farm.ts';
import { readFarmConfig } from '#service/farm/settings/read-farm-config.ts';
import { parseWorkerArguments } from '#service/farm/worker/worker-arguments.ts';
import { health } from '#shared/contract/shapes/health-shape.ts';

/** Returns the documents of a YAML file. */
async function documentsIn<Document>(name: string): Promise<readonly Document[]> {
  const text = await readFile(join(import.meta.dirname, name), 'utf8');
  return text.split(/^---$/m).map((document) => parseYaml(document) as Document);
}

async function documentIn<Document>(name: string): Promise<Document> {
  const [document] = await documentsIn<Document>(name);
  if (document === undefined) throw new Error(`${name} is empty`);
  return document;
}

/** The names of all metrics that a service in a farm exports. */
const figures = new Set(
  metricsOf({
    version: '1.2.3',
    counts: { queued: 0, working: { fetching: 0, rendering: 0, uploading: 0 }, oldestSeconds: null },
    ended: { succeeded: 0, failed: 0, cancelled: 0, frames: 0, scenes: 0, scenesReused: 0 },
    framesPerSecond: 0,
    farm: pretendedStatus(),
    uploadsWaiting: 0,
  }).map(({ name }) => name),
);

interface Variable {
  readonly name: string;
  readonly value?: string;
}

interface Deployment {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly replicas?: number;
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: object;
        readonly containers: readonly {
          readonly args: readonly string[];
          readonly env: readonly Variable[];
          readonly resources: { readonly limits: Readonly<Record<'cpu' | 'memory', string>> };
          readonly securityContext: object;
        }[];
      };
    };
  };
}

interface Scaling {
  readonly spec: {
    readonly scaleTargetRef: { readonly name: string };
    readonly triggers: readonly {
      readonly type: string;
      readonly metadata: Readonly<Record<string, string>>;
      readonly authenticationRef?: { readonly name: string };
    }[];
  };
}

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly annotations: object }[];
  }[];
}

describe('workers in a cluster', () => {
  test('workers start with valid arguments and drain before they end', async () => {
    const { spec } = await documentIn<Deployment>('kubernetes/worker.yaml');
    const pod = spec.template.spec;
    const [container] = pod.containers;
    if (container === undefined) throw new Error('no container');
    const [command, ...args] = container.args;
    expect(command).toBe('worker');
    const parsed = parseWorkerArguments(args);
    if (!parsed.ok || parsed.value === 'help') throw new Error('the worker does not start so');
    const { cores, memory, drainMilliseconds } = parsed.value;
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(drainMilliseconds);
    expect(cores).toBe(Number(container.resources.limits.cpu));
    expect(memory ?? 0).toBeLessThan(Number.parseFloat(container.resources.limits.memory) * 2 ** 30);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    const farm = await readFarmConfig({ arguments: {}, environment, readFile: async (path) => path, stored: null });
    expect(farm).toMatchObject({
      ok: true,
      value: { config: { queue: { username: 'farm', password: '/etc/scenewright/queue_password' } } },
    });
  });

  test('are scaled by exported metrics', async () => {
    const [, scaling] = await documentsIn<Scaling>('kubernetes/keda.yaml');
    const { metadata } = await documentIn<Deployment>('kubernetes/worker.yaml');
    if (scaling === undefined) throw new Error('no scaling');
    expect(scaling.spec.scaleTargetRef.name).toBe(metadata.name);
    const [queued, running] = scaling.spec.triggers;
    expect(figures).toContain(queued?.metadata['valueLocation']);
    expect(queued).toMatchObject({ metadata: { authMode: 'basic' }, authenticationRef: { name: 'scenewright-api' } });
    // KEDA reads /health, which needs no credentials.
    const [object = '', field = ''] = (running?.metadata['valueLocation'] ?? '').split('.');
    expect([object, Object.keys(health.shape.queue.shape)]).toEqual(['queue', expect.arrayContaining([field])]);
  });
});

test('an alert uses exported metrics and has a description', async () => {
  const { groups } = await documentIn<Alerts>('monitoring/alerts.yml');
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(5);
  for (const { alert, expr, annotations } of rules) {
    const named = [...expr.matchAll(/scenewright_\w+/g)].map(([name]) => name);
    expect([alert, named.filter((name) => !figures.has(name))]).toEqual([alert, []]);
    expect(annotations).toEqual({ summary: expect.any(String), description: expect.any(String) });
  }
});
