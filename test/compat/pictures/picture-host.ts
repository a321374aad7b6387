/** A host of pictures on this machine, which can be made to misbehave. */
export interface PictureHost {
  /** The address of a path on it. */
  address(path: string): string;
  /** The paths that were asked for, in order. */
  asked: string[];
  /** Answers by path; other paths are 404. */
  answers: Map<string, () => Response | Promise<Response>>;
  stop(): Promise<void>;
}

/** The smallest beginning of a picture, with a body that tells two of them apart. */
export function jpeg(words = 'a picture'): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(words)]);
}

export function startPictureHost(): PictureHost {
  const asked: string[] = [];
  const answers: PictureHost['answers'] = new Map();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      return answers.get(pathname)?.() ?? new Response('nothing here', { status: 404 });
    },
  });
  return {
    asked,
    answers,
    address: (path) => new URL(path, server.url).href,
    stop: () => server.stop(true),
  };
}

export function send(bytes: Buffer, init: ResponseInit = {}): () => Response {
  return () => new Response(new Uint8Array(bytes), init);
}
