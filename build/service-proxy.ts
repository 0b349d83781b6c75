import type { IncomingMessage } from 'node:http';
import type { ProxyOptions } from 'vite';
import { callNames, callOf } from '#shared/contract/contract.ts';

/**
 * The proxy of `npm run dev`. It forwards the calls of the page to a running service and adds the credentials of the
 * service, so that the page can use relative addresses. It is off unless `build/dev.mjs` sets the address.
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
    // Only pages of this server may use the credentials. `false` answers all other requests with the status 404.
    bypass: (request) => (isFromOwnPage(request) ? undefined : false),
    configure: (proxy) => {
      proxy.on('proxyReq', (passedOn) => {
        // Remove these headers: they belong to the origin of this server, which differs from the origin of the service.
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
