import { openCatalog } from '../../src/catalog/open.ts';
import { createApp } from '../../src/http/app.ts';
import { listenFor } from '../../src/http/listen.ts';
import { fixtureCatalog } from './fixture-catalog.ts';
import { type RawAnswer, type RawRequest, sendRaw } from './raw-http.ts';
import { startServer } from './server-process.ts';

/**
 * The ways to reach the service. Every scenario of the contract runs in each: in process, over a socket of this process,
 * and against a separate process, which runs the executable that `LARDER_EXECUTABLE` names, if any.
 */
export interface Way {
  name: string;
  /** Whether targets arrive byte for byte: a `Request` object resolves dots and backslashes first. */
  isRaw: boolean;
  /** Serves the fixture, or another catalogue. */
  open(catalog?: () => Promise<string>): Promise<OpenWay>;
}

export interface OpenWay {
  send(request: RawRequest): Promise<RawAnswer>;
  close(): Promise<void>;
}

const inProcess: Way = {
  name: 'in process',
  isRaw: false,
  async open(catalogPath = fixtureCatalog) {
    const catalog = openCatalog(await catalogPath());
    const app = createApp({ catalog });
    return {
      async send({ method, target, headers }) {
        const answer = await app.handle(new Request(`http://localhost${target}`, { method, headers }));
        const body = Buffer.from(await answer.arrayBuffer());
        return { status: answer.status, headers: answer.headers, body };
      },
      async close() {
        catalog.close();
      },
    };
  },
};

const overSocket: Way = {
  name: 'over a socket',
  isRaw: true,
  async open(catalogPath = fixtureCatalog) {
    const catalog = openCatalog(await catalogPath());
    const app = createApp({ catalog });
    const server = listenFor(app, { host: '127.0.0.1', port: 0 });
    const origin = new URL(server.url);
    return {
      send: (request) => sendRaw(origin, request),
      async close() {
        await server.stop(true);
        catalog.close();
      },
    };
  },
};

const separateProcess: Way = {
  name: process.env.LARDER_EXECUTABLE ? 'against the executable' : 'against a separate process',
  isRaw: true,
  async open(catalogPath = fixtureCatalog) {
    const server = await startServer(['--catalog', await catalogPath(), '--limits', 'off']);
    // From now on, searches and lists are answered by other threads than the one that listens.
    await server.logged('threads ready');
    return {
      send: (request) => sendRaw(server.origin, request),
      async close() {
        await server.stop();
      },
    };
  },
};

export const WAYS: Way[] = [inProcess, overSocket, separateProcess];
