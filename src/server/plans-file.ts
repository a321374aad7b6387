import { readFileSync } from 'node:fs';
import { changePlans, type Plans, SPEC_PLANS } from '../admission/plans.ts';
import { PlainError } from '../plain-error.ts';

/** The plans with the changes of a file, or those of the specification if there is none. */
export function readPlans(path: string | null): Plans {
  if (path === null) return SPEC_PLANS;
  let changes: unknown;
  try {
    changes = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'not valid JSON' : 'cannot be read';
    throw new PlainError(path, why, 'check the file named by --plans');
  }
  const plans = changePlans(changes);
  if (typeof plans === 'string') throw new PlainError(path, plans, 'correct it and start again');
  return plans;
}
