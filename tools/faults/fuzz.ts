import { fuzzedRequest, isFine } from '../../test/contract/fuzzed-request.ts';
import { sendRaw } from '../../test/contract/raw-http.ts';
import { LARDER } from '../../test/contract/server-process.ts';
import { randomOf } from '../../test/random.ts';
import { start } from '../bench/running-server.ts';
import { count, type Figure } from './figure.ts';

/** Fuzzed targets and headers by the million, sent byte for byte. */
const SENDERS = 16;
const MAX_EXAMPLES = 5;

export async function fuzz(catalog: string, requests: number): Promise<Figure[]> {
  const server = await start(['--catalog', catalog], { command: LARDER });
  const bad: string[] = [];
  let unanswered = 0;
  const send = async (sender: number) => {
    const random = randomOf(sender + 1);
    for (let left = requests / SENDERS; left > 0; left--) {
      const request = fuzzedRequest(random);
      const { status, headers, body } = await sendRaw(new URL(server.origin), request);
      if (Number.isNaN(status)) unanswered++;
      else if (!isFine(request.target, status, headers.get('content-type'), body.toString('latin1')))
        bad.push(`${request.target}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)));
  const hasDied = server.exitCode() !== null;
  const faults = server.failures().length;
  await server.stop();
  const examples = bad.slice(0, MAX_EXAMPLES).map((text) => `; ${text}`);
  return [
    {
      item: 6,
      done: `${count(requests)} fuzzed targets and headers${examples.join('')}`,
      figure: `${bad.length} bad answers, ${unanswered} unanswered, ${faults} faults logged${hasDied ? ', the server died' : ''}`,
      toReach: 'none: no 5xx, no crash, no internals shown',
      isReached: bad.length + unanswered + faults === 0 && !hasDied,
    },
  ];
}
