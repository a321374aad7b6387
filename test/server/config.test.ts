import { describe, expect, test } from 'bun:test';
import { parseOptions } from '../../src/options.ts';
import { SETTINGS } from '../../src/server/config.ts';

const read = (...flags: string[]) => parseOptions(SETTINGS, flags, {}).values;

describe.each(['--trust-proxy', '--trust-network'])('%s', (flag) => {
  test.each(['::ffff:10.0.0.0/8', '10.0.0.1/8', '2001:db8::1/64'])('refuses %s, and says why', (network) => {
    expect(() => read(flag, `127.0.0.1, ${network}`)).toThrow(
      `takes networks such as 10.0.0.0/8,::1, not '${network}'; give the first address of the network, or a single address without /`,
    );
  });
});

describe('--public-url', () => {
  test.each(['https://food.example', 'https://food.example/', 'http://127.0.0.1:8080'])('takes %s', (url) => {
    expect(read('--public-url', url)['public-url']).toBe(new URL(url).origin);
  });

  test.each(['https://food.example/base/', 'https://food.example/?a=1', 'https://me:secret@food.example'])(
    'refuses %s, since its pages could not be reached there',
    (url) => {
      expect(() => read('--public-url', url)).toThrow(
        '--public-url takes an address without a path or a user, such as https://food.example',
      );
    },
  );
});

describe('--limits-store', () => {
  test.each([
    'redis://host',
    'redis://host/',
    'redis://me:secret@host:6379/15',
    'rediss://[::1]:6379/1',
    'REDIS://10.0.0.5:6379',
    'redis+unix:///run/redis.sock',
  ])('takes %s', (url) => {
    expect(read('--limits-store', url)['limits-store']).toBe(url);
  });

  const [NUMBER, NO_HOST, PATH] = [
    'only the number of a database may follow the host',
    'this one names no host',
    'three slashes and the path of a socket must follow',
  ];
  test.each([
    ['redis://me:secret@127.0.0.1:9110/x', NUMBER],
    ['redis://host/1/2', NUMBER],
    ['redis://host/-1', NUMBER],
    ['redis://host/%31', NUMBER],
    ['redis://host/99999999999', NUMBER],
    ['redis://', NO_HOST],
    ['rediss:///0', NO_HOST],
    ['redis://one,two', 'this one names several hosts'],
    ['redis://host:0', 'port 0 cannot be connected to'],
    ['redis://host?password=secret', 'nothing may follow ? or #'],
    ['redis:host', 'this is not one'],
    ['redis+unix:/socket', 'this is not one'],
    ['http://host', 'this is not one'],
    ['redis://:secret@/0', 'this is not one'],
    ['redis+unix://', PATH],
    ['redis+unix:///', PATH],
    ['redis+unix://host/socket', PATH],
  ])('refuses %s, with the reason and without its secrets', (url, fault) => {
    const message = `--limits-store takes a URL such as redis://host:6379, rediss://host:6379 or redis+unix:///path; ${fault}`;
    expect(() => read('--limits-store', url)).toThrow(new Error(message));
  });
});
