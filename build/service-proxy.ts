import type { IncomingMessage } from 'node:http';
import type { ProxyOptions } from 'vite';
import { callNames, callOf } from '#shared/contract/contract.ts';

/**
 * For `npm run dev`: passes the calls of the service on to one that runs, with its credentials added, so that the page
 * fetches relative addresses as it does everywhere. Nothing is passed on unless `build/dev.mjs` says to where.
 */
export function serviceProxy(environment: Readonly<Record<string, string | undefined>>): {
  readonly proxy?: Record<string, ProxyOptions>;
} {
  const { SCENEWRIGHT_DEV_SERVICE: target, SCENEWRIGHT_API_KEY: key, SCENEWRIGHT_API_SECRET: secret } = environment;
  if (target === undefined) return {};
  const options: ProxyOptions = {
    target,
    changeOrigin: true,
    headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
    // The credentials are for pages of this server only. False is answered with 404.
    bypass: (request) => (isFromOwnPage(request) ? undefined : false),
    configure: (proxy) => {
      proxy.on('proxyReq', (passedOn) => {
        // They name this server, which is another origin than the service's.
        for (const name of ['origin', 'referer', 'sec-fetch-site', 'cookie']) passedOn.removeHeader(name);
      });
    },
  };
  const roots = new Set(callNames.map((name) => `/${callOf(name).path.split('/')[1]}`));
  return { proxy: Object.fromEntries([...roots].map((root) => [`^${root}(/|\\?|$)`, options])) };
}

function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  return (origin === undefined || origin === `http://${host}`) && (site === 'same-origin' || site === 'none');
}
