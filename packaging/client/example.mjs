// Run it with the address of a server: node example.mjs http://127.0.0.1:8080
import { LarderClient, LarderError } from './index.js';

const larder = new LarderClient({ baseUrl: process.argv[2] ?? 'http://127.0.0.1:8080', retries: 1 });

try {
  const { foods_in_db: foods } = await larder.getHealth();
  console.log(`${foods} foods`);

  const suggestions = await larder.suggest({ q: 'mil', limit: 3 });
  for (const { text, kind } of suggestions) console.log(`suggestion: ${text} (${kind})`);

  for (const food of await larder.searchFoods({ q: 'milk', limit: 3, grams: 200 })) {
    console.log(`${food.name}: ${food.portion?.calories_kcal ?? 'unknown'} kcal in 200 g`);
  }
} catch (error) {
  if (!(error instanceof LarderError)) throw error;
  console.error(`${error.status}: ${error.message}`);
  process.exitCode = 1;
}
