import type { Report } from '../accounts/account-events.ts';
import type { Call } from './call.ts';

/** Logs what happens to accounts with the id of the request that did it. */
export function reportFor({ surroundings, requestId }: Call): Report {
  return (event, fields) => surroundings.log.event(event, { ...fields, request_id: requestId });
}
