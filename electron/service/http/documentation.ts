import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Call, type CallBody, commonProblems } from '#shared/contract/calls/call.ts';
import { chapters } from '#shared/contract/calls/chapters.ts';
import { type CallName, callNames, callOf } from '#shared/contract/contract.ts';
import { errorCodes } from '#shared/contract/shapes/error-codes.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { ServiceError } from '../errors/service-error.ts';
import { readReferencePage, referencePageNames } from '../files/reference-pages.ts';
import { pathOf } from './request-path.ts';

/** Renders the contract as an HTML page for users. The page loads no other file. */
export function documentationPage(version: string): string {
  const byChapter = Map.groupBy(callNames, (name) => callOf(name).chapter);
  const navigation = [...byChapter].map(
    ([chapter, names]) =>
      `<p>${escapeHtml(chapter)}</p><ul>${names.map((name) => `<li><a href="#${name}">${escapeHtml(name)}</a></li>`).join('')}</ul>`,
  );
  const sections = [...byChapter].map(
    ([chapter, names]) =>
      `<h2>${escapeHtml(chapter)}</h2><p>${escapeHtml(chapters[chapter])}</p>${names.map((name) => callSection(name, callOf(name))).join('')}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Scenewright: HTTP interface</title><style>${STYLE}</style></head>
<body><nav aria-label="Calls">${navigation.join('')}<p><a href="#problems">Problems</a></p><p><a href="#limits">Limits</a></p></nav>
<main><h1>HTTP interface</h1>
<p>Version ${escapeHtml(version)}. Also available as an OpenAPI document: <a href="openapi.json">openapi.json</a>.</p>
<p>Every call except <code>/health</code> and the documentation at <code>/llms.txt</code> needs HTTP basic credentials: the API key as the user name and the API secret as the password.
Errors are <code>application/problem+json</code> (RFC 9457) with a stable <code>code</code>.</p>
${sections.join('')}
<h2 id="problems">Problems</h2><p>Any call can return ${commonProblems.map((code) => `<code>${code}</code>`).join(', ')}.</p>
${table(
  ['Code', 'Status', 'Meaning'],
  Object.entries(errorCodes).map(([code, { status, message }]) => [
    `<code>${escapeHtml(code)}</code>`,
    String(status),
    escapeHtml(message),
  ]),
)}
<h2 id="limits">Limits</h2>
${table(
  ['Limit', 'Value'],
  limitRows(serviceLimits).map(([name, value]) => [`<code>${escapeHtml(name)}</code>`, value.toLocaleString('en')]),
)}
</main></body></html>`;
}

function callSection(name: CallName, call: Call): string {
  const fields = [...fieldRows(call.parameters, 'path'), ...fieldRows(call.query, 'query')];
  const headers = call.headers.map((header) => [`<code>${escapeHtml(header)}</code>`, 'header', '']);
  const rows = [...fields, ...headers];
  const answers = Object.entries(call.answers).map(([status, answer]) => [
    status,
    escapeHtml(answer.summary),
    answer.kind === 'json' ? `<pre>${escapeHtml(schemaText(answer.schema))}</pre>` : escapeHtml(answer.kind),
  ]);
  const problems = call.problems.map((code) => `<code>${escapeHtml(code)}</code> ${errorCodes[code].status}`);
  return `<section id="${name}"><h3>${escapeHtml(call.summary)}</h3>
<p class="call"><b>${call.method}</b> <code>${escapeHtml(call.path.replace(/:(\w+)/g, '{$1}'))}</code></p>
${rows.length === 0 ? '' : table(['Parameter', 'In', 'Value'], rows)}
${call.body.kind === 'none' ? '' : `<h4>Body</h4><p>${bodyText(call.body)}</p>`}
<h4>Answers</h4>${table(['Status', 'Description', 'Content'], answers)}
${problems.length === 0 ? '' : `<p>Problems: ${problems.join(', ')}.</p>`}</section>`;
}

function fieldRows(schema: z.ZodObject, place: string): readonly (readonly string[])[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'output' });
  return Object.entries(properties).map(([name, property]) => [
    `<code>${escapeHtml(name)}</code>${required.includes(name) ? '' : ' (optional)'}`,
    place,
    escapeHtml(schemaText(property)),
  ]);
}

function bodyText(body: Exclude<CallBody, { readonly kind: 'none' }>): string {
  const limit = `At most ${body.limitBytes.toLocaleString('en')} bytes.`;
  const kinds = {
    file: 'One file, as raw bytes or as the only file of <code>multipart/form-data</code>.',
    bytes: 'Raw bytes.',
    xml: 'XML.',
    movie: 'JSON or XML.',
    json: 'JSON:',
    form: 'Form fields, <code>application/x-www-form-urlencoded</code> or <code>multipart/form-data</code>:',
  };
  return `${kinds[body.kind]} ${limit}${'schema' in body ? `<pre>${escapeHtml(schemaText(body.schema))}</pre>` : ''}`;
}

interface Limits {
  readonly [name: string]: number | Limits;
}

/** Returns the limits with their full names, such as `design.bundleBytes`. */
function limitRows(limits: Limits, prefix = ''): readonly (readonly [name: string, value: number])[] {
  return Object.entries(limits).flatMap(([name, value]) =>
    typeof value === 'number' ? [[`${prefix}${name}`, value] as const] : limitRows(value, `${prefix}${name}.`),
  );
}

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--link:light-dark(#0b57d0,#8ab4f8)}
body{margin:0;display:grid;grid-template-columns:14rem minmax(0,1fr);font:16px/1.5 system-ui,sans-serif;background:light-dark(#fff,#16181d);color:light-dark(#1b1d22,#e6e8ee)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;box-sizing:border-box;border-right:1px solid var(--line);font-size:.875rem}
nav p{margin:.75rem 0 .25rem;font-weight:600}nav ul{margin:0;padding:0 0 0 .5rem;list-style:none}
main{padding:1rem 2rem 4rem;max-width:60rem}a{color:var(--link)}h2{margin-top:3rem}
section{border-top:1px solid var(--line);padding-top:.5rem;margin-top:1.5rem}
table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line)}
code,pre{font:.875em/1.45 ui-monospace,monospace}pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}code{overflow-wrap:anywhere}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}main{padding:1rem}}
`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** Returns a table. Its cells are HTML. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = headings.map((heading) => `<th scope="col">${escapeHtml(heading)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

type Schema = z.core.JSONSchema._JSONSchema;

/** Returns a schema in a readable form: `{ name: string, size: integer }`. */
function schemaText(schema: z.ZodType | Schema): string {
  return schemaTextOf(schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: 'input' }) : schema, '');
}

function schemaTextOf(schema: Schema | undefined, indent: string): string {
  if (schema === undefined || typeof schema === 'boolean') return 'anything';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((option) => schemaTextOf(option, indent)).join(' | ');
  if (schema.prefixItems !== undefined)
    return `[${schema.prefixItems.map((prefixItem) => schemaTextOf(prefixItem, indent)).join(', ')}]`;
  if (schema.type === 'array') return `[${Array.isArray(schema.items) ? '' : schemaTextOf(schema.items, indent)}, …]`;
  if (schema.type === 'object' && schema.properties !== undefined) return objectText(schema, indent);
  if (schema.type === 'object') return `{ name: ${schemaTextOf(schema.additionalProperties, indent)} }`;
  return `${schema.type ?? 'anything'}${boundsText(schema)}${schema.description === undefined ? '' : ` (${schema.description})`}`;
}

function objectText({ properties = {}, required = [] }: z.core.JSONSchema.BaseSchema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, property]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${schemaTextOf(property, inner)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/**
 * Returns the bounds of a number. Omits the bounds of safe integers, which the schema library adds to every integer.
 */
function boundsText({ minimum, maximum }: z.core.JSONSchema.BaseSchema): string {
  const isShown = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const from = isShown(minimum) ? ` from ${minimum}` : '';
  return isShown(maximum) ? `${from} to ${maximum}` : from;
}

/** Adds the documentation for machines. It is public, because it describes only the program. */
export function addReferenceRoutes(app: FastifyInstance): void {
  for (const name of [...referencePageNames, 'language/*'])
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${name}`,
      config: { access: 'own' },
      handler: async ({ originalUrl }, reply) => {
        const page = await readReferencePage(decodeURIComponent(pathOf(originalUrl)).slice(1));
        if (page === null) throw new ServiceError('request/not-found');
        return reply.type(`${page.mimeType}; charset=utf-8`).send(page.text);
      },
    });
}
