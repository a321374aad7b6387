import type { Food } from '../../food/food.ts';
import type { Suggestion, SuggestRequest } from '../../food/suggestion.ts';
import type { OpenedCatalog } from '../open.ts';
import { keyOf } from '../suggest/suggester.ts';

/**
 * Suggestions from two catalogues as one. An operator's own foods come first, and leave room for others: at most half
 * of a list is theirs while there are more below. If only one of the two has what was typed, no guesses from the other
 * are mixed in.
 */
export function suggestFromBoth(
  below: OpenedCatalog,
  above: OpenedCatalog,
  corrected: ReadonlyMap<number, Food>,
  request: SuggestRequest,
): Suggestion[] {
  const upper = above.suggester.suggest(request);
  const lower = below.suggester.suggest(request, new Set(corrected.keys()));
  const isTyped = upper.asTyped + lower.asTyped > 0;
  const own = isTyped ? upper.suggestions.slice(0, upper.asTyped) : upper.suggestions;
  const ownKeys = new Set(own.map(keyOf));
  const others = lower.suggestions.filter((one) => !ownKeys.has(keyOf(one)));
  const { limit } = request;
  const room = Math.max(Math.ceil(limit / 2), limit - others.length);
  return [...own.slice(0, room), ...others].slice(0, limit);
}
