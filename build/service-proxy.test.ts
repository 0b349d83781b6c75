import { expect, test } from 'vitest';
import { callNames, callOf } from '#shared/contract/contract.ts';
import { serviceProxy } from './service-proxy.ts';

const environment = {
  SCENEWRIGHT_DEV_SERVICE: 'http://127.0.0.1:7420',
  SCENEWRIGHT_API_KEY: 'key',
  SCENEWRIGHT_API_SECRET: 'secret',
};

test('has no proxy without an address', () => {
  expect(serviceProxy({})).toEqual({});
});

test('proxies every call with credentials, but not the page', () => {
  const { proxy = {} } = serviceProxy(environment);
  const isPassedOn = (path: string) => Object.keys(proxy).some((pattern) => new RegExp(pattern).test(path));
  expect(callNames.filter((name) => !isPassedOn(callOf(name).path))).toEqual([]);
  expect(['/', '/app/main.tsx', '/v1.css', '/documents/a.ts'].filter(isPassedOn)).toEqual([]);
  for (const { headers } of Object.values(proxy))
    expect(headers).toEqual({ authorization: `Basic ${btoa('key:secret')}` });
});
