import { expect } from 'bun:test';
import { runScenarios } from './scenario.ts';

runScenarios('Part 9: versions', [
  {
    name: 'the description carries version 1.0.0',
    target: '/openapi.json',
    status: 200,
    json: ({ openapi, info }: { openapi: string; info: { version: string } }) => {
      expect(openapi).toStartWith('3.1');
      expect(info.version).toBe('1.0.0');
    },
  },
  ...['/v1/search?q=ab', '/v1/health', '/1.0.0/food/1', '/v1/openapi.json'].map((target) => ({
    name: `paths carry no version: ${target}`,
    target,
    status: 401,
    detail: 'Missing or invalid API key',
  })),
]);
