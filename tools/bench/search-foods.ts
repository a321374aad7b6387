import type { SearchDocument } from '../../src/catalog/search/index/document.ts';
import { Random } from './random.ts';

/**
 * Made-up foods for the growth of the search: words of several languages by Zipf's law, with a tail that goes on
 * growing as real names do (818,846 of those hold 110,000 different words, more than half of them once).
 */
const COMMON_WORDS =
  `chocolat lait chocolate milk bio sauce organic fromage cheese noir fraise creme jus orange
 butter vanille poulet chicken dark pain bread nature tomate sucre huile olive eau fruits cookies riz rice jambon
 caramel sel salt yaourt yogurt amandes coco miel honey citron lemon pomme apple soupe soup beurre mini crackers
 thon tuna saumon salmon noisettes peanut strawberry schokolade milch joghurt käse brot wurst kartoffel apfel
 erdbeere sahne zwiebel leche queso pan aceite arroz tomate galletas jamón atún limón azúcar latte formaggio pane
 olio riso pomodoro biscotti prosciutto tonno limone zucchero pasta spaghetti pizza muesli granola cereales barre
 snack chips nuts almond coffee café thé tea green vert blanc white rouge red light zero protein energy drink`
    .split(/\s+/)
    .filter((word) => word !== '');
const SYLLABLES =
  'ba ko ri ten la mo sel vi gra no pe tu cha li do fer zan ku mi ras bel to ne quo pi sta ve lor'.split(' ');
const SMALL_WORDS = ['de', 'au', 'with', 'mit', 'con', 'di', 'la', 'et', 'and', 'à', '&'];
const CATEGORIES = [
  'Snacks',
  'Cheeses',
  'Beverages',
  'Meals',
  'Breads',
  'Chocolates',
  'Sauces',
  'Yogurts',
  'Cereals',
];
/** Zipf's law as Mandelbrot has it: the most common words are less common than the law alone would have them. */
const EXPONENT = 0.86;
const FLATTENED_TO = 30;

/** The foods with ranks 1 to `count`, the same for the same seed. */
export function* generateFoods(count: number, seed: number): Generator<SearchDocument> {
  const random = new Random(seed);
  for (let rank = 1; rank <= count; rank++) {
    yield {
      rank,
      name: nameOf(random),
      brand: random.chance(0.6) ? capitalize(wordOf(400 + random.below(20_000))) : null,
      category: random.chance(0.6) ? random.pick(CATEGORIES) : null,
      names: [],
      generic_name: random.chance(0.05) ? nameOf(random) : null,
      source: random.chance(0.01) ? 'ai_estimate' : 'off',
    };
  }
}

function nameOf(random: Random): string {
  const length = 1 + Math.floor(random.around(3, 3));
  const name: string[] = [];
  for (let i = 0; i < length; i++) {
    if (i > 0 && random.chance(0.2)) name.push(random.pick(SMALL_WORDS));
    name.push(wordOf(zipf(random)));
  }
  if (random.chance(0.1)) name.push(`${100 + 50 * random.below(10)} g`);
  return capitalize(name.join(' '));
}

function zipf(random: Random): number {
  return Math.floor(FLATTENED_TO * ((1 - random.next()) ** (-1 / EXPONENT) - 1));
}

/** The word of a rank: a real one for the most common, made of syllables for the rest; each rank has its own. */
function wordOf(rank: number): string {
  if (rank < COMMON_WORDS.length) return COMMON_WORDS[rank]!;
  let rest = (rank - COMMON_WORDS.length) % 40_000_000;
  let word = SYLLABLES[rest % SYLLABLES.length]!;
  do {
    rest = Math.floor(rest / SYLLABLES.length);
    word += SYLLABLES[(rest * 5 + 3) % SYLLABLES.length]!;
  } while (rest > 0);
  return word;
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
