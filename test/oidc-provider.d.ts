/** The little of it that the tests use; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  interface Context {
    path: string;
    query: Record<string, string | undefined>;
    type: string;
    req: IncomingMessage;
    res: ServerResponse;
    body: unknown;
    respond?: boolean;
  }

  // biome-ignore lint/style/noDefaultExport: this is how the package gives it
  export default class Provider {
    constructor(issuer: string, configuration: object);
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    listen(port: number, host: string, onListening: () => void): Server;
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>;
    readonly Grant: new (
      about: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  }
}
