import { connect, type Socket } from 'node:net';
import { fuzzedRequest, isFine } from '../../test/contract/fuzzed-request.ts';
import type { RawRequest } from '../../test/contract/raw-http.ts';
import { randomOf } from '../../test/random.ts';
import { AnswerReader, type ReadAnswer } from './answer-reader.ts';
import { count, type Figure } from './figure.ts';
import { startWatched } from './watched-server.ts';

/** Fuzzed targets and headers by the million, sent byte for byte on connections that stay open. */
export interface FuzzOutcome {
  sent: number;
  /** Responses that no client should get, and a few examples. */
  bad: number;
  examples: string[];
  /** Requests after which the server closed the connection without a response. */
  unanswered: number;
  faults: number;
  hasDied: boolean;
}

const CONNECTIONS = 16;
const MAX_EXAMPLES = 5;

export async function runFuzz(catalog: string, requests: number): Promise<FuzzOutcome> {
  const server = await startWatched(['--catalog', catalog, '--limits', 'off']);
  const outcome: FuzzOutcome = { sent: 0, bad: 0, examples: [], unanswered: 0, faults: 0, hasDied: false };
  try {
    const each = Math.ceil(requests / CONNECTIONS);
    await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, at) =>
        fuzzConnection(server.origin, each, randomOf(at + 1), outcome),
      ),
    );
    outcome.hasDied = server.exitCode() !== null;
    outcome.faults = server.faults();
    return outcome;
  } finally {
    await server.stop();
  }
}

/** One request after the other, on one connection for as long as the server keeps it open. */
async function fuzzConnection(
  origin: URL,
  requests: number,
  random: () => number,
  outcome: FuzzOutcome,
): Promise<void> {
  let connection = openConnection(origin);
  for (let turn = 0; turn < requests; turn++) {
    const request = fuzzedRequest(random);
    const answer = await connection.ask(request);
    outcome.sent++;
    if (answer === null) outcome.unanswered++;
    else if (!isFine(request.target, answer.status, answer.contentType, answer.body)) {
      outcome.bad++;
      if (outcome.examples.length < MAX_EXAMPLES)
        outcome.examples.push(`${request.target}: ${answer.status}`);
    }
    if (connection.isClosed()) connection = openConnection(origin);
  }
  connection.close();
}

interface Connection {
  /** Null if the server closed the connection without a response. */
  ask(request: RawRequest): Promise<ReadAnswer | null>;
  isClosed(): boolean;
  close(): void;
}

function openConnection(origin: URL): Connection {
  const socket: Socket = connect(Number(origin.port), origin.hostname);
  let isClosed = false;
  let reader: AnswerReader | null = null;
  let settle: (answer: ReadAnswer | null) => void = () => {};
  socket.on('data', (bytes) => {
    const answer = reader?.push(Buffer.from(bytes)) ?? null;
    if (answer !== null) settle(answer);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
    settle(reader?.end() ?? null);
  });
  return {
    ask({ method, target, headers }) {
      reader = new AnswerReader(method);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const answered = new Promise<ReadAnswer | null>((resolve) => {
        settle = resolve;
      });
      socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: a\r\n${lines.join('')}\r\n`, 'latin1'));
      return answered.then((answer) => {
        if (answer?.isLast) {
          isClosed = true;
          socket.destroy();
        }
        return answer;
      });
    },
    isClosed: () => isClosed,
    close: () => socket.destroy(),
  };
}

export async function fuzz(catalog: string, requests: number): Promise<Figure[]> {
  const { sent, bad, examples, unanswered, faults, hasDied } = await runFuzz(catalog, requests);
  return [
    {
      item: 6,
      done: `${count(sent)} fuzzed targets and headers${examples.map((text) => `; ${text}`).join('')}`,
      figure: `${bad} bad answers, ${unanswered} unanswered, ${faults} faults logged${hasDied ? ', the server died' : ''}`,
      toReach: 'none: no 5xx, no crash, no internals shown',
      isReached: bad + unanswered + faults === 0 && !hasDied && sent > 0,
    },
  ];
}
