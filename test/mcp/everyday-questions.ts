/** Ten questions that people ask an agent, each with the call that answers it, for the starter catalogue. */
export const QUESTIONS: readonly (readonly [
  question: string,
  tool: string,
  input: (idOf: IdOf) => object,
])[] = [
  ['How many calories does a banana have?', 'search_foods', () => ({ query: 'banana', limit: 3 })],
  ['Which breads do you know?', 'search_foods', () => ({ query: 'bread' })],
  ['What is in butter?', 'get_food', (idOf) => ({ id: idOf('butter') })],
  ['How much vitamin C does a kiwi have?', 'get_food', (idOf) => ({ id: idOf('kiwi'), detail: 'full' })],
  ['And 30 g of cheddar?', 'calculate_portion', (idOf) => ({ id: idOf('cheddar'), grams: 30 })],
  ['Which foods have the most protein?', 'find_foods', () => ({ sort: '-protein_g' })],
  [
    'Compare milk, oat milk and soy milk.',
    'get_foods',
    (idOf) => ({ ids: ['milk', 'oat milk', 'soy milk'].map(idOf) }),
  ],
  [
    'What does a portion of my pancakes have?',
    'analyze_recipe',
    () => ({ lines: ['200 g flour', '2 eggs', '300 ml milk', '1 tbsp sugar', '1 pinch salt'], servings: 4 }),
  ],
  ['What kinds of food are there?', 'list_categories', () => ({ limit: 20 })],
  ['What do people eat most?', 'list_popular_foods', () => ({})],
];

export type IdOf = (name: string) => number;
